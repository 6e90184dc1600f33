"""The page that phones see, as a function of the table."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass, replace
from typing import Any

from companion import models, view
from engines import odds
from engines.core import State
from firmware.look import Look, Piece
from firmware.table import Step, Table
from firmware.words import face_of, kind_of

HIDDEN = {"rules", "tray", "reasons", "history"}
"""Fields of a state that the page gets in another form, or not at all."""


def page(table: Table) -> models.Page:
    """The whole view at this moment, as a spectator may see it."""
    shown = replace(table.match)
    look = _present(table)
    return models.Page(
        version=table.version,
        game=shown.game.name,
        title=shown.game.title,
        players=view.players(shown),
        awaits=view.awaits(shown),
        throw=_throw(look, table) if look else None,
        log=tuple(_entry(entry, step) for entry, step in zip(view.log(shown), table.steps, strict=True)),
        question=_question(table),
        mismatch=table.mismatch.text if table.mismatch else None,
        faults=tuple(text for _, text in table.faults),
        can=models.Can(undo=bool(table.steps), redo=bool(table.undone)),
        odds=tuple(
            models.Odds(text=choice.event.kind, points=choice.points, win=choice.win)
            for choice in odds.choices(shown.state)
        ),
        moves=view.moves(shown),
        expects=view.expects(shown),
        state=panel(shown.state.view(None)),
        over=view.over(shown),
        options=dict(shown.options),
        house=view.house(shown),
    )


def _present(table: Table) -> Look | None:
    """The look that matters now: the one in question, the one that does not fit, else the last one explained."""
    asked = table.question.look if table.question else None
    return asked or (table.mismatch.look if table.mismatch else None) or table.look


def _throw(look: Look, table: Table) -> models.Throw:
    places = {
        piece: (number, position)
        for number, step in enumerate(table.steps)
        if step.look == look.id
        for position, piece in enumerate(step.pieces)
    }
    dice = tuple(_piece(i, piece, look, places.get(i)) for i, piece in enumerate(look.pieces))
    return models.Throw(photo=look.id, width=look.width, height=look.height, dice=dice)


def _piece(index: int, piece: Piece, look: Look, place: tuple[int, int] | None) -> models.Piece:
    item = (look.known[index] if look.known else None) or (piece.items[0][0] if piece.items else None)
    x, y, width, height = (round(v) for v in piece.box)
    return models.Piece(
        index=index,
        item=item,
        kind=kind_of(item) if item else "",
        face=face_of(item) if item else None,
        box=(x, y, width, height),
        confidence=piece.probability(item) if item else 0.0,
        candidates=tuple(models.Candidate(item=name, probability=p) for name, p in piece.items),
        event=place[0] if place else None,
        position=place[1] if place else None,
        doubt=piece.doubt,
    )


def _entry(entry: models.Entry, step: Step) -> models.Entry:
    return entry.model_copy(update={"photo": step.look})


def _question(table: Table) -> models.Question | None:
    asked = table.question
    return models.Question(text=asked.text, answers=tuple(a.text for a in asked.answers)) if asked else None


def panel(state: State) -> dict[str, Any]:
    """The state's own fields and derived figures, for the game's panel on the page."""
    assert is_dataclass(state)
    derived = {name: getattr(state, name) for name in ("swimmers", "pool") if hasattr(state, name)}
    return {name: value for name, value in asdict(state).items() if name not in HIDDEN} | derived
