#!/usr/bin/env python3
"""Measures how cards that lie face down, and cards of no taught face, are read among known ones.

    scripts/measuring/reading/face_down.py --seed 7 --tables 50

Each table has a deck of its own: art that is drawn by chance, 13 faces of it taught, and a back. On every card the
back's print lies a little otherwise, as real ones are cut; every second deck's print has no place of its own at all.
16 cards lie on each table: mostly face down, a half of them, or few of them and others of faces that were never taught.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from hardware.art import deck as deck_art
from hardware.art.folder import ArtFolder
from hardware.scene import render
from hardware.scene.random.card_scene import card_scene
from hardware.scene.world.cards import SeenCard, seen_cards
from hardware.scene.world.scene import Scene
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.geometry import area, overlap
from vision.cards.learn.folder import learn_deck
from vision.cards.reader import CardReader
from vision.reading import CardReading, Image, Reading

Floats = NDArray[np.float32]
DECK = "invented"
WIDTH, HEIGHT = 252, 352
"""Size at which cards are drawn, px: four a mm."""
TAUGHT, UNKNOWN = 13, 6
"""Faces that are taught, and faces that are not."""
DOWN, MIXED, STRANGE = "14 of 16 down", "half down", "unknown faces"
"""What lies on the tables, in turn."""
SHARES: Mapping[str, tuple[float, float, float]] = {
    DOWN: (2 / 16, 0.0, 14 / 16), MIXED: (0.5, 0.0, 0.5), STRANGE: (0.45, 0.4, 0.15),
}  # fmt: skip
"""The shares of taught faces, unknown ones and backs."""


@dataclass(frozen=True)
class InventedArt:
    """The faces (13 that are taught, then others) of a deck that nobody prints, and how its back looks when its print
    is moved by so many px."""

    faces: list[Image]
    back: Callable[[float, float], Image]
    wander: float
    """How far the back's print is off its place at most, px."""


def invented(rng: np.random.Generator) -> InventedArt:
    """Art by chance: paintings, framed pictures or signs on white."""
    style = int(rng.integers(3))
    palette = rng.uniform(20, 235, (6, 3)).astype(np.float32)
    faces = [_face(rng, style, palette) for _ in range(TAUGHT + UNKNOWN)]
    loose = bool(rng.random() < 0.5)
    return InventedArt(faces, _back(rng, loose), WIDTH if loose else 10.0)


def _face(rng: np.random.Generator, style: int, palette: Floats) -> Image:
    """A face: a painting to the edge, one in a frame with a bar of text, or signs on white."""
    picture = np.full((HEIGHT, WIDTH, 3), 244, np.float32)
    if style < 2:
        edge = 0 if style == 0 else 18
        high = HEIGHT - (0 if style == 0 else 96)
        picture[edge : high - edge, edge : WIDTH - edge] = _painting(rng, WIDTH - 2 * edge, high - 2 * edge, palette)
        _words(picture, rng, HEIGHT - 84 if style else 22)
    else:
        colour = palette[int(rng.integers(len(palette)))] * 0.7
        for _ in range(int(rng.integers(1, 6))):
            _sign(picture, rng, colour, int(rng.integers(26, 60)))
        for turned in (picture, picture[::-1, ::-1]):
            _sign(turned, np.random.default_rng(int(rng.integers(2**31))), colour, 14, (24, 26))
    return np.asarray(picture.clip(0, 255), np.uint8)


def _painting(rng: np.random.Generator, width: int, height: int, palette: Floats) -> Floats:
    picture = _cloud(rng, width, height, 60)[..., None] * 70 + palette[int(rng.integers(len(palette)))]
    for _ in range(int(rng.integers(5, 12))):
        blob = np.zeros((height, width), np.uint8)
        points = rng.normal(0, 1, (int(rng.integers(3, 8)), 2)) * rng.uniform(15, 60)
        points += rng.uniform(0, 1, 2) * (width, height)
        cv2.fillPoly(blob, [points.astype(np.int32)], 255)
        share = cv2.GaussianBlur(blob, (0, 0), float(rng.uniform(0.6, 3))).astype(np.float32)[..., None] / 255
        colour = palette[int(rng.integers(len(palette)))] + rng.normal(0, 20, 3)
        picture = picture * (1 - share) + colour * share
    return np.asarray(picture, np.float32)


