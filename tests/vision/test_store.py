"""Files of arrays from anywhere: what they claim is checked before memory is given for it."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from vision.cards.deck.deck import SIZES, Deck, Keypoints
from vision.cards.deck.store import kind_of, read, write
from vision.dice.crops import LIMITS as CROPS
from vision.dice.taught import Taught, read_dice, write_dice
from vision.store import LIMITS, BadTeaching, read_arrays

WIDTH = SIZES.face_width_px
KEYS = Keypoints(np.zeros((5, 128), np.uint8), np.zeros((5, 4), np.float32))
DECK = Deck("harbour", ("a", "b"), np.zeros((2, 180, WIDTH, 3), np.uint8), (0, 1), False, KEYS, {0: ((1, None),)})
DICE = Taught(
    "mine",
    ("die-1", "die-2"),
    np.zeros((2, CROPS.fine_crop_px, CROPS.fine_crop_px, 3), np.uint8),
    np.array([0, 1]),
    np.array([0, 1]),
    np.zeros((2, CROPS.closeup_px, CROPS.closeup_px, 3), np.uint8),
)


def packed(file: Path, parts: dict[str, bytes], method: int = ZIP_DEFLATED) -> Path:
    with ZipFile(file, "w", method) as zipped:
        for name, data in parts.items():
            zipped.writestr(f"{name}.npy", data)
    return file


def array(value: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, value, allow_pickle=True)
    return stream.getvalue()


def claiming(shape: str, data: bytes = b"") -> bytes:
    """An array whose header claims a shape that its bytes have not."""
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}".ljust(117).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


def test_arrays_come_back_as_they_were_written(tmp_path: Path) -> None:
    parts = {"a": np.arange(6).reshape(2, 3), "b": np.array("name"), "c": np.zeros((0, 4, 2), np.float32)}
    np.savez_compressed(tmp_path / "parts.npz", **parts, d=np.asfortranarray(parts["a"]))
    found = read_arrays(tmp_path / "parts.npz")
    assert found.keys() == {"a", "b", "c", "d"}
    assert all(np.array_equal(found[name], value) for name, value in (parts | {"d": parts["a"]}).items())


HOSTILE: dict[str, Callable[[Path], object]] = {
    "claims 10^10 bytes": lambda file: packed(file, {"crops": claiming("(10000000000,)")}),
    "claims less than nothing": lambda file: packed(file, {"crops": claiming("(-2, -2)", bytes(4))}),
    "holds objects": lambda file: packed(file, {"crops": array(np.array([{}], dtype=object))}),
    "unpacks to more": lambda file: packed(file, {"crops": array(np.zeros(LIMITS.unpacked_bytes, np.uint8))}),
    "is packed otherwise": lambda file: packed(file, {"crops": array(np.zeros(9))}, ZIP_BZIP2),
    "holds many parts": lambda file: packed(file, {str(n): b"" for n in range(500)}),
    "is no zip": lambda file: file.write_bytes(array(np.zeros(9))),
    "is empty": lambda file: file.write_bytes(b""),
    "is random": lambda file: file.write_bytes(Random(1).randbytes(5000)),
    "has a header of a million brackets": lambda file: packed(file, {"crops": claiming("(" * 9000)}),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(tmp_path: Path, hostile: str) -> None:
    HOSTILE[hostile](tmp_path / "set.npz")
    for load in (read, read_dice, kind_of):
        if load is kind_of and "crops" in hostile:
            continue
        with pytest.raises(BadTeaching, match=r"^[^\n]*set\.npz: not a [^\n]*$"):
            load(tmp_path / "set.npz")


def changed(file: Path, **parts: Any) -> Path:
    """The same file with some of its arrays replaced."""
    np.savez(file, **(read_arrays(file) | parts))
    return file


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("name", np.array(["harbour"])),
        ("name", np.array(7)),
        ("name", np.array("a\nb")),
        ("cards", np.array(["a"])),
        ("cards", np.array(["a", "x" * 65])),
        ("images", np.zeros((2, 180, 64, 3), np.uint8)),
        ("images", np.zeros((2, 0, WIDTH, 3), np.uint8)),
        ("images", np.zeros((2, 180, WIDTH, 3), np.float64)),
        ("images", np.zeros((2, 1800, WIDTH, 3), np.uint8)),
        ("turns", np.array([0, 9])),
        ("turns", np.array([0.5, 1])),
        ("round", np.array("yes")),
        ("looks", np.zeros((5, 64), np.uint8)),
        ("places", np.zeros((4, 4), np.float32)),
        ("places", np.full((5, 4), np.nan, np.float32)),
        ("places", np.full((5, 4), np.inf, np.float32)),
        ("known", np.array([0, 7])),
        ("which", np.array([2])),
        ("which", np.array([-1])),
        ("whose", np.array([1])),
        ("where", np.zeros((1, 4), np.float32)),
    ],
)
def test_a_deck_whose_parts_do_not_fit_is_refused(tmp_path: Path, part: str, value: Any) -> None:
    file = write(DECK, tmp_path / "deck.npz")
    assert read(file).lookalikes == DECK.lookalikes
    with pytest.raises(BadTeaching, match="not a taught deck, or damaged"):
        read(changed(file, **{part: value}))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("crops", np.zeros((2, 40, 48, 3), np.uint8)),
        ("owner", np.array([0, 2])),
        ("owner", np.array([0, 0])),
        ("photograph", np.zeros((2, 3), np.int64)),
        ("items", np.array([1, 2])),
    ],
)
def test_a_set_of_dice_whose_parts_do_not_fit_is_refused(tmp_path: Path, part: str, value: Any) -> None:
    file = write_dice(DICE, tmp_path / "dice.npz")
    assert read_dice(file).items == DICE.items
    with pytest.raises(BadTeaching, match="not a taught set of this version, or damaged"):
        read_dice(changed(file, **{part: value}))


@pytest.mark.parametrize("seed", range(40))
def test_a_deck_with_some_wrong_bytes_is_refused_or_read_and_never_a_surprise(tmp_path: Path, seed: int) -> None:
    file, random = write(DECK, tmp_path / "deck.npz"), Random(seed)
    data = bytearray(file.read_bytes())
    for _ in range(3):
        data[random.randrange(len(data))] = random.randrange(256)
    file.write_bytes(data[: random.choice((len(data), random.randrange(len(data))))])
    with suppress(BadTeaching):
        assert read(file).cards
