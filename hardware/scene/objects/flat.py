"""Flat pieces on a table: cards, tiles, tokens and piles of cards, as patches to be laid over a picture.

A patch holds for one camera and one light, so a film makes it once for a piece that lies still.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.arrays import Floats, Image, Mask
from hardware.art import deck as deck_art
from hardware.art import pieces as piece_art
from hardware.art.deck.pen import box
from hardware.art.folder import ArtFolder
from hardware.scene.optics import tone
from hardware.scene.optics.lens import gaussian_blur
from hardware.scene.optics.light import Light, level
from hardware.scene.optics.view import CameraView, array

THICKNESS_MM = {"cage": 1.2, "shark": 1.8, "diver": 1.8, "pirate": 2.4, "anchor": 2.4, "mark": 2.4}
"""Tiles and tokens by the first word of their name."""
CARD_ART_PX = 256
"""Width at which cards are drawn, to be shrunk to what the camera sees; tiles and tokens half as wide."""
CARD_SIDE_BGR = (0.37, 0.40, 0.42)
"""What the sides of cards give back: little light falls on them."""
SIDE_LIGHT = 0.32
"""What falls on the sides of tiles and tokens, of what falls on their tops."""


@dataclass(frozen=True)
class FlatPiece:
    """A piece whose middle is at (x, y) world mm, lying `lift` mm above the table. `turn` radians, counter-clockwise;
    at 0 its top is the table's +y. `count` is how many cards a pile holds; its top one shows."""

    game: str
    name: str
    x: float
    y: float
    turn: float = 0.0
    lift: float = 0.0
    count: int = 1
    fade: tuple[float, float] = (0.0, 1.0)
    """What the print makes of the art's 0 and 255, as shares of full scale."""
    art: ArtFolder | None = None
    """Where its picture comes from; None: our own art."""

    @property
    def card(self) -> bool:
        """Whether it is a card rather than a tile or token."""
        return self.game not in piece_art.SETS or self.name not in piece_art.pieces(self.game)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, mm."""
        if not self.card:
            return (piece_art.size(self.game, self.name),) * 2
        return self.art.card_mm(self.game) if self.art else deck_art.SIZE

    @property
    def thick(self) -> float:
        """How much higher what lies on it lies, mm."""
        return deck_art.CARD.thickness_mm * self.count if self.card else THICKNESS_MM[self.name.partition("-")[0]]

    @property
    def corners(self) -> Floats:
        """The corners (4, 3) mm of its upper side, clockwise from the face's own top left."""
        return self.at(self.lift + self.thick)

    def at(self, height: float) -> Floats:
        """Its corners as seen from above, at that height."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        own = (box(0, 0, *self.size) - np.array(self.size) / 2) * (1, -1)
        flat = own @ np.array([[c, s], [-s, c]]) + (self.x, self.y)
        return array(np.column_stack([flat, np.full(4, height)]))


@dataclass(frozen=True, eq=False)
class FlatPatch:
    """A part of a picture: there its light becomes `keep` (h, w, 3) times what it was plus `add` (h, w, 3); `cover`
    (h, w) is where the piece itself is. (x, y) is its top left in the picture, px."""

    x: int
    y: int
    keep: Floats
    add: Floats
    cover: Mask

    def over(self, picture: Floats) -> None:
        """Lays it over the light of the table (h, w, 3)."""
        h, w = self.cover.shape
        part = picture[self.y : self.y + h, self.x : self.x + w]
        part *= self.keep
        part += self.add


def piece_patch(view: CameraView, light: Light, flat: FlatPiece) -> FlatPatch | None:
    """The piece in even light with its sides and shadow; None if it is out of the picture."""
    texture = _texture(view, flat)
    window = _window(view, flat)
    if window is None:
        return None
    x, y, w, h = window
    dark = _shadow(view, light, flat, texture, window)
    add, covered = np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32)
    face = tone.premultiplied(texture)
    side = face * array([*[SIDE_LIGHT] * 3, 1])
    if flat.card:
        side[..., :3] = face[..., 3:] * array(CARD_SIDE_BGR)
    heights = np.linspace(flat.lift, flat.lift + flat.thick, _layers(view, flat) + 1).tolist()
    for number, height in enumerate(heights):
        top = number == len(heights) - 1
        drawn = _warped(face if top else side, view, flat, height, window)
        share = drawn[..., 3]
        stripe = np.float32(1.0 if top or number % 2 else 0.72)
        add = array(add * (1 - share[..., None]) + drawn[..., :3] * stripe)
        covered = array(covered * (1 - share) + share)
    keep = np.clip(1 - dark, 0, 1) * (1 - covered)
    return FlatPatch(x, y, array(np.repeat(keep[..., None], 3, 2)), add, covered > 0.5)


def _layers(view: CameraView, flat: FlatPiece) -> int:
    """How many layers the sides need so that they look whole."""
    foot, top = (view.project(flat.at(h)) for h in (flat.lift, flat.lift + flat.thick))
    return int(np.clip(np.ceil(np.abs(top - foot).max()), 1, 24))


def _window(view: CameraView, flat: FlatPiece) -> tuple[int, int, int, int] | None:
    """The part of the picture (x, y, w, h) that the piece and its shadow take."""
    points = view.project(np.concatenate([flat.at(flat.lift), flat.corners]))
    pad = 4 + 2.5 * view.px_per_mm_at(array([flat.x, flat.y, 0])) * (0.8 + 1.2 * min(flat.lift + flat.thick, 12))
    low = np.maximum(np.floor(points.min(0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(points.max(0) + pad), view.size_px).astype(int)
    if (high - low < 3).any():
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _warped(
    texture: Floats, view: CameraView, flat: FlatPiece, height: float, window: tuple[int, int, int, int]
) -> Floats:
    """The texture (h, w, 4) at that height as the window shows it."""
    h, w = texture.shape[:2]
    own = array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
    there = cv2.getPerspectiveTransform(own, view.project(flat.at(height)) - array(window[:2]))
    return np.asarray(cv2.warpPerspective(texture, there, window[2:], flags=cv2.INTER_LINEAR), np.float32)


def _shadow(
    view: CameraView, light: Light, flat: FlatPiece, texture: Image, window: tuple[int, int, int, int]
) -> Floats:
    """Share of the light (h, w) that the piece keeps from what lies under it."""
    x, y, w, h = window
    cover = np.ascontiguousarray(texture[..., 3])
    th, tw = cover.shape
    own = array([[-0.5, -0.5], [tw - 0.5, -0.5], [tw - 0.5, th - 0.5], [-0.5, th - 0.5]])
    high = min(flat.thick, 12.0) + 0.3
    scale = view.px_per_mm_at(array([flat.x, flat.y, 0]))
    dark = np.zeros((h, w), np.float32)
    for lamp in light.lamps:
        share = float(np.mean(lamp.power_bgr)) * lamp.direction[2] / float(np.mean(level(light)))
        reach = high / max(lamp.direction[2], 0.3)
        thrown = np.zeros((h, w), np.uint8)
        for part in np.linspace(1, 0, 1 + round(high / 2)):
            fallen = flat.at(flat.lift) - array([lamp.direction[0] * reach * part, lamp.direction[1] * reach * part, 0])
            there = cv2.getPerspectiveTransform(own, view.project(fallen) - array([x, y]))
            thrown = np.maximum(thrown, cv2.warpPerspective(cover, there, (w, h)))
        thrown = gaussian_blur(thrown, 0.6 + high * float(np.tan(lamp.half_angle_rad)) * scale * 0.7)
        dark += thrown.astype(np.float32) * np.float32(0.75 * share / 255)
    there = cv2.getPerspectiveTransform(own, view.project(flat.at(flat.lift)) - array([x, y]))
    seam = gaussian_blur(cv2.warpPerspective(cover, there, (w, h)), 0.6 + 0.4 * min(high, 4) * scale)
    return np.asarray(dark + seam.astype(np.float32) * np.float32(0.25 / 255), np.float32)


def _texture(view: CameraView, flat: FlatPiece) -> Image:
    """The piece (h, w, 4), about as large as the camera sees it."""
    across = view.px_per_mm_at(array([flat.x, flat.y, flat.lift])) * flat.size[0]
    width = int(np.clip(np.ceil(across / 8) * 8, 12, 512))
    return _printed(flat.game, flat.name, flat.card, width, flat.fade, flat.art)


@lru_cache(maxsize=200)
def _printed(
    game: str, name: str, card: bool, width: int, fade: tuple[float, float], source: ArtFolder | None
) -> Image:
    art = _art(game, name, card, source)
    made = tone.shrunk(art, (width, round(width * art.shape[0] / art.shape[1])))
    made[..., :3] = np.clip(255 * fade[0] + made[..., :3] * np.float32(fade[1] - fade[0]), 0, 255)
    return np.asarray(made, np.uint8)


def upper_side(flat: FlatPiece) -> Image:
    """What a piece shows (h, w, 4; BGR uint8 and its cover), as it was printed."""
    return _art(flat.game, flat.name, flat.card, flat.art)


@lru_cache(maxsize=128)
def _art(game: str, name: str, card: bool, source: ArtFolder | None) -> Image:
    """The piece (h, w, 4), drawn once: that takes a while."""
    if card:
        face = source.card(game, name, CARD_ART_PX) if source else deck_art.draw(game, name, CARD_ART_PX)
        size = source.card_mm(game) if source else deck_art.SIZE
        return np.dstack([face, deck_art.cover(CARD_ART_PX, size)])
    width = CARD_ART_PX // 2
    return source.piece(game, name, width) if source else piece_art.draw(game, name, width)
