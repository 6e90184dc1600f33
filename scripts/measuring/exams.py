#!/usr/bin/env python3
"""Measures whether an exam's interval holds: simulated exams, each beside the truth about its table.

    scripts/measuring/exams.py --seed 970901 --exams 20

Each exam is held on a table of its own, seen through a lens that is blurred and a light that is dimmed by chance, so
that some tables are read badly. The truth is how right many more pieces are read on the same table, asked anew.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from firmware.games.exam_plan import groups, plan
from firmware.lessons.examiner import Examiner, ExamWatcher
from firmware.observe.observer import Observer
from firmware.observe.table_setup import TableSetup
from firmware.simulation.lessons.exam_hand import exam_hand
from firmware.state.exam import Exam
from firmware.state.exam_result import ExamResult, result
from hardware.cameras.frame import Frame

GAMES = ("hai-noon", "hold-your-breath", "splash-down", "shark-attacks")


@dataclass(frozen=True)
class Haze:
    """How badly a camera sees: the blur of its lens, px, and how much of the light comes through."""

    blur_px: float
    light: float

    def seen(self, frame: Frame) -> Frame:
        """A frame as such a camera takes it."""
        image = cv2.GaussianBlur(frame.image, (0, 0), self.blur_px) if self.blur_px > 0.1 else frame.image
        grain = np.random.default_rng(round(frame.at * 1000)).normal(0, 2.5, image.shape)
        dim = image.astype(np.float32) * self.light + grain
        return Frame(np.asarray(dim.clip(0, 255), np.uint8), frame.at)


def held(game: str, table: int, asked: int, count: int, haze: Haze) -> ExamResult:
    """An exam of `count` pieces on the table of a seed; `asked` is the seed of what is asked for."""
    setup = TableSetup(game)
    examiner = Examiner(Exam(game, count, groups(game, {}), plan(game, {}, count, Random(asked))))
    hand = exam_hand(examiner, table, chance=Random(asked), settled=True)  # the same table, other places and throws
    watcher = ExamWatcher(examiner, Observer(setup), lambda: hand)
    while not examiner.ended.is_set():
        watcher.see(haze.seen(hand.frame()), settled=True)
    return result(examiner.session)


def main() -> None:
    """Holds the exams, and prints each beside the truth."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--exams", type=int, default=20)
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--truth", type=int, default=300, help="pieces that the truth is measured by")
    chosen = options.parse_args()
    inside = told = 0
    for number in range(chosen.exams):
        rng = np.random.default_rng((chosen.seed, number))
        haze = Haze(float(rng.uniform(0, 4)), float(rng.uniform(0.2, 1)))
        table, one, many = (int(n) for n in rng.integers(2**31, size=3))
        game = GAMES[number % len(GAMES)]
        said = held(game, table, one, chosen.count, haze)
        truth = held(game, table, many, chosen.truth, haze).total
        share = truth.right / truth.of if truth.of else float("nan")
        within = said.total.low <= share <= said.total.high
        told, inside = told + (said.total.of > 0), inside + within
        seen = f"{said.total.right:3} of {said.total.of:3} ({said.total.low:.3f} to {said.total.high:.3f})"
        verdict = f"truth {truth.right} of {truth.of}: {share:.3f} {'inside' if within else 'OUTSIDE'}"
        where = f"{number:3} {game:16} blur {haze.blur_px:.1f} light {haze.light:.2f}"
        print(f"{where}: {seen}, {verdict}; silent {said.silent}, made up {len(said.made_up)}", flush=True)
    print(f"{inside} of {told} intervals hold the truth")


if __name__ == "__main__":
    main()
