"""What a game always has on its table, and a reading of the whole table must show: asked of the rules' own start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from engines.core import Chance, Expected, State
from engines.dealer import deal
from engines.games import game_named
from engines.names import item
from firmware.games.profiles import PROFILES
from firmware.state.observation import HIDDEN, Observation

MOST_DEALS = 20
"""So many deals are made at most until something lies on the table."""


def lacking(game: str, players: int, options: Mapping[str, object], look: Observation) -> tuple[str, ...]:
    """What always lies on the table of a game with so many players (0: nobody says how many) and was not seen, or was
    seen twice: in words."""
    return tuple(_lacking(game, players, options, look))


def _lacking(game: str, players: int, options: Mapping[str, object], look: Observation) -> Iterator[str]:
    staying = PROFILES[game].staying
    if not staying:
        return
    there = [lie for lie in lying_at_start(game, players, options) if lie.kind.startswith(staying)]
    kinds = Counter(lie.kind for lie in there)
    seen = Counter(piece.items[0][0] for piece in look.pieces if piece.items)
    for lie in there:
        if kinds[lie.kind] > 1:  # one of several alike, each at a place of its own
            if not any(piece.place == lie.place and piece.items for piece in look.pieces):
                yield f"no {lie.kind} is seen at {lie.place}"
        elif players and not seen[item(lie.kind, lie.face)]:
            yield f"{item(lie.kind, lie.face)} is not seen"
        elif seen[item(lie.kind, lie.face)] > 1:
            yield f"{item(lie.kind, lie.face)} is seen twice"
    yield from _hidden(game, {item(lie.kind, lie.face): lie.place for lie in there}, look)


def _hidden(game: str, first: Mapping[str, str], look: Observation) -> Iterator[str]:
    """What lies under a piece that was laid upon another since the start (a cage without a window, on its diver).

    `first` says where each piece that stays lay at the start.
    """
    tiles = PROFILES[game].tiles
    shown = [piece for piece in look.pieces if piece.items and piece.doubt != HIDDEN]
    upon = [piece for piece in shown if tiles and piece.place.startswith(tiles.covered_places)]
    places = Counter(piece.place for piece in upon)
    for piece in upon:
        name = piece.items[0][0]
        if first.get(name, piece.place) != piece.place and places[piece.place] == 1:
            yield f"what lies under the {name} at {piece.place} is not to be seen"


def lying_at_start(game: str, players: int, options: Mapping[str, object]) -> tuple[Expected, ...]:
    """What lies on the table as a game begins, whatever is dealt."""
    rules = game_named(game)
    state: State = rules.start(players or max(rules.seats), dict(options))
    random = Random(0)
    for _ in range(MOST_DEALS):
        if state.expected_pieces() or not isinstance(state.awaits, Chance):
            break
        state = state.apply(deal(state.awaits, random))
    return state.expected_pieces()
