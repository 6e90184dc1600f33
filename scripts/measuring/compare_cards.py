"""Compares ways to name cards on photographs: accuracy and time side by side, for docs/card-reader.md.

    scripts/measuring/compare_cards.py ../shared/photos/cards/* --most 25

All see the same outlines and the same taught faces; they differ in how a face is named.

- hash: a 64-bit DCT hash of the straightened card, the nearest face within 18 bits
- keypoints: SIFT keypoints of the whole picture that agree on a place, the face with most of them there
- glance: colours and finer light at 32 px, the face with the greatest cosine
- reader: what ships: faces aligned with the card and compared where they differ
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import SIZES, Deck, Keypoints
from vision.cards.deck.geometry import Picture, inside, overlap
from vision.cards.deck.templates import FaceTemplates
from vision.cards.learn.folder import learn_deck
from vision.cards.propose.keypoints import LIMITS as KEYPOINTS
from vision.cards.propose.keypoints import picture_keypoints, quads_by_votes, strongest_keypoints
from vision.cards.propose.outlines import outlines
from vision.cards.reader import CardReader
from vision.reading import Floats, Image

Found = list[tuple[str, Floats]]
BITS = 18


def by_hash(deck: Deck) -> Callable[[Image], Found]:
    """Names each outline by the nearest hash."""
    hashes = np.stack([_hash(image) for image in deck.images])
    turns = 4 if deck.symmetry == 4 else 2

    def read(image: Image) -> Found:
        picture, found = Picture(image), []
        for quad in outlines(image, deck.aspect, deck.round):
            for turn in range(turns):
                turned = np.roll(quad, -turn * (4 // turns), axis=0)
                off = (hashes != _hash(picture.straighten(turned, (64, 64)))).sum(axis=1)
                found.append((float(-off.min()), deck.cards[int(off.argmin())], quad))
        return _apart([one for one in found if one[0] >= -BITS])

    return read


def _hash(image: Image) -> np.ndarray[Any, Any]:
    grey = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (32, 32), interpolation=cv2.INTER_AREA)
    low = cv2.dct(grey.astype(np.float32))[:8, :8].reshape(-1)
    return np.asarray(low > np.median(low))


def by_keypoints(deck: Deck) -> Callable[[Image], Found]:
    """Names each place on which keypoints agree by the face that most of them are of."""
    large = [np.asarray(cv2.resize(image, None, fx=2, fy=2), np.uint8) for image in deck.images]
    taught = [strongest_keypoints(image, KEYPOINTS.taught_keypoints, 2 * SIZES.face_width_px) for image in large]
    owner = np.repeat(np.arange(len(taught)), [len(one) for one in taught])
    model = Keypoints(
        np.concatenate([one.descriptors for one in taught]), np.concatenate([one.places for one in taught])
    )

    def read(image: Image) -> Found:
        points = picture_keypoints(image)
        found = []
        for quad in quads_by_votes(points, model, 1 / deck.aspect):
            looks = points.descriptors[inside(points.places[:, :2], [quad])].astype(np.float32)
            if len(looks) >= 4:
                votes = np.bincount(owner[(looks @ model.descriptors.astype(np.float32).T).argmax(axis=1)])
                found.append((float(votes.max()), deck.cards[int(votes.argmax())], quad))
        return _apart([one for one in found if one[0] >= 5])

    return read


def by_glance(deck: Deck) -> Callable[[Image], Found]:
    """Names each outline by the face that it resembles most at 32 px."""
    faces = FaceTemplates(deck)

    def read(image: Image) -> Found:
        picture, found = Picture(image), []
        for quad in outlines(image, deck.aspect, deck.round):
            likeness, _ = faces.likeness_and_turns(picture, quad)
            if likeness.max() > 0.55:
                found.append((float(likeness.max()), deck.cards[int(likeness.argmax())], quad))
        return _apart(found)

    return read


def by_reader(deck: Deck) -> Callable[[Image], Found]:
    """What ships."""
    reader = CardReader(deck)
    return lambda image: [(c.card, np.array(c.quad, np.float32)) for c in reader.read(image).cards if c.card]


def _apart(found: Sequence[tuple[float, str, Floats]]) -> Found:
    kept: Found = []
    for _, name, quad in sorted(found, key=lambda one: -one[0]):
        if not any(overlap(quad, other) > 0.5 for _, other in kept):
            kept.append((name, quad))
    return kept


METHODS = {"hash": by_hash, "keypoints": by_keypoints, "glance": by_glance, "reader": by_reader}


def right(truth: Sequence[dict[str, Any]], found: Found) -> int:
    """How many true cards a find of their name covers."""
    free, count = list(found), 0
    for card in truth:
        quad, box = card.get("quad"), card.get("box", (0, 0, 0, 0))
        middle = np.array(quad).mean(axis=0) if quad else np.array(box[:2]) + np.array(box[2:]) / 2
        for one in free:
            low, high = one[1].min(axis=0), one[1].max(axis=0)
            if one[0] == card["card"] and (middle >= low).all() and (middle <= high).all():
                free = [other for other in free if other is not one]
                count += 1
                break
    return count


def _picture(file: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(file))
    if picture is None:
        sys.exit(f"{file} is no picture")
    return np.asarray(picture, np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=25, help="pictures a folder")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("| folder | " + " | ".join(f"{name}: right / false, ms" for name in METHODS) + " |")
    for folder in args.folders:
        if not (folder / "annotations.json").exists():
            continue
        notes = json.loads((folder / "annotations.json").read_text())
        taught = notes["references"]
        pictures = [(f"{r['card']}.{i}.jpg", _picture(folder / r["file"])) for i, r in enumerate(taught)]
        deck = with_lookalikes(learn_deck("deck", pictures))
        scenes = random.Random(args.seed).sample(notes["scenes"], min(args.most, len(notes["scenes"])))
        row = [_row(method(deck), folder, scenes) for method in METHODS.values()]
        print(f"| {folder.name} | {' | '.join(row)} |", flush=True)


def _row(read: Callable[[Image], Found], folder: Path, scenes: Sequence[dict[str, Any]]) -> str:
    cards = sum(len(scene["cards"]) for scene in scenes)
    good = wrong = 0
    times = []
    for scene in scenes:
        image = np.asarray(cv2.imread(str(folder / scene["file"])), np.uint8)
        began = time.process_time()
        found = read(image)
        times.append(time.process_time() - began)
        covered = right(scene["cards"], found)
        good, wrong = good + covered, wrong + len(found) - covered
    return f"{good / cards:.0%} / {wrong / cards:.0%}, {1000 * np.median(times):.0f}"


if __name__ == "__main__":
    main()