def _cloud(rng: np.random.Generator, width: int, height: int, grain: float) -> Floats:
    """Noise (height, width) of deviation 1, as coarse as `grain` px."""
    noise = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), grain / 3)
    return np.asarray(noise / max(float(noise.std()), 1e-6), np.float32)


def _words(picture: Floats, rng: np.random.Generator, top: int) -> None:
    """A pale bar with a few words on it."""
    bar = np.full((64, WIDTH - 32, 3), (232, 238, 240), np.uint8)
    for row in range(2):
        said = "".join(rng.choice(list("abcdefghiklmnoprstuv  "), 14))
        cv2.putText(bar, said, (8, 26 + 28 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2)
    picture[top : top + 64, 16 : WIDTH - 16] = bar


def _sign(
    picture: Floats, rng: np.random.Generator, colour: Floats, size: int, at: tuple[int, int] | None = None
) -> None:
    x, y = at or (int(rng.integers(60, WIDTH - 60)), int(rng.integers(70, HEIGHT - 70)))
    points = rng.normal(0, 0.8, (int(rng.integers(3, 7)), 2)) * size + (x, y)
    drawn = np.ascontiguousarray(picture)
    cv2.fillPoly(drawn, [points.astype(np.int32)], colour.tolist())
    picture[:] = drawn


def _back(rng: np.random.Generator, loose: bool) -> Callable[[float, float], Image]:
    """A back: a pattern to the edge that may lie anyhow if it is `loose`, or an ornament in a border."""
    ink, paper = rng.uniform(10, 130, 3), rng.uniform(120, 245, 3)
    step, kind, edge = int(rng.integers(14, 40)), int(rng.integers(3)), int(rng.integers(14, 30))
    big = np.zeros((3 * HEIGHT, 3 * WIDTH, 3), np.float32) + paper
    for y in range(-step, len(big) + step, step):
        for x in range(-step, big.shape[1] + step, step):
            if kind == 0:
                cv2.circle(big, (x + step // 2 * (y // step % 2), y), step // 3, ink.tolist(), -1, cv2.LINE_AA)
            elif kind == 1:
                cv2.line(big, (x, y), (x + step, y + step), ink.tolist(), max(step // 5, 2), cv2.LINE_AA)
                cv2.line(big, (x + step, y), (x, y + step), ink.tolist(), max(step // 7, 1), cv2.LINE_AA)
            else:
                points = np.array([(0, 0), (step // 2, step // 3), (step, 0), (step // 2, step - 2)]) + np.array([x, y])
                cv2.fillPoly(big, [points.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    if not loose:
        top, left = HEIGHT + edge, WIDTH + edge
        inner = big[top : 2 * HEIGHT - edge, left : 2 * WIDTH - edge].copy()
        cv2.ellipse(inner, (inner.shape[1] // 2, inner.shape[0] // 2), (70, 92), 0, 0, 360, paper.tolist(), -1)
        cv2.ellipse(inner, (inner.shape[1] // 2, inner.shape[0] // 2), (56, 78), 0, 0, 360, ink.tolist(), 9)
        big[:] = 240
        big[top : 2 * HEIGHT - edge, left : 2 * WIDTH - edge] = inner

    def moved(x: float, y: float) -> Image:
        way = np.array([[1, 0, WIDTH + x], [0, 1, HEIGHT + y]], np.float32)
        cut = cv2.warpAffine(big, way, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return np.asarray(cut.clip(0, 255), np.uint8)

    return moved


def taught(art: InventedArt, rng: np.random.Generator) -> Deck:
    """The deck as one scan of each taught face, and of one back, teaches it."""
    names = [f"face-{number}" for number in range(TAUGHT)]
    pictures = [(f"{name}.png", _scan(face, rng)) for name, face in zip(names, art.faces[:TAUGHT], strict=True)]
    pictures.append((f"{BACK}.png", _scan(art.back(*rng.uniform(-art.wander, art.wander, 2)), rng)))
    return with_lookalikes(learn_deck(DECK, pictures, deck_art.SIZE[0] / deck_art.SIZE[1]))


def _scan(face: Image, rng: np.random.Generator) -> Image:
    soft = cv2.GaussianBlur(face, (0, 0), 0.9).astype(np.float32) * rng.uniform(0.9, 1.0) + rng.normal(0, 3, face.shape)
    return np.asarray(soft.clip(0, 255), np.uint8)


def laid(art: InventedArt, folder: Path, what: str, rng: np.random.Generator, size: tuple[int, int]) -> Scene:
    """A table with 16 of these cards, none cut by the border; `folder` is where their pictures go."""
    faces = deck_art.faces("hai-noon")
    while True:
        made = card_scene("hai-noon", dict.fromkeys(faces, 3), rng, 16, size)
        if len(made.cards) == 16 and not any(seen.cut_off for seen in seen_cards(made.view, made.cards)):
            break
    place = folder / "cards" / DECK
    place.mkdir(parents=True)
    cards = []
    for number, card in enumerate(made.cards):
        name, picture = _dealt(art, what, number, rng)
        cv2.imwrite(str(place / f"{name}.png"), picture)
        sleeve = replace(card.sleeve, rim=None) if card.sleeve else None
        cards.append(replace(card, deck=DECK, name=name, art=ArtFolder(folder), sleeve=sleeve))
    return replace(made, cards=tuple(cards))


def _dealt(art: InventedArt, what: str, number: int, rng: np.random.Generator) -> tuple[str, Image]:
    """The name of a card, and its own picture."""
    kind = int(rng.choice(3, p=SHARES[what]))
    if kind == 2:
        return f"{BACK}-{number}", art.back(*rng.uniform(-art.wander, art.wander, 2))
    face = int(rng.integers(TAUGHT)) if kind == 0 else TAUGHT + int(rng.integers(UNKNOWN))
    return (f"face-{face}" if kind == 0 else f"unknown-{face}"), art.faces[face]


def judged(truth: tuple[SeenCard, ...], reading: Reading) -> Counter[str]:
    """How many cards were read as what."""
    tally: Counter[str] = Counter()
    used: set[int] = set()
    for card in truth:
        quad = np.array(card.quad, np.float32)
        near = [n for n, one in enumerate(reading.cards) if n not in used and _same(quad, one)]
        kind = str(card.name).split("-")[0]
        tally[f"{kind} lie"] += 1
        if not near:
            tally[f"{kind} overlooked"] += 1
            continue
        used.add(near[0])
        tally[f"{kind} {_verdict(card, kind, reading.cards[near[0]])}"] += 1
    tally["invented"] += len(reading.cards) - len(used)
    wrong = any(count for what, count in tally.items() if what.split()[-1] in ("overlooked", "wrong", "invented"))
    tally["silent tables"] += reading.sure and wrong
    tally["sure tables"] += reading.sure
    return tally


def _verdict(card: SeenCard, kind: str, read: CardReading) -> str:
    expected = BACK if kind == BACK else card.name if kind == "face" else None
    if read.card == expected:
        return "right"
    return "unknown" if read.card is None else "doubted" if read.doubt else "wrong"


def _same(quad: Floats, read: CardReading) -> bool:
    other = np.array(read.quad, np.float32)
    sizes = abs(area(quad)) / max(abs(area(other)), 1.0)
    return overlap(quad, other) > 0.7 and 0.6 < sizes < 1.6


def main() -> None:
    """Draws, reads, and prints a table of what came of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--size", type=int, nargs=2, default=(1920, 1080), metavar="PX")
    options.add_argument("--keep", type=Path, help="a folder for the pictures that were not read right")
    chosen = options.parse_args()
    tallies = {what: Counter[str]() for what in SHARES}
    spent: list[float] = []
    for number in range(chosen.tables):
        rng = np.random.default_rng((chosen.seed, number))
        what = [*SHARES][number % len(SHARES)]
        art = invented(rng)
        reader = CardReader(taught(art, rng))
        with tempfile.TemporaryDirectory() as folder:
            scene = laid(art, Path(folder), what, rng, (chosen.size[0], chosen.size[1]))
            picture = render(scene)[0]
        began = time.process_time()
        reading = reader.read(picture)
        spent.append(1000 * (time.process_time() - began))
        tally = judged(seen_cards(scene.view, scene.cards), reading)
        tallies[what] += tally
        print(f"{number:3} {what:14} {spent[-1]:6.0f} ms  {dict(sorted(tally.items()))}", file=sys.stderr, flush=True)
        if chosen.keep and not reading.sure | (tally["silent tables"] > 0):
            chosen.keep.mkdir(exist_ok=True)
            cv2.imwrite(str(chosen.keep / f"{number:03}.png"), picture)
    for what, tally in tallies.items():
        print(f"{what}: {dict(sorted(tally.items()))}")
    print(f"CPU ms a table: median {np.median(spent):.0f}, most {max(spent):.0f}")


if __name__ == "__main__":
    main()
