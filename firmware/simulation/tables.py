"""Pictures of whole tables in mid-game for `lifeguard scene`: mat, cards, tiles and tokens, with the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

from engines.core import Chance, Over, State
from engines.dealer import deal
from engines.games import game_named
from firmware.games.layouts import mat
from firmware.games.other_art import card_mm_of
from firmware.games.profiles import PROFILES
from firmware.simulation.players.hands import BACK, DECK, mending
from hardware.art.folder import ArtFolder
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import SeenPiece, TableCamera

TABLES = tuple(sorted(game for game, profile in PROFILES.items() if profile.deck))
"""The games with such scenes."""


@dataclass(frozen=True, slots=True)
class TableLimits:
    """What is pictured, and how large."""

    size_px: tuple[int, int] = (1920, 1080)
    """Width and height of the pictures."""
    most_events: int = 160
    """Events after which a game is pictured at the latest."""
    least_visible_share: float = 0.15
    """Pieces of which less than this shows are left out of the truth."""


LIMITS = TableLimits()

Picture = np.ndarray[Any, np.dtype[np.uint8]]


def tables(
    game: str, count: int, seed: int, size: tuple[int, int] | None = None, art: ArtFolder | None = None
) -> Iterator[tuple[Picture, dict[str, Any]]]:
    """`count` pictures (BGR uint8), each from a seed of its own, with what lies there; `art`: if not ours."""
    for players, state, camera in table_cameras(game, count, seed, size, art):
        truth = {"game": game, "players": players, "scores": list(state.scores())}
        yield camera.frame().image, truth | annotated_table(camera.seen().values(), cards_of(camera.stage))


def table_cameras(
    game: str, count: int, seed: int, size: tuple[int, int] | None = None, art: ArtFolder | None = None
) -> Iterator[tuple[int, State, TableCamera]]:
    """How many play, where their game stands, and the camera over their table."""
    for number in range(count):
        random = Random(f"{seed}/{number}/{crc32(game.encode())}")
        rules = game_named(game)
        players = random.choice(list(rules.seats))
        state = midgame(game, players, random)
        bare = art is not None and art.has_board(game)
        zones = mat(game, players, cards=card_mm_of(art, game))
        stage = TableStage(game, zones, random.randrange(2**31), size or LIMITS.size_px, art=art, bare=bare)
        stage.set_up(*mending(stage.pieces, state, state.view(None)))
        yield players, state, TableCamera(stage, seed=random.randrange(2**31))


def midgame(game: str, players: int, random: Random) -> State:
    """Where a game stands after a while, the longer ones as likely as the shorter ones; or at its end."""
    rules = game_named(game)
    state = rules.start(players)
    policy = rules.policies["sensible"]
    for _ in range(random.randint(2 * players, LIMITS.most_events)):
        awaits = state.awaits
        if isinstance(awaits, Over):
            break
        state = state.apply(deal(awaits, random) if isinstance(awaits, Chance) else policy(state, random))
    return state


def cards_of(stage: TableStage) -> Mapping[str, bool]:
    """Name of a piece -> whether it is a card."""
    return {piece.flat.name: piece.flat.card for piece in stage.pieces}


def annotated_table(seen: Iterable[SeenPiece], card: Mapping[str, bool]) -> dict[str, Any]:
    """Cards as for scenes of cards, with their places, and tiles and tokens likewise; no face-down cards."""
    shown = [
        piece
        for piece in seen
        if piece.place != DECK and piece.name != BACK and piece.visible > LIMITS.least_visible_share
    ]
    return {
        "cards": [{"card": piece.name} | _where(piece) for piece in shown if card[piece.name]],
        "pieces": [{"piece": piece.name} | _where(piece) for piece in shown if not card[piece.name]],
    }


def _where(seen: SeenPiece) -> dict[str, Any]:
    quad = [[round(x, 1), round(y, 1)] for x, y in seen.quad]
    return {"place": seen.place, "quad": quad, "box": list(seen.box), "visible": round(seen.visible, 3)}
