"""The mistakes that people make at a table, chosen so that no rule could explain what then lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engines.core import Match, State
from engines.hai_noon.board import SIDES
from engines.hai_noon.state import HaiNoon
from hardware.scene.stage.table_stage import LayPiece, MovePiece, PieceOrder, TableStage, TurnPiece


@dataclass(frozen=True)
class Bungle:
    """A mistake: in words, the place where something is wrong, and what the hands do."""

    text: str
    place: str
    acts: tuple[PieceOrder, ...]


def bungled(
    before: State, after: Match, stage: TableStage, acts: Sequence[PieceOrder], random: Random
) -> Bungle | None:
    """These acts with one of them gone wrong; None if none of them can. `before` is the state that they come from."""
    found = [
        Bungle(text, place, (*acts[:number], *([wrong] if wrong else []), *acts[number + 1 :]))
        for number, act in enumerate(acts)
        for text, place, wrong in _slips(before, after, stage, act, acts, random)
    ]
    return random.choice(found) if found else None


def _slips(
    before: State, after: Match, stage: TableStage, act: PieceOrder, acts: Sequence[PieceOrder], random: Random
) -> Iterator[tuple[str, str, PieceOrder | None]]:
    if isinstance(act, TurnPiece) and len(acts) > 2:
        place = next(piece.place for piece in stage.pieces if piece.id == act.id)
        yield "a tile was not turned", place, None
    dolphin = any(
        isinstance(laid, LayPiece) and laid.name == "dolphin" for laid in acts
    )  # it takes you as far as you say
    if isinstance(act, MovePiece) and act.place.startswith("depth-") and not dolphin:
        depth = int(act.place[6:]) + random.choice((-1, 1))
        if f"depth-{depth}" in stage.layout["zones"]:
            yield "a pirate is on the wrong space", f"depth-{depth}", replace(act, place=f"depth-{depth}")
    if isinstance(act, LayPiece):
        yield from ((text, place, replace(act, place=place)) for text, place in _strays(before, after, act, random))


def _strays(before: State, after: Match, act: LayPiece, random: Random) -> Iterator[tuple[str, str]]:
    """Where else a card may come to lie by mistake."""
    use = act.name.partition("-")[0]
    other = {"air": "swim", "swim": "air"}.get(use, "")
    if act.place == use and other:
        yield "a card lies in the wrong row", other
    if wrong := SIDES_WITHOUT_ROOM.get(after.game.name, _none)(before, act):
        yield "a card lies on a side of another colour", random.choice(wrong)
    if act.place.endswith("/score") and act.name == "back":
        seats = [seat for seat in range(len(after.players)) if act.place != f"seat-{seat}/score"]
        yield "a card lies in another player's area", f"seat-{random.choice(seats)}/score"
    if act.place == "breaches":
        yield "a Breach lies on the discard pile", "discard"


def _closed_sides(before: HaiNoon, act: LayPiece) -> list[str]:
    """The sides at which a card that is laid at one of them may not lie."""
    return [side for n, side in enumerate(SIDES) if n not in before.cards.room(act.name)] if act.place in SIDES else []


def _none(before: State, act: LayPiece) -> list[str]:
    return []


SIDES_WITHOUT_ROOM: Mapping[str, Callable[[Any, LayPiece], list[str]]] = {"hai-noon": _closed_sides}
"""Game -> the places that the rules close to a card, in games whose mat has sides."""
