"""What is said of a mat that was not found, or that was printed for cards of another size, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.words.language import t
from companion.words.pieces import join
from engines.core import said
from firmware.games import layouts
from firmware.observe.table_setup import TableSetup
from hardware.art.card_sizes import REAL_SIZES, CardSize, in_words
from hardware.cameras.frame import Image
from vision.frame import lens
from vision.frame.mat import SeenMarkers
from vision.frame.mat.markers import corners_mm
from vision.reading import Doubles


@dataclass(frozen=True, slots=True)
class MatAdviceLimits:
    """What keeps a camera from seeing markers."""

    dark_level: float = 40.0
    """A picture whose brighter parts (90 of 100 px are darker) are below this has too little light."""
    min_edge_px: float = 16.0
    """Markers whose edges are shorter can hardly be read."""
    soft_share: float = 0.2
    """A picture is out of focus if so little of its detail (of up to 4 px) is fine (of 1 px): of 30 drawn tables
    all had more than 0.23."""


LIMITS = MatAdviceLimits()


def mat_unseen(image: Image, layout: Mapping[str, Any], seen: SeenMarkers | None) -> str:
    """A sentence: which markers of a mat are seen in a picture (BGR uint8), and what to do to find it."""
    names = [_corner(marker, layout["size_mm"]) for marker in layout["markers"] if seen and marker["id"] in seen.ids]
    if len(names) > 1:
        return t("The mat's markers {corners} do not lie as printed: lay one mat, flat and whole.", corners=join(names))
    todo = _advice(image, seen)
    if not names:
        return t("I see none of the mat's markers: {todo}.", todo=todo)
    return t("Of the mat's markers I see only the {corner} one: {todo}.", corner=names[0], todo=todo)


def _advice(image: Image, seen: SeenMarkers | None) -> str:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 90) < LIMITS.dark_level:
        return said("give the table more light")
    if fine_share(grey) < LIMITS.soft_share:
        return said("focus the camera")
    if seen and seen.ids and float(seen.edges_px().max()) < LIMITS.min_edge_px:
        return said("hang the camera nearer")
    return said("lay the mat whole in its view, the markers free, or hang the camera nearer")


def fine_share(grey: Image) -> float:
    """How much of the detail (of up to 4 px) of a picture (grey uint8) is fine (of 1 px): the sharper, the more."""
    plain = grey.astype(np.float32)
    fine, coarse = (float((plain - cv2.GaussianBlur(plain, (0, 0), sigma)).std()) for sigma in (1.0, 4.0))
    return fine / coarse if coarse else 0.0


def _corner(marker: Mapping[str, float], size_mm: Sequence[float]) -> str:
    """Where a marker is printed: "upper left"; "left" in the middle of a side."""
    x, y = ((marker[axis] + marker["size"] / 2) / full for axis, full in zip("xy", size_mm, strict=True))
    down = "upper" if y < 1 / 3 else "lower" if y > 2 / 3 else ""
    return CORNERS[f"{down} {'left' if x < 0.5 else 'right'}".strip()]


CORNERS = {
    "upper left": said("upper left"),
    "upper right": said("upper right"),
    "lower left": said("lower left"),
    "lower right": said("lower right"),
    "left": said("middle left"),
    "right": said("middle right"),
}


@dataclass(frozen=True, slots=True)
class MatOfSizeLimits:
    """When the markers of a mat tell for which cards it was printed."""

    min_markers: int = 4
    """Fewer could lie so on any."""
    least_off_mm: float = 0.5
    """The markers of the deck's own mat are off by less (root of the mean square),"""
    better_share: float = 0.5
    """and on no other are they off by less than this part of it."""


SIZES = MatOfSizeLimits()


def printed_for(setup: TableSetup, seen: SeenMarkers, px: Doubles, size: tuple[int, int]) -> CardSize | None:
    """The size of the cards that a mat was printed for, if it is clearly another than that of the deck.

    `px` (N, 4, 2) are the corners of the markers that were `seen`, as the camera took them in a picture of that size
    (width, height).
    """
    if len(seen.ids) < SIZES.min_markers:
        return None
    own = _off_mm(setup, seen, px, size, setup.cards)
    if own <= SIZES.least_off_mm:
        return None
    off = {cards: _off_mm(setup, seen, px, size, cards) for cards in REAL_SIZES}
    best = min(off, key=lambda cards: off[cards])
    return best if off[best] < SIZES.better_share * own else None


def wrong_size(setup: TableSetup, printed: CardSize) -> str:
    """What is said of it, and what to do, in a sentence."""
    return said(
        "This mat is printed for cards of {printed}, and the deck's are {size}: print it with"
        " `lifeguard print mat {game}`, or teach the deck with the --size of its cards.",
        printed=in_words(printed),
        size=in_words(setup.cards),
        game=setup.game,
    )


def drawn_for_other_cards(setup: TableSetup) -> str:
    """What is said of places that were drawn for cards of another size than the deck's; "" of any others."""
    if setup.drawn is None or not setup.profile.deck or setup.drawn.card_mm == setup.cards:
        return ""
    return said(
        "The places were drawn for cards of {drawn}, and the deck's are {size}: draw them again on the phone.",
        drawn=in_words(setup.drawn.card_mm),
        size=in_words(setup.cards),
    )


def _off_mm(setup: TableSetup, seen: SeenMarkers, px: Doubles, size: tuple[int, int], cards: CardSize) -> float:
    """How far (mm, root of the mean square) markers lie from where the mat for such cards has them."""
    plan = layouts.mat(setup.game, setup.seats, dict(setup.options), cards=cards)
    printed = {int(marker["id"]): corners_mm(marker) for marker in plan["markers"]}
    mm = np.concatenate([printed[number] for number in seen.ids])
    return lens.off_mm(px.reshape(-1, 2), mm, size)
