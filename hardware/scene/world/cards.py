"""Cards on the table: thin, flat, in print or in sleeves; how they are painted, and what shows of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image, Mask, Matrix
from hardware.art import deck as deck_art
from hardware.art.deck.pen import box
from hardware.art.folder import ArtFolder
from hardware.scene.optics import tone
from hardware.scene.optics.lens import gaussian_blur
from hardware.scene.optics.light import Light, level
from hardware.scene.optics.view import CameraView, array
from hardware.scene.world import clutter

_OUTLINE_MM = box(0, 0, *deck_art.SIZE, deck_art.CARD.corner_radius_mm)
SLEEVE_MM = 1.5
"""How far a sleeve reaches over its card."""
SHEEN_PX = 96
"""Size of the picture of a sheen, stretched to a card's shape later."""


@dataclass(frozen=True)
class CardSleeve:
    """A sleeve: `veil` 0 to 1 how milky it is, `rim` the colour of an opaque one (B, G, R), None for a clear one."""

    veil: float = 0.05
    rim: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class CardSheen:
    """Light that a card mirrors: the middle (x, y) and half width and height as shares of the card, the angle in
    radians, how soft its edge is (0 hard to 1), and its strength in light."""

    x: float
    y: float
    wide: float
    high: float
    turn: float
    soft: float
    power: float


@dataclass(frozen=True)
class SceneCard:
    """A card whose middle is at (x, y) mm. `turn` radians, counter-clockwise; at 0 the face's top is the table's +y."""

    deck: str
    name: str | None
    """None: face down."""
    x: float
    y: float
    turn: float
    lift: float = 0.0
    """How far the cards under it raise it, mm."""
    fade: tuple[float, float] = (0.0, 1.0)
    """What the print makes of the art's 0 and 255, as shares of full scale."""
    bow: tuple[float, float] = (0.0, 0.0)
    """How much brighter its right and its lower edge are than its middle, for it is never quite flat."""
    sleeve: CardSleeve | None = None
    sheen: CardSheen | None = None
    art: ArtFolder | None = None
    """Where its picture comes from; None: our own art."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, mm."""
        return self.art.card_mm(self.deck) if self.art else deck_art.SIZE

    @property
    def corners(self) -> Floats:
        """Its corners (4, 3) mm, clockwise from the face's own top left."""
        return self.on_table(box(0, 0, *self.size_mm))

    @property
    def outline(self) -> Floats:
        """The corners (4, 3) mm of what lies there: the card, or its sleeve."""
        over, (wide, high) = SLEEVE_MM if self.sleeve else 0.0, self.size_mm
        return self.on_table(box(-over, -over, wide + 2 * over, high + 2 * over))

    def on_table(self, points: Matrix) -> Floats:
        """World mm (N, 3) of points (N, 2) on the face, mm from its own top left, y down."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        own = (points - np.array(self.size_mm) / 2) * (1, -1)
        flat = own @ np.array([[c, s], [-s, c]]) + (self.x, self.y)
        return array(np.column_stack([flat, np.full(len(flat), self.lift + deck_art.CARD.thickness_mm)]))


@dataclass(frozen=True)
class SeenCard:
    """The truth about one card in a picture. Pixels from the top left."""

    deck: str
    name: str | None
    quad: tuple[tuple[float, float], ...]
    """Its corners, clockwise from the face's own top left; they may lie outside the picture."""
    box: tuple[int, int, int, int]
    """x, y, width, height of what is visible of it."""
    visible: float
    """Share of it that is in the picture and not covered by other cards."""
    cut_off: bool
    """Whether a corner is out of the picture."""
    back: bool = False
    """Whether its back is to be seen: it lies face down, in no sleeve that hides it."""


def paint_cards(table: Floats, view: CameraView, light: Light, cards: Sequence[SceneCard]) -> None:
    """Paints the cards on the table top, in even light (h, w, 3), the first one lowest."""
    for card in cards:
        texture, there = _texture(card, view), _there(card, view)
        _shade(table, view, light, card, texture)
        clutter.paint_texture(table, view, tone.premultiplied(texture), there)


def shine(picture: Floats, view: CameraView, cards: Sequence[SceneCard]) -> None:
    """Adds what the cards mirror to the light of the table."""
    for number, card in enumerate(cards):
        if card.sheen is None:
            continue
        glare = np.zeros(picture.shape[:2], np.float32)
        there = _there(card, view)
        cv2.warpPerspective(_glare(card.sheen), there @ _stretch(card, view), view.size_px, dst=glare)
        for other in cards[number + 1 :]:
            cv2.fillConvexPoly(glare, _rounded(view.project(other.outline)), 0, cv2.LINE_AA, 4)
        picture += glare[..., None]


def seen_cards(view: CameraView, cards: Sequence[SceneCard]) -> tuple[SeenCard, ...]:
    """What shows of each card, in their order; cards that nobody sees are left out."""
    owner = np.full(view.size_px[::-1], -1, np.int16)
    for number, card in enumerate(cards):
        cv2.fillConvexPoly(owner, _rounded(view.project(card.outline)), -1, cv2.LINE_8, 4)
        cv2.fillConvexPoly(owner, _rounded(view.project(card.on_table(_OUTLINE_MM))), number, cv2.LINE_8, 4)
    found = (_seen(view, card, owner == number) for number, card in enumerate(cards))
    return tuple(card for card in found if card is not None)


