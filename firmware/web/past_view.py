"""Past matches as the page shows them: out of rows, figures and matches played again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.api import match_view as rules_view
from companion.api.history import models
from companion.api.models import Page, Setting
from companion.panels.panel import panel
from companion.words import sentences
from companion.words.language import t
from companion.words.pieces import name as piece_name
from engines.core.seating import in_words, is_nobody
from engines.games import GAMES
from firmware.history.facts import MatchFacts, facts
from firmware.history.fairness import DiceFairness, dice_fairness
from firmware.history.luck import luck
from firmware.history.people import Person, Record
from firmware.storage.past import PastMatch, PastRow

CURVE_POINTS = 400
"""A curve has so many points at most: more than a phone has pixels."""


def figures(found: PastMatch) -> MatchFacts:
    """The figures of a match that was played again."""
    return facts(found.row.number, found.match, found.times)


def title(game: str) -> str:
    """What a game is called."""
    return GAMES[game].title if game in GAMES else game


def match_view(row: PastRow, known: Mapping[int, MatchFacts | None], photos: int, present: bool) -> models.MatchView:
    """A match in the list; `known` are the figures, None for one that cannot be played again."""
    figures = known.get(row.number)
    state = "counting" if row.number not in known else "lost"
    if figures is not None:
        state = "over" if figures.over else "open"
    return models.MatchView.model_validate({
        "number": row.number, "game": row.game, "title": title(row.game), "players": _seats(row, figures),
        "began": row.began, "ended": row.ended, "minutes": round(figures.played_s / 60) if figures else 0,
        "steps": row.steps, "photos": photos, "state": "playing" if present and state == "open" else state,
        "options": row.options,
    })  # fmt: skip


def _seats(row: PastRow, figures: MatchFacts | None) -> tuple[models.SeatView, ...]:
    if figures is None:
        return tuple(_seat(name) for name in row.players)
    return tuple(
        _seat(
            name,
            score=figures.scores[seat],
            winner=seat in figures.winners,
            best_turn=figures.best_turns[seat],
            luck=round(figures.luck[seat], 1) if figures.luck else None,
            away=not any(stint.stayed for stint in figures.stints if stint.seat == seat),
        )
        for seat, name in enumerate(row.players)
    )


def _seat(name: str, **figures: Any) -> models.SeatView:
    return models.SeatView(name=in_words(name), person=name, deleted=is_nobody(name), **figures)


def detail(found: PastMatch, seen: models.MatchView, kept: frozenset[str]) -> models.MatchDetail:
    """A match with its curves; `kept` are the looks of which there are photographs."""
    fortune = luck(found.match)
    return models.MatchDetail(
        match=seen,
        scores=curve([state.scores() for state in found.match.states]),
        luck=curve(fortune) if fortune else None,
        photos=tuple(
            models.PhotoView(step=number, photo=step.look)
            for number, step in enumerate(found.steps, start=1)
            if step.look is not None and step.look in kept
        ),
        dice=dice_views([figures(found)]),
    )


def curve(rows: Sequence[Sequence[float]]) -> models.Curve:
    """Values of all seats step by step, thinned out to what can be drawn; the last one is always there."""
    every = -(-len(rows) // CURVE_POINTS)
    at = sorted({*range(0, len(rows), every), len(rows) - 1})
    seats = len(rows[-1])  # who joins later has nought before
    return models.Curve(at=tuple(at), seats=tuple(zip(*((*rows[n], *[0] * seats)[:seats] for n in at), strict=True)))


def moment(found: PastMatch, step: int, kept: frozenset[str]) -> models.Moment:
    """How a match stood after so many events."""
    look = found.steps[step - 1].look if step else None
    return models.Moment(
        page=_page(found, step),
        step=step,
        of=len(found.steps),
        at=found.times[step],
        photo=look if look in kept else None,
        lost=look is not None and look not in kept,
    )


def _page(found: PastMatch, step: int) -> Page:
    match = found.match.upto(step)
    entries = rules_view.log(match, most=1)
    was = found.steps[step - 1].was if step else ""
    changed = t("was read as {piece}", piece=sentences.pieces(match).get(was) or piece_name(was)) if was else ""
    options: dict[str, Setting] = dict(match.options)
    return Page(
        version=0,
        game=match.game.name,
        title=match.game.title,
        players=rules_view.players(match),
        awaits=rules_view.awaits(match),
        log=tuple(entry.model_copy(update={"changed": changed}) for entry in entries),
        state=panel(match),
        over=rules_view.over(match),
        options=options,
    )


def dice_views(matches: Iterable[MatchFacts]) -> tuple[models.DiceView, ...]:
    """Whether the dice of these matches look fair."""
    return tuple(map(_dice_view, dice_fairness(matches)))


def _dice_view(said: DiceFairness) -> models.DiceView:
    faces = tuple(models.FaceView(item=item, seen=seen, due=round(due, 1)) for item, seen, due in said.faces)
    return models.DiceView(game=said.game, kind=said.kind, dice=said.dice, faces=faces, p=said.p, words=said.words)


def person_view(known: Person) -> models.PersonView:
    """Somebody in the list."""
    return models.PersonView(
        name=known.name,
        last=known.last,
        whole=_record("", known.whole),
        streak=known.streak,
        best_streak=known.best_streak,
    )


def person_detail(known: Person, matches: tuple[models.MatchView, ...]) -> models.PersonDetail:
    """Somebody in full, with their last matches."""
    line = None
    if known.luck:
        line = models.Curve(
            at=tuple(number for number, _ in known.luck), seats=(tuple(points for _, points in known.luck),)
        )
    games = tuple(_record(game, figures) for game, figures in known.games)
    return models.PersonDetail(person=person_view(known), games=games, luck=line, matches=matches)


def _record(game: str, known: Record) -> models.RecordView:
    return models.RecordView(
        game=game,
        title=title(game) if game else "",
        matches=known.matches,
        finished=known.finished,
        wins=known.wins,
        due=round(known.due, 2),
        mean_score=None if known.mean_score is None else round(known.mean_score, 1),
        best_score=known.best_score,
        best_turn=known.best_turn,
        luck=None if known.luck is None else round(known.luck, 1),
    )
