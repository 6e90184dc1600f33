"""Drawing a mat's places on the phone: what is offered, what fits, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from companion.api import places_routes as wire
from companion.api.backend import BackendBusy, RequestRefused, Stale
from companion.words.language import t
from companion.words.places import label
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.games.deck_size import cards_of
from firmware.games.layouts import card_mm, printed_mat
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import Box, Drawings, DrawnMat
from firmware.observe.observer import Observer
from firmware.observe.table_setup import mat_of
from firmware.storage.images import shrunk
from firmware.update.inputs import Forget

BLOCKS = {"board": r"depth-\d+", "square": r"(ring|inner)-\d+"}
"""Places that are drawn as one, for they lie together on a board."""


@dataclass(frozen=True, slots=True)
class DrawLimits:
    """What may be drawn, and how it is shown."""

    board_share: float = 0.6
    """A board may be drawn so much smaller than the printed one."""
    overlap_mm: float = 1.0
    """Places may overlap by so much: fingers are no rulers."""
    mat_area_share: float = 0.03
    """The mat covers at least this share of the picture."""
    start_share: float = 0.8
    """A mat that nobody drew yet is offered as large as this share of the picture."""
    still_width_px: int = 1280
    """Stills are shown at no more than this width."""


LIMITS = DrawLimits()


class TableDrawing:
    """`companion.api.places_routes.Drawing` around a device and its observer."""

    def __init__(self, device: Device, observer: Observer, drawings: Drawings) -> None:
        self._device, self._observer, self._drawings = device, observer, drawings

    def places(self) -> wire.Places:
        game = self._device.table.match.game.name
        zones, drawn = self._printed(), self._drawings.of(self._mat)
        still = self._observer.still
        picture = None if still is None else (still.shape[1], still.shape[0])
        return wire.Places(
            game=game,
            title=GAMES[game].title,
            size=tuple(zones["size_mm"]),
            card=card_mm(zones),
            picture=picture,
            corners=self._observer.corners_of(drawn) if drawn else _start(zones, picture or (16, 9)),  # type: ignore[arg-type]
            parts=parts(zones, drawn.zones if drawn else {}),
            drawn=drawn is not None,
            fault=dict(self._device.table.faults).get("camera", ""),
        )

    def still(self) -> bytes | None:
        image = self._observer.still
        if image is None:
            return None
        shown = shrunk(image, LIMITS.still_width_px / image.shape[1])
        return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()

    def draw(self, drawn: wire.Draw) -> wire.Places:
        still = self._observer.still
        if still is None:
            raise RequestRefused(t("The camera has given no picture of the table at rest yet"))
        self._check(drawn.game)
        zones = self._printed()
        if wrong := misfit(zones, drawn):
            raise RequestRefused(wrong)
        wide, deep = zones["size_mm"]
        boxes = drawn_zones(zones, drawn.boxes)
        made = DrawnMat(drawn.corners, boxes, still, (float(wide), float(deep)), card_mm(zones))
        if not made.holds:
            raise RequestRefused(
                t(
                    "This table looks so plain that a moved camera could not be noticed: lay a patterned cloth, or a "
                    "few strips of tape round the places, and draw again"
                )
            )
        try:
            self._drawings.keep(self._mat, made)
        except OSError as error:
            raise BackendBusy(t("The places could not be kept: {why}", why=error.strerror)) from error
        return self._anew()

    def printed(self, change: wire.Printed) -> wire.Places:
        self._check(change.game)
        self._drawings.forget(self._mat)
        return self._anew()

    @property
    def _mat(self) -> str:
        """Which mat the match that is on lies on."""
        return mat_of(self._device.table.match)

    def _printed(self) -> dict[str, Any]:
        """The mat as it is printed for the cards that are taught."""
        deck = PROFILES[self._device.table.match.game.name].deck
        return printed_mat(self._mat, cards_of(deck, self._drawings.home))

    def _check(self, game: str) -> None:
        """Raises Stale if another game is on by now."""
        if game != self._device.table.match.game.name:
            raise Stale(t("Another game is on by now: open this page again"))

    def _anew(self) -> wire.Places:
        """The table is looked at anew: nothing lies where it lay before."""
        self._device.put(Forget())
        self._observer.look_anew()
        return self.places()


def parts(zones: Mapping[str, Any], drawn: Mapping[str, Box]) -> tuple[wire.PlaceView, ...]:
    """The parts of a mat: its places as printed, or as drawn, those of a board as one."""
    now = zones["zones"] | dict(drawn)
    return tuple(
        wire.PlaceView(
            name=part,
            label=label(part),
            box=_around([now[name] for name in names]),
            least=_least(zones, part, names),
            cells=tuple(_within(_around([now[n] for n in names]), now[name]) for name in names)
            if len(names) > 1
            else (),
        )
        for part, names in _grouped(zones["zones"]).items()
    )


def drawn_zones(zones: Mapping[str, Any], boxes: Mapping[str, Box]) -> dict[str, Box]:
    """The places (mm) that follow from the boxes of the parts: a board's own keep their shares of it."""
    made: dict[str, Box] = {}
    for part, names in _grouped(zones["zones"]).items():
        left, top, wide, high = boxes[part]
        around = _around([zones["zones"][name] for name in names])
        for name in names:
            x, y, w, h = _within(around, zones["zones"][name])
            made[name] = (left + x * wide, top + y * high, w * wide, h * high)
    return made


