"""Taught decks: each kept as one file, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vision.cards.deck.deck import SIZES, Deck, Keypoints, Lookalikes
from vision.reading import Array, Floats
from vision.store import DAMAGED, NAME, BadTeaching, check_arrays, read_arrays, write_arrays

ARRAYS: Mapping[str, tuple[str, tuple[int | str, ...]]] = {
    "name": ("U", ()), "cards": ("U", ("N",)), "turns": ("i", ("N",)),
    "images": ("u1", ("N", "high", SIZES.face_width_px, 3)),
    "round": ("b", ()), "looks": ("u1", ("K", 128)), "places": ("f4", ("K", 4)), "known": ("i", ("known",)),
    "whose": ("i", ("M",)), "which": ("i", ("M",)), "where": ("f4", ("M", 4, 2)),
}  # fmt: skip
"""What a deck is kept as."""
SIZE_MM = {"card_mm": ("f8", (2,))}
"""The size of its cards, kept where it is known; decks that were taught before sizes were have none."""
LEAST_ASPECT = 0.25
"""Short side over long one of the longest cards."""
LEAST_MM, MOST_MM = 20.0, 200.0
"""The sides of cards."""
TURNS = 3
"""Quarters that a face may be turned by."""


def file_of(name: str, home: Path) -> Path:
    """Where a deck of that name is kept."""
    return home / "decks" / f"{name}.npz"


def save(deck: Deck, home: Path) -> Path:
    """Keeps a deck under `home`, whole or not at all; the file."""
    return write(deck, file_of(deck.name, home))


def write(deck: Deck, file: Path, kind: str = "deck") -> Path:
    """Writes a deck to a file, whole or not at all; `kind` says what is kept as decks are: it, tiles or tokens."""
    parts: dict[str, Any] = {
        "name": np.array(deck.name), "cards": np.array(deck.cards), "images": deck.images,
        "turns": np.array(deck.turns), "round": np.array(deck.round), "looks": deck.keypoints.descriptors,
        "places": deck.keypoints.places, "kind": np.array(kind), **_flat(deck.lookalikes),
    }  # fmt: skip
    if deck.card_mm is not None:
        parts["card_mm"] = np.array(deck.card_mm, np.float64)
    return write_arrays(parts, file)


def load(name: str, home: Path) -> Deck | None:
    """The taught deck of that name, or None if there is none. Raises BadTeaching for a damaged file."""
    file = file_of(name, home)
    return read(file) if NAME.fullmatch(name) and file.exists() else None


def read(file: Path) -> Deck:
    """The deck in a file. Raises BadTeaching if there is none or it is damaged."""
    try:
        parts = read_arrays(file)
        check_arrays(parts, ARRAYS)
        _check_numbers(parts)
        return Deck(
            str(parts["name"]), tuple(str(card) for card in parts["cards"]), parts["images"],
            tuple(int(turn) for turn in parts["turns"]), bool(parts["round"]),
            Keypoints(parts["looks"], parts["places"]), _twins(parts), _card_mm(parts),
        )  # fmt: skip
    except DAMAGED as error:
        raise BadTeaching(f"{file}: not a taught deck, or damaged: teach it again, or remove the file") from error


def _check_numbers(parts: Mapping[str, Array]) -> None:
    """Raises ValueError if the parts do not fit together."""
    count, high, wide = parts["images"].shape[:3]
    faces = np.concatenate([parts["known"], parts["whose"], parts["which"]])
    if not count or not LEAST_ASPECT <= wide / max(high, 1) <= 1:
        raise ValueError("the faces are no cards")
    if (faces < 0).any() or (faces >= count).any() or not set(parts["whose"]) <= set(parts["known"]):
        raise ValueError("faces are mistaken for some that there are not")
    if (abs(parts["turns"]) > TURNS).any() or np.isnan(parts["places"]).any():
        raise ValueError("faces lie in no direction")


def _card_mm(parts: Mapping[str, Array]) -> tuple[float, float] | None:
    """The size of the cards, if it was kept. Raises ValueError for one that no card has."""
    if "card_mm" not in parts:
        return None
    check_arrays(parts, SIZE_MM)
    short, long = (float(side) for side in parts["card_mm"])
    if not LEAST_MM <= short <= long <= MOST_MM:
        raise ValueError("the cards are of no size")
    return short, long


def kind_of(file: Path) -> str:
    """What is in a file to carry elsewhere: deck, tiles, tokens or dice. Raises BadTeaching for any other file."""
    try:
        parts = read_arrays(file)
        return "dice" if "crops" in parts else str(parts["kind"])
    except FileNotFoundError as error:
        raise BadTeaching(f"{file}: no such file") from error
    except DAMAGED as error:
        raise BadTeaching(f"{file}: not a file that `lifeguard deck export` wrote, or damaged") from error


def _flat(twins: Lookalikes) -> dict[str, Array]:
    """Twins as arrays: whose (M,), which (M,), and where (M, 4, 2), NaN for just there."""
    rows = [(face, other, unit) for face, found in twins.items() for other, unit in found]
    nowhere = np.full((4, 2), np.nan, np.float32)
    return {
        "known": np.array(list(twins), np.int32),
        "whose": np.array([face for face, _, _ in rows], np.int32),
        "which": np.array([other for _, other, _ in rows], np.int32),
        "where": np.array([nowhere if unit is None else unit for _, _, unit in rows], np.float32).reshape(-1, 4, 2),
    }


def _twins(parts: Any) -> Lookalikes:
    found: dict[int, list[tuple[int, Floats | None]]] = {int(face): [] for face in parts["known"]}
    for face, other, unit in zip(parts["whose"], parts["which"], parts["where"], strict=True):
        found[int(face)].append((int(other), None if np.isnan(unit).any() else unit))
    return {face: tuple(others) for face, others in found.items()}
