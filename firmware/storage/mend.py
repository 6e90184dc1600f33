"""A row with one wrong bit, as an ageing card leaves them: its checksum tells which bit it was.

A CRC-32 tells each single bit of a row of up to 11 kB from all others (its Hamming distance there is 4 and more:
P. Koopman, "32-Bit Cyclic Redundancy Codes for Internet Applications", 2002).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from firmware.storage.schema import BETWEEN, seal

Value = str | int


@dataclass(frozen=True, slots=True)
class MendLimits:
    """How hard a bit is looked for."""

    most_bytes: int = 11_000
    """Of a text: beyond that the checksum could name two bits."""
    rows: int = 50
    """So many rows of a journal: each takes up to half a second on a Pi, and one that is damaged all over has no such
    bit."""
    int_bits: int = 48
    """Numbers are looked through up to this bit; none is larger."""


LIMITS = MendLimits()
INT_BYTES = (1, 2, 3, 4, 6, 8)
"""How many bytes SQLite keeps a number in: a wrong uppermost bit changes its sign."""


def mended(fields: tuple[object, ...], checksum: object) -> tuple[Value, ...] | None:
    """The fields of a row as they were before one bit of them, or of its checksum, went wrong; None if it was more."""
    if not all(isinstance(field, Value) for field in fields) or not isinstance(checksum, int):
        return None
    row: tuple[Value, ...] = tuple(field for field in fields if isinstance(field, Value))
    if (seal(*row) ^ checksum).bit_count() == 1:
        return row
    for at, field in enumerate(row):
        front, back = row[:at], row[at + 1 :]
        found = _text(front, field, back, checksum) if isinstance(field, str) else _number(front, field, back, checksum)
        if found is not None:
            return (*front, found, *back)
    return None


def _number(front: tuple[Value, ...], number: int, back: tuple[Value, ...], checksum: int) -> int | None:
    return next((other for other in _numbers(number) if seal(*front, other, *back) == checksum), None)


def _numbers(number: int) -> Iterator[int]:
    """The numbers that are a bit off."""
    yield from (number ^ 1 << bit for bit in range(LIMITS.int_bits))
    yield from (number ^ -1 << 8 * width - 1 for width in INT_BYTES)


def _text(front: tuple[Value, ...], text: str, back: tuple[Value, ...], checksum: int) -> str | None:
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    if len(data) > LIMITS.most_bytes:
        return None
    before, after = _joined(front, b"", BETWEEN), _joined(back, BETWEEN, b"")
    begun = crc32(before)
    for at in range(len(data)):
        for bit in range(8):
            data[at] ^= 1 << bit
            if crc32(after, crc32(data[at:], begun)) == checksum:
                return data.decode("utf-8", "surrogateescape")
            data[at] ^= 1 << bit
        begun = crc32(data[at : at + 1], begun)
    return None


def _joined(fields: tuple[Value, ...], first: bytes, last: bytes) -> bytes:
    """Neighbours of a field as the checksum takes them."""
    return b"".join(first + str(field).encode("utf-8", "surrogateescape") + last for field in fields)