def _seen(view: CameraView, card: SceneCard, mine: Mask) -> SeenCard | None:
    x, y, w, h = (int(v) for v in cv2.boundingRect(mine.astype(np.uint8)))
    if not w:
        return None
    quad = view.project(card.corners)
    whole = max(float(cv2.contourArea(quad)), 1.0)
    out = (quad < -0.5).any() or (quad > array(view.size_px) - 0.5).any()
    return SeenCard(
        deck=card.deck,
        name=card.name,
        quad=tuple((float(px), float(py)) for px, py in quad),
        box=(x, y, w, h),
        visible=min(float(np.count_nonzero(mine)) / whole, 1.0),
        cut_off=bool(out),
        back=card.name is None and (card.sleeve is None or card.sleeve.rim is None),
    )


def _rounded(points: Floats) -> NDArray[np.int32]:
    return np.round(np.clip(points, -8000, 8000) * 16).astype(np.int32)


def _there(card: SceneCard, view: CameraView) -> Matrix:
    """Homography (3, 3) from the card's texture to the picture."""
    h, w = _texture(card, view).shape[:2]
    own = array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
    return np.asarray(cv2.getPerspectiveTransform(own, view.project(card.outline)), np.float64)


def _stretch(card: SceneCard, view: CameraView) -> Matrix:
    """From the picture of a sheen to the card's texture."""
    h, w = _texture(card, view).shape[:2]
    return np.diag([w / SHEEN_PX, h / SHEEN_PX, 1.0])


def _texture(card: SceneCard, view: CameraView) -> Image:
    """The card (h, w, 4), about as large as the camera sees it."""
    across = view.px_per_mm_at(card.corners.mean(0)) * card.size_mm[0]
    width = int(np.clip(16 * 1.2 ** np.ceil(np.log(max(across, 16) / 16) / np.log(1.2)), 16, 900))
    return _made(card.deck, card.name or deck_art.BACK, width, card.fade, card.bow, card.sleeve, card.art)


@lru_cache(maxsize=64)
def _drawn(deck: str, name: str, width: int, source: ArtFolder | None) -> Image:
    return source.card(deck, name, width) if source else deck_art.draw(deck, name, width)


@lru_cache(maxsize=40)
def _made(
    deck: str, name: str, width: int, fade: tuple[float, float], bow: tuple[float, float], sleeve: CardSleeve | None,
    source: ArtFolder | None,
) -> Image:  # fmt: skip
    art = _drawn(deck, name, width, source)
    h, w = art.shape[:2]
    slope = np.linspace(-1, 1, w)[None, :, None] * bow[0] + np.linspace(-1, 1, h)[:, None, None] * bow[1]
    printed = (255 * fade[0] + art * np.float32(fade[1] - fade[0])) * (1 + slope.astype(np.float32))
    size = source.card_mm(deck) if source else deck_art.SIZE
    card = np.dstack([np.clip(printed, 0, 255).astype(np.uint8), deck_art.cover(width, size)])
    return _sleeved(card, sleeve, name == deck_art.BACK, round(SLEEVE_MM * w / size[0])) if sleeve else card


def _sleeved(card: Image, sleeve: CardSleeve, down: bool, over: int) -> Image:
    """The card in its sleeve, which reaches `over` px over it: milky, with a rim round it; an opaque one hides the
    back."""
    h, w = card.shape[:2]
    rim = (*(sleeve.rim or (226, 230, 232)), 255 if sleeve.rim else 90)
    made = np.empty((h + 2 * over, w + 2 * over, 4), np.uint8)
    made[:] = rim
    cv2.rectangle(made, (0, 0), (made.shape[1] - 1, made.shape[0] - 1), (*rim[:3], max(rim[3], 150)), 1)
    if not (down and sleeve.rim):
        share = (card[..., 3:] / 255).astype(np.float32)
        inner = made[over : over + h, over : over + w]
        inner[:] = inner * (1 - share) + card * share
        veiled = inner[..., :3] * np.float32(1 - sleeve.veil) + np.float32(235 * sleeve.veil)
        inner[..., :3] = veiled.astype(np.uint8)
    return made


def _glare(sheen: CardSheen) -> Floats:
    """Its strength over the card (96, 96), stretched to the card's shape later."""
    x, y = np.meshgrid(*[np.linspace(0, 1, SHEEN_PX, dtype=np.float32)] * 2)
    c, s = np.cos(sheen.turn), np.sin(sheen.turn)
    along, across = (x - sheen.x) * c + (y - sheen.y) * s, (y - sheen.y) * c - (x - sheen.x) * s
    far = np.maximum(np.abs(along) / sheen.wide, np.abs(across) / sheen.high)
    spot = np.clip((1 - far) / max(sheen.soft, 0.02), 0, 1)
    return np.asarray(gaussian_blur(spot * np.float32(sheen.power), 1.2 + 5 * sheen.soft), np.float32)


def _shade(table: Floats, view: CameraView, light: Light, card: SceneCard, texture: Image) -> None:
    """The thin shadow on what lies under it."""
    cover = np.ascontiguousarray(texture[..., 3])
    h, w = cover.shape
    own = array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
    scale = view.px_per_mm_at(card.corners[0])
    high = 0.5 + card.lift
    for lamp in light.lamps:
        share = float(np.mean(lamp.power_bgr)) * lamp.direction[2] / float(np.mean(level(light)))
        fallen = card.outline - array(
            [*(high / max(lamp.direction[2], 0.25) * w_ for w_ in lamp.direction[:2]), deck_art.CARD.thickness_mm]
        )
        there = np.asarray(cv2.getPerspectiveTransform(own, view.project(array(fallen))), np.float64)
        clutter.darken_under(table, view, cover, there, 0.8 * share, 0.5 + 0.35 * scale * high)
