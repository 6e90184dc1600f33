"""How long the device thinks about what it sees: whole games are filmed, and each answer is timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from time import perf_counter, process_time
from typing import NamedTuple

from engines.games import game_named
from firmware.device.garbage import collect_seldom
from firmware.games.profiles import PROFILES
from firmware.simulation.card_film import CardFilm, true_eyes
from firmware.simulation.dice_film import DiceFilm
from firmware.simulation.film import film
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Input, Saw


@dataclass(frozen=True, slots=True)
class TimedFilm:
    """The film whose observations are timed: as many play as may, people make mistakes, and vision too."""

    seed: int = 1
    misread_share: float = 0.1
    size_px: tuple[int, int] = (320, 180)
    """Of pictures that nobody reads: cards are seen as they truly lie."""


TIMED = TimedFilm()


class AnswerTime(NamedTuple):
    """What one answer took."""

    wall_ms: float
    cpu_ms: float


class TimedAnswer(NamedTuple):
    """One observation, the table that it was answered from, and what that took."""

    table: Table
    given: Saw
    time: AnswerTime


def answer_times(game: str, players: int | None = None) -> list[TimedAnswer]:
    """What the answer to each observation of one filmed game took, in its order; None: as many play as may."""
    taken: list[TimedAnswer] = []
    collect_seldom()  # as the device does

    def timed(table: Table, given: Input) -> Table:
        wall, cpu = perf_counter(), process_time()
        after = handle(table, given)
        if isinstance(given, Saw):
            time = AnswerTime((perf_counter() - wall) * 1000, (process_time() - cpu) * 1000)
            taken.append(TimedAnswer(table, given, time))
        return after

    film(_filmed(game, players or game_named(game).seats[-1]), TIMED.misread_share, answer=timed)
    return taken


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of `values` does not exceed; the largest for 1."""
    return sorted(values)[max(ceil(share * len(values)), 1) - 1]


def _filmed(game: str, players: int) -> CardFilm | DiceFilm:
    if not PROFILES[game].deck:
        return DiceFilm(game, players, TIMED.seed, clumsy=True)
    return CardFilm(game, players, TIMED.seed, clumsy=True, eyes=true_eyes, size=TIMED.size_px)
