"""Fits how far the card reader trusts itself, for vision/cards/compare/calibration.py.

    scripts/training/fit_cards.py FOLDER... --drawn hai-noon=FOLDER... --most 40

A FOLDER has references, and scenes with the truth in annotations.json, as `lifeguard scene cards` writes it; those of
--drawn show a built-in deck. Every card that the reader considers is there or not, and of the name or not: curves over
its signs and its leads are fitted so that each folder counts alike. Printed: for each folder left out in turn what the
curves of the others say about it, then those of all. Only pictures whose licence allows teaching belong here.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from firmware.games.decks import built_in
from vision.cards.compare.calibration import EVIDENCE_NAMES, evidence, leads
from vision.cards.compare.calibration import LIMITS as CALIBRATION
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import BACK, Deck
from vision.cards.learn.folder import learn_deck
from vision.cards.reader import CardReader
from vision.reading import Array, Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class CardFitSettings:
    """How the curves are fitted."""

    min_shared_share: float = 0.5
    """Boxes that share this part of the larger one's area are of one card; of the smaller one's, if the name is
    right."""
    tried_nats_per_lead: tuple[float, ...] = (8.0, 10.0, 12.0, 15.0, 18.0, 22.0, 27.0, 33.0)
    """What a lead may say."""
    pull: float = 0.002
    """Weights are pulled to nought by so much."""


FIT = CardFitSettings()


def picture(file: Path) -> Image:
    return np.asarray(cv2.imread(str(file)), np.uint8)


def taught(folder: Path) -> Deck:
    """The deck that a folder's references teach."""
    notes = json.loads((folder / "annotations.json").read_text())
    pictures = [(f"{r['card']}.{i}.jpg", picture(folder / r["file"])) for i, r in enumerate(notes["references"])]
    return with_lookalikes(learn_deck("deck", pictures))


@dataclass(frozen=True)
class Case:
    """A card that the reader considers: its signs and leads, whether a true card lies there, and of its name."""

    folder: str
    signs: tuple[float, ...]
    leads: tuple[float, ...]
    there: bool
    right: bool


def considered(name: str, folder: Path, deck: Deck, most: int, seed: int) -> Iterator[Case]:
    """Every card that the reader considers in some pictures of a folder."""
    reader = CardReader(deck)
    scenes = json.loads((folder / "annotations.json").read_text())["scenes"]
    scenes = [scene for scene in scenes if not scene.get("reject")]
    for scene in random.Random(seed).sample(scenes, min(most, len(scenes))):
        search = reader.search(picture(folder / scene["file"]))
        for found in (*search.found, *search.left_out):
            face = deck.cards[found.matches[0].face]
            if face == BACK:
                continue  # what lies face down is not told
            near = [(card["card"], *shared(found.quad, card)) for card in scene["cards"]]
            right = any(name == face and small > FIT.min_shared_share for name, small, _ in near)
            there = right or any(large > FIT.min_shared_share for _, _, large in near)
            yield Case(name, evidence(deck, found.matches), tuple(leads(deck, found.matches)), there, right)


def shared(quad: Floats, card: dict[str, Any]) -> tuple[float, float]:
    """The area that the boxes round a quad and a true card share, as a part of the smaller's and of the larger's."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    x, y, w, h = card.get("box") or (*np.min(card["quad"], axis=0), *np.ptp(card["quad"], axis=0))
    both = float((np.minimum(high, (x + w, y + h)) - np.maximum(low, (x, y))).clip(0).prod())
    sizes = w * h, float((high - low).prod())
    return both / min(sizes), both / max(sizes)


def steepness(cases: Sequence[Case], weights: Doubles) -> float:
    """How much a lead says: what makes the truth likeliest about the faces that were held up well.

    What was held up beside a card says nothing about its face: a case counts as far as it looks like a card.
    """
    lying = [(case, float(1 / (1 + np.exp(-np.dot(weights, case.signs))))) for case in cases if case.there]
    return max(FIT.tried_nats_per_lead, key=lambda steep: sum(there**2 * _told(case, steep) for case, there in lying))


def _told(case: Case, steep: float) -> float:
    chance = 1 / (1 + float(np.exp(-steep * np.array(case.leads)).sum()))
    return float(np.log(max(chance if case.right else 1 - chance, 1e-3)))


def fitted(rows: Doubles, right: Doubles, weights: Doubles) -> Doubles:
    """The weights of a logistic curve, by Newton's method."""
    found = np.zeros(rows.shape[1])
    pull = FIT.pull * weights.sum() * np.diag(np.r_[0.0, rows[:, 1:].std(axis=0) ** 2])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-(rows @ found).clip(-30, 30)))
        slope = rows.T @ (weights * (chance - right)) + pull @ found
        bend = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + pull + 1e-9 * np.eye(len(found))
        found = found - np.linalg.solve(bend, slope)
    return np.asarray(found)


def evened(folders: Array, right: Doubles) -> Doubles:
    """How much each row counts: large folders more than small ones, but not by their size."""
    counts = np.zeros(len(right))
    for folder in set(folders.tolist()):
        for truth in (0, 1):
            chosen = (folders == folder) & (right == truth)
            counts[chosen] = 1 / np.sqrt(max(chosen.sum(), 1))
    return counts / counts.mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--drawn", action="append", default=[], metavar="DECK=FOLDER")
    parser.add_argument("--most", type=int, default=40, help="pictures a folder")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = [(folder.name, folder, taught(folder)) for folder in args.folders]
    for name, folder in (entry.split("=", 1) for entry in args.drawn):
        sources.append((name, Path(folder), built_in(name)))
    cases = [case for source in sources for case in considered(*source, args.most, args.seed)]
    for name, _, _ in sources:
        weights, steep = learnt([case for case in cases if case.folder != name])
        sure = [case for case in cases if case.folder == name and chance(case, weights, steep) > CALIBRATION.p_certain]
        right = sum(case.right for case in cases if case.folder == name)
        good = sum(case.right for case in sure)
        print(f"{name}: sure of {good} of {right} right ones, and of {len(sure) - good} wrong ones")
    weights, steep = learnt(cases)
    print(
        "EVIDENCE_WEIGHTS",
        dict(zip(EVIDENCE_NAMES, np.round(weights, 2).tolist(), strict=True)),
        "nats_per_lead",
        steep,
    )


def learnt(cases: Sequence[Case]) -> tuple[Doubles, float]:
    """The weights of the signs, and how much a lead says."""
    rows, there = np.array([case.signs for case in cases]), np.array([case.there for case in cases], float)
    weights = fitted(rows, there, evened(np.array([case.folder for case in cases]), there))
    return weights, steepness(cases, weights)


def chance(case: Case, weights: Doubles, steep: float) -> float:
    """How likely the reader would hold a case's name to be."""
    card = 1 / (1 + np.exp(-np.dot(weights, case.signs)))
    return float(card / (1 + np.exp(-steep * np.array(case.leads)).sum()))


if __name__ == "__main__":
    main()
