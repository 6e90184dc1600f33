"""The scorekeeper: from one look at a table whose game nobody followed, the scores and why.

Each game counts with the engine's own functions; what a table cannot show (scores of earlier turns, who is only
camouflaged) is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from engines.core import BadEvent, Reason
from engines.games import GAMES
from engines.names import module_of
from firmware.games.final_score.count import Count, Items
from firmware.state.observation import Observation


@dataclass(frozen=True, slots=True)
class FinalScoreLimits:
    """When scores can be relied on."""

    p_doubtful: float = 0.98
    """A piece read with less makes the scores doubtful."""


LIMITS = FinalScoreLimits()
COUNTS: Mapping[str, Callable[[Items, int, Mapping[str, object]], Count]] = {
    game: import_module(f"firmware.games.final_score.games.{module_of(game)}").count for game in GAMES
}
"""How each game's table is counted."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of a table: points by seat, the seats that win as it lies, and why; `doubtful` numbers the pieces of
    the observation that were read with little confidence, and `sure` is whether the scores can be relied on."""

    game: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reasons: tuple[Reason, ...]
    doubtful: tuple[int, ...]
    sure: bool

    def to_json(self) -> dict[str, Any]:
        """The scores as plain data, as `read --score --json` prints them."""
        data = asdict(self)
        return data | {"scores": list(self.scores), "winners": list(self.winners), "doubtful": list(self.doubtful)}


def score(game: str, observation: Observation, players: int = 0, options: Mapping[str, object] | None = None) -> Scored:
    """The scores of the table that was observed. `players` 0: as many as the table shows.

    Raises BadEvent for a game that is not known, a number of players that does not fit, or a table that cannot be.
    """
    if game not in COUNTS:
        raise BadEvent(f"nobody knows how to score {game!r}; there are {', '.join(COUNTS)}")
    pieces = observation.pieces
    doubtful = tuple(n for n, piece in enumerate(pieces) if not piece.items or piece.items[0][1] < LIMITS.p_doubtful)
    items = [(piece.place, piece.items[0][0]) for piece in pieces if piece.items]
    points, winners, reasons = COUNTS[game](items, players, options or {})
    return Scored(game, points, winners, reasons, doubtful, observation.sure and not doubtful)
