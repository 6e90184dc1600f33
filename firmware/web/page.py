"""The page that phones see, as a function of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.api import match_view, models
from companion.panels.panel import panel
from companion.words import rolls, sentences
from companion.words.language import t
from companion.words.pieces import name
from engines import odds
from engines.core import Match
from engines.names import face_of, kind_of
from firmware.state.observation import Observation, Piece
from firmware.state.roll import RollRequest
from firmware.state.table import Step, Table

Place = tuple[int, int]
"""Number of an event, position among its items."""


def page(table: Table) -> models.Page:
    """The whole view at this moment, as a spectator may see it."""
    if table.waiting:
        return _waiting(table)
    match = table.match
    look = _present(table)
    return models.Page(
        version=table.version,
        game=match.game.name,
        title=match.game.title,
        players=match_view.players(match),
        awaits=match_view.awaits(match),
        throw=_throw(look, table) if look else None,
        log=log(table),
        question=_question(table),
        mismatch=table.mismatch.text if table.mismatch and not match.paused else None,
        note=table.note,
        faults=tuple(text for _, text in table.faults),
        can=_can(table),
        odds=tuple(
            models.Odds(text=sentences.offered(match, choice.event), points=choice.points, win=choice.win)
            for choice in (() if match.paused else odds.choices(match.state))
        ),
        moves=match_view.moves(match),
        expects=match_view.expects(match),
        state=panel(match),
        over=match_view.over(match),
        options=dict(match.options),
        chosen=match_view.chosen(match),
        house=match_view.house(match),
        seating=match_view.seating(match),
        match=table.number,
        rolls=tuple(map(_roll, table.rolls)),
        host=_host(table),
    )


def _waiting(table: Table) -> models.Page:
    """The view as long as no match has been begun."""
    return models.Page(
        version=table.version,
        game="",
        title="Lifeguard",
        players=(),
        awaits=models.Awaits(
            kind="begin", text=sentences.NO_GAME_YET if table.household.done else sentences.NOT_SET_UP
        ),
        welcome=not table.household.done,
        faults=tuple(text for _, text in table.faults),
        host=_host(table),
    )


def _host(table: Table) -> Literal["", "there", "called"]:
    return "" if not table.hosted else "called" if table.called else "there"


def _roll(roll: RollRequest) -> models.RollView:
    trouble = rolls.wrong_number(roll.wrong, roll.read) if roll.wrong else ""
    text = f"{roll.who}: {rolls.please(dict(roll.dice))}"
    return models.RollView(id=roll.id, who=roll.who, text=text, trouble=trouble, event=roll.event)


def log(table: Table, before: int | None = None, most: int = match_view.NEWEST) -> tuple[models.Entry, ...]:
    """Events with their reasons and photographs; see `match_view.log`."""
    entries = match_view.log(table.match, before, most)
    return tuple(_entry(table.match, entry, table.steps[entry.index]) for entry in entries)


def _can(table: Table) -> models.Can:
    extra = bool(table.mismatch and table.mismatch.extra)
    return models.Can(undo=bool(table.steps or table.left), redo=bool(table.undone), leave=extra)


def _present(table: Table) -> Observation | None:
    """The look that matters now: the one in question, the one that does not fit, else the last one explained."""
    asked = table.question.look if table.question else None
    return asked or (table.mismatch.look if table.mismatch else None) or table.look


def _throw(look: Observation, table: Table) -> models.ThrowView:
    places = _places(look, table.steps)
    dice = tuple(_piece(i, piece, look, places.get(i)) for i, piece in enumerate(look.pieces))
    asked = table.question or table.mismatch
    marked = asked.pieces if asked and asked.look == look else ()
    return models.ThrowView(photo=look.id, width=look.width, height=look.height, dice=dice, marked=marked)


def _places(look: Observation, steps: tuple[Step, ...]) -> dict[int, Place]:
    """For each piece the event that it was read in; one that has lain there for longer: the last that has its item."""
    places = {
        piece: (number, position)
        for number, step in enumerate(steps)
        if step.look == look.id
        for position, piece in enumerate(step.pieces)
    }
    taken = set(places.values())
    for number, item in enumerate(look.identities):
        if item is None or number in places:
            continue
        place = next((p for p in _backwards(steps) if p not in taken and steps[p[0]].event.items[p[1]] == item), None)
        if place:
            places[number] = place
            taken.add(place)
    return places


def _backwards(steps: tuple[Step, ...]) -> Iterator[Place]:
    """Every item of every event, the newest events first."""
    return ((n, at) for n in reversed(range(len(steps))) for at in range(len(steps[n].event.items)))


def _piece(index: int, piece: Piece, look: Observation, place: Place | None) -> models.PieceView:
    item = (look.identities[index] if look.identities else None) or (piece.items[0][0] if piece.items else None)
    x, y, width, height = (round(v) for v in piece.box)
    return models.PieceView(
        index=index,
        item=item,
        kind=kind_of(item) if item else "",
        face=face_of(item) if item else None,
        box=(x, y, width, height),
        confidence=piece.probability(item) if item else 0.0,
        candidates=tuple(models.CandidateView(item=name, probability=p) for name, p in piece.items),
        event=place[0] if place else None,
        position=place[1] if place else None,
        doubt=piece.doubt,
    )


def _entry(match: Match, entry: models.Entry, step: Step) -> models.Entry:
    changed = (
        t("was read as {piece}", piece=sentences.pieces(match).get(step.was) or name(step.was)) if step.was else ""
    )
    return entry.model_copy(update={"photo": step.look, "changed": changed})


def _question(table: Table) -> models.QuestionView | None:
    asked = None if table.match.paused else table.question
    return models.QuestionView(text=asked.text, answers=tuple(a.text for a in asked.answers)) if asked else None
