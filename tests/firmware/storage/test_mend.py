"""One wrong bit in a journal's row: the checksum tells which it was."""

from __future__ import annotations

import random

import pytest

from firmware.storage.mend import LIMITS, mended
from firmware.storage.schema import seal

ROW = (7, 120, "2026-03-01T10:00:00.000+00:00", '{"game": "shark-attacks", "players": ["Zoë", "Åsa"]}', 41, 8812345678)


@pytest.mark.parametrize("seed", range(20))
def test_any_wrong_bit_of_a_text_is_found(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(ROW[3].encode())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    wrong = (*ROW[:3], data.decode("utf-8", "surrogateescape"), *ROW[4:])
    assert mended(wrong, seal(*ROW)) == ROW


@pytest.mark.parametrize("count", [41 ^ 1, 41 ^ 64, 41 - 128])
def test_so_is_that_of_a_number_its_sign_included(count: int) -> None:
    assert mended((*ROW[:4], count, ROW[5]), seal(*ROW)) == ROW


def test_a_wrong_bit_of_the_checksum_hurts_nothing() -> None:
    assert mended(ROW, seal(*ROW) ^ 1 << 30) == ROW


def test_two_wrong_bits_are_left_alone() -> None:
    chance = random.Random(1)
    for _ in range(50):
        data = bytearray(ROW[3].encode())
        for at in chance.sample(range(len(data)), 2):
            data[at] ^= 1 << chance.randrange(8)
        assert mended((*ROW[:3], data.decode("utf-8", "surrogateescape"), *ROW[4:]), seal(*ROW)) is None


@pytest.mark.parametrize("wrong", [(*ROW[:3], b"{}", *ROW[4:]), (*ROW[:3], None, *ROW[4:])])
def test_what_has_another_type_is_left_alone(wrong: tuple[object, ...]) -> None:
    assert mended(wrong, seal(*ROW)) is None


def test_a_very_long_text_is_left_alone() -> None:
    text = "a" * (LIMITS.most_bytes + 1)
    assert mended(("b" + text[1:],), seal(text)) is None
