"""Mats for cards of another size: the layouts are drawn for 63 x 88 mm, and each place for cards grows or shrinks.

Everything keeps its order: what lay left of, or above, something else still does. Boards, places for tiles and tokens,
and markers keep their sizes. What is free to lie here or there is spread as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.art.card_sizes import CardSize

Layout = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, width, height, mm."""

MOST_GAP_MM = 10.0
"""Gaps between places that are wider may close to this."""
TOUCHING_MM = 0.05
"""Places that overlap by no more than this only touch."""
QUIET_SHARE = 1 / 6
"""The white rim of a marker, as a part of its edge."""


def card_places(layout: Layout) -> tuple[str, ...]:
    """The zones of a mat as it ships in which a card has room."""
    least = min(layout.get("card_mm", (0.0, 0.0)))
    return tuple(name for name, (_, _, wide, high) in layout["zones"].items() if 0 < least <= min(wide, high))


def sized(layout: Layout, card_mm: CardSize) -> dict[str, Any]:
    """The layout of a mat for cards of that size (width, height mm)."""
    if tuple(layout.get("card_mm", card_mm)) == tuple(card_mm):
        return dict(layout)
    scales = {name: _scale(layout, name, card_mm) for name in card_places(layout)}
    blocks = _blocks(layout, scales)
    (xs, wide), (ys, deep) = (_placed(blocks, scales, axis, layout["size_mm"][axis]) for axis in (0, 1))
    moved = {name: (xs[n] - box[0], ys[n] - box[1]) for n, (box, names) in enumerate(blocks) for name in names}
    zones = {name: _moved(zone, moved[name], scales.get(name, (1.0, 1.0))) for name, zone in layout["zones"].items()}
    markers = [
        marker | {axis: round(marker[axis] + off, 1) for axis, off in zip("xy", moved[str(marker["id"])], strict=True)}
        for marker in layout["markers"]
    ]
    spread = {
        name: [step * scale for step, scale in zip(steps, scales.get(name, (1.0, 1.0)), strict=True)]
        for name, steps in layout["spread"].items()
    }
    changed = {"size_mm": [wide, deep], "card_mm": list(card_mm), "zones": zones, "markers": markers, "spread": spread}
    return dict(layout) | changed


def _scale(layout: Layout, name: str, card_mm: CardSize) -> tuple[float, float]:
    """How many times as wide and as high a place for cards becomes."""
    width, height = (new / old for new, old in zip(card_mm, layout["card_mm"], strict=True))
    return (height, width) if layout["turns"].get(name, 0) % 180 == 90 else (width, height)


def _moved(zone: Sequence[float], off: tuple[float, float], scale: tuple[float, float]) -> list[float]:
    x, y, wide, high = zone
    return [round(v, 2) for v in (x + off[0], y + off[1], wide * scale[0], high * scale[1])]


def _blocks(layout: Layout, scales: Mapping[str, Any]) -> list[tuple[Box, tuple[str, ...]]]:
    """What moves as one: each place for cards, each marker with its white rim, and places of a board that touch."""
    boxes: list[tuple[Box, tuple[str, ...]]] = []
    for marker in layout["markers"]:
        rim = marker["size"] * QUIET_SHARE
        edge = marker["size"] + 2 * rim
        boxes.append(((marker["x"] - rim, marker["y"] - rim, edge, edge), (str(marker["id"]),)))
    for name, (x, y, wide, high) in layout["zones"].items():
        box, names = (float(x), float(y), float(wide), float(high)), (name,)
        while name not in scales and (touched := next((b for b in boxes if _touch(b, box, scales)), None)):
            boxes.remove(touched)
            box, names = _around(touched[0], box), (*touched[1], *names)
        boxes.append((box, names))
    return boxes


def _touch(block: tuple[Box, tuple[str, ...]], box: Box, scales: Mapping[str, Any]) -> bool:
    """Whether a block is a board's, and touches the box of another place of it."""
    if block[1][0] in scales or block[1][0].isdigit():
        return False
    return all(_gap(block[0], box, axis) <= TOUCHING_MM and _gap(box, block[0], axis) <= TOUCHING_MM for axis in (0, 1))


def _around(one: Box, other: Box) -> Box:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, low = (max(one[axis] + one[axis + 2], other[axis] + other[axis + 2]) for axis in (0, 1))
    return left, top, right - left, low - top


def _gap(before: Box, after: Box, axis: int) -> float:
    """How far one box begins after another ends, mm; negative if it does not."""
    return after[axis] - before[axis] - before[axis + 2]


def _placed(
    blocks: Sequence[tuple[Box, tuple[str, ...]]], scales: Mapping[str, tuple[float, float]], axis: int, full: float
) -> tuple[list[float], float]:
    """Where each block begins along an axis, mm, and how long the mat is.

    Each may lie anywhere between its first place, where all before it stand close, and its last. As far between them as
    it was from the one edge to the other all keep clear of each other, as every step between the two does.
    """
    boxes = [box for box, _ in blocks]
    length = [box[axis + 2] * scales.get(names[0], (1.0, 1.0))[axis] for box, names in blocks]
    order = sorted(range(len(boxes)), key=lambda n: boxes[n][axis])
    first, after = [0.0] * len(boxes), [0.0] * len(boxes)
    for n in order:
        room = [first[m] + length[m] + gap for m in order if (gap := _kept(boxes[m], boxes[n], axis)) is not None]
        first[n] = max(room, default=0.0)
        first[n] = max(first[n], min(boxes[n][axis], MOST_GAP_MM))
    for n in reversed(order):
        room = [after[m] + length[m] + gap for m in order if (gap := _kept(boxes[n], boxes[m], axis)) is not None]
        after[n] = max(room, default=0.0)
        after[n] = max(after[n], min(full - boxes[n][axis] - boxes[n][axis + 2], MOST_GAP_MM))
    whole = round(max(f + size + a for f, size, a in zip(first, length, after, strict=True)), 1)
    shares = [box[axis] / max(full - box[axis + 2], 1e-6) for box in boxes]
    lasts = [whole - a - size for a, size in zip(after, length, strict=True)]
    return [f + share * (last - f) for f, last, share in zip(first, lasts, shares, strict=True)], whole


def _kept(before: Box, after: Box, axis: int) -> float | None:
    """The gap that must stay between two blocks; None if the one does not end before the other begins."""
    gap = _gap(before, after, axis)
    return min(max(gap, 0.0), MOST_GAP_MM) if gap >= -TOUCHING_MM else None