def misfit(zones: Mapping[str, Any], drawn: wire.Draw) -> str:
    """What is wrong with places that were drawn, in a sentence; "" for nothing."""
    corners = np.array(drawn.corners, np.float32)
    if not cv2.isContourConvex(corners) or cv2.contourArea(corners, oriented=True) < LIMITS.mat_area_share:
        return t("The four corners must lie as the mat's do: clockwise from its top left, and not too close together")
    known = parts(zones, {})
    if missing := {part.name for part in known} ^ drawn.boxes.keys():
        return t("Each place of the mat is drawn once; {place} does not fit", place=sorted(missing)[0])
    size = zones["size_mm"]
    for part in known:
        x, y, w, h = drawn.boxes[part.name]
        if min(x, y) < -LIMITS.overlap_mm or x + w > size[0] + LIMITS.overlap_mm or y + h > size[1] + LIMITS.overlap_mm:
            return t("{place} reaches over the edge of the mat", place=part.label)
        if w < part.least[0] - LIMITS.overlap_mm or h < part.least[1] - LIMITS.overlap_mm:
            width, height = (round(side) for side in part.least)
            return t(
                "{place} is too small: it needs {width} x {height} mm", place=part.label, width=width, height=height
            )
    labels = {part.name: part.label for part in known}
    for one, other in combinations(drawn.boxes, 2):
        if _overlap(drawn.boxes[one], drawn.boxes[other]):
            return t("{place} and {other} overlap", place=labels[one], other=labels[other])
    return ""


def _grouped(zones: Mapping[str, Any]) -> dict[str, list[str]]:
    """Part -> its places."""
    grouped: dict[str, list[str]] = {}
    for name in zones:
        part = next((block for block, pattern in BLOCKS.items() if re.fullmatch(pattern, name)), name)
        grouped.setdefault(part, []).append(name)
    return grouped


def _least(zones: Mapping[str, Any], part: str, names: list[str]) -> tuple[float, float]:
    """The least width and height of a part: a card must fit in where one does on the printed mat."""
    _, _, wide, high = _around([zones["zones"][name] for name in names])
    if len(names) > 1 or "card_mm" not in zones:
        return LIMITS.board_share * wide, LIMITS.board_share * high
    across, along = sorted(card_mm(zones))
    lies = zones.get("turns", {}).get(part, 0) % 180 == 90
    card = (along, across) if lies else (across, along)
    return min(wide, card[0]), min(high, card[1])


def _around(boxes: list[Box]) -> Box:
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, low = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return left, top, right - left, low - top


def _within(around: Box, box: Box) -> Box:
    """A box as shares of the one around it."""
    return (
        (box[0] - around[0]) / around[2], (box[1] - around[1]) / around[3], box[2] / around[2], box[3] / around[3],
    )  # fmt: skip


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return min(across, down) > LIMITS.overlap_mm


def _start(zones: Mapping[str, Any], picture: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    """The mat as large as it goes in the middle of the picture, seen from straight above."""
    wide, high = zones["size_mm"]
    scale = LIMITS.start_share * min(picture[0] / wide, picture[1] / high)
    x, y = scale * wide / picture[0] / 2, scale * high / picture[1] / 2
    return (0.5 - x, 0.5 - y), (0.5 + x, 0.5 - y), (0.5 + x, 0.5 + y), (0.5 - x, 0.5 + y)
