"""A deck made ready for comparing: how its faces look at a glance, and closely, at the working widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.cards.deck.deck import Deck, Lookalikes
from vision.cards.deck.geometry import Picture, image_corners
from vision.reading import Doubles, Floats, Image, Indices, Mask


@dataclass(frozen=True, slots=True)
class TemplateWidths:
    """Widths in px at which a deck's faces are made ready."""

    glance_px: int = 32
    """Width in px at which all faces are compared."""
    coarse_px: int = 20
    """Width in px at which faces are alike even if they were not cut quite alike."""
    rough_px: int = 40
    """Up to this width faces are blurred so that they are drawn to their places from further away."""


WIDTHS = TemplateWidths()


@dataclass(frozen=True, slots=True)
class TemplateLimits:
    """What of a face is compared, and how."""

    round_turns: int = 24
    """Turns that are tried for a round card."""
    rim_share: float = 0.06
    """So much of a card's half width is left out at its edge, where no two pictures are cut alike."""
    plain_share: float = 0.85
    """So much of a card's mean colour is left out: else a plain ground of that colour would be very like it."""
    rough_blur_px: float = 1.4
    """By so much light is blurred at widths at which faces are drawn to their places from further away,"""
    close_blur_px: float = 0.7
    """and at others."""
    chroma_weight: float = 1.4
    """Weight of colour against light in the glance."""


LIMITS = TemplateLimits()


CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


@dataclass(frozen=True, eq=False)
class FacesAtWidth:
    """All faces at one working width, P px: `descriptors` (N, 3, P), and what alignment needs of each.

    `images` (N, H, W, 3) BGR uint8 show them; `light` (N, P) is theirs, blurred by `blur_px`; `mask` (P,) is 1 on the
    card; `positions` (2, P) where each px lies, -0.5 to 0.5. Px are always last: sums over them are then fast.
    """

    size: tuple[int, int]
    images: Image
    descriptors: Floats
    light: Floats
    kept_terms: dict[int, Floats]
    mask: Floats
    positions: Floats

    def alignment_terms(self, face: int) -> Floats:
        """(12, P): how a face's light changes with each number of a homography, and with the light on it; kept."""
        if face not in self.kept_terms:
            light = self.light[face]
            slopes = _slopes(light.reshape(self.size[::-1]))
            self.kept_terms[face] = np.concatenate([slopes, [light], light * self.positions, [np.ones_like(light)]])
        return self.kept_terms[face]

    def placed_descriptor(
        self, face: int, where: Doubles | None, blur: float, shown: Mask | None = None
    ) -> tuple[Floats, Floats]:
        """A face's descriptor (3, P) as it lies in a frame of this size (None: just so), blurred by so many px.

        And which px (P,) of the frame it takes in, 0 to 1. What of the frame (H, W) is not `shown` has no part in it.
        """
        descriptor = self.descriptors[face]
        if where is None and not blur and shown is None:
            return descriptor, self.mask
        shape, mask = self.size[::-1], self.mask
        drawn = descriptor.reshape(3, *shape)
        if where is not None:
            own = mask.reshape(shape)
            mask = mask * cv2.warpPerspective(own, where, self.size, flags=cv2.INTER_NEAREST).reshape(-1)
        if shown is not None:
            image = self.images[face]
            if where is not None:
                image = np.asarray(
                    cv2.warpPerspective(image, where, self.size, borderMode=cv2.BORDER_REPLICATE), np.uint8
                )
            drawn = descriptor_of(without_hidden(image, shown), self.mask * shown.reshape(-1)).reshape(3, *shape)
        elif where is not None:
            drawn = np.stack([cv2.warpPerspective(part, where, self.size, flags=cv2.INTER_LINEAR) for part in drawn])
        if blur:
            drawn = np.stack([cv2.GaussianBlur(part, (0, 0), blur) for part in drawn])
        return np.asarray(drawn.reshape(3, -1) * mask, np.float32), mask

    @property
    def blur_px(self) -> float:
        """By how many px light is blurred to be moved by."""
        return _light_blur_px(self.size[0])

    @cached_property
    def corner_jacobian(self) -> Doubles:
        """(8, 8): how the four corners (x, y in px) move with each number of a homography."""
        rows = []
        for x, y in image_corners(*self.size).astype(np.float64):
            rows.append([x, y, 1, 0, 0, 0, -x * x, -x * y])
            rows.append([0, 0, 0, x, y, 1, -x * y, -y * y])
        return np.array(rows)

    @cached_property
    def shape_jacobian(self) -> Doubles:
        """(8, 8): the same, but for how they move when the whole card slides or turns."""
        x, y = (image_corners(*self.size) - np.array(self.size) / 2 + 0.5).T
        own = np.zeros((3, 4, 2))
        own[0, :, 0], own[1, :, 1], own[2] = 1, 1, np.stack([-y, x], axis=1)
        ways = np.linalg.qr(own.reshape(3, 8).T)[0]
        return np.asarray(self.corner_jacobian - ways @ (ways.T @ self.corner_jacobian), np.float64)

    @cached_property
    def unit_descriptors(self) -> tuple[Floats, Floats]:
        """(N, P) and (N, 2 P): the light of the descriptors, and their colours, at unit length."""
        parts = self.descriptors[:, 0], self.descriptors[:, 1:].reshape(len(self.descriptors), -1)
        light, colour = (part / np.linalg.norm(part, axis=1, keepdims=True).clip(1e-6) for part in parts)
        return np.asarray(light, np.float32), np.asarray(colour, np.float32)

    @cached_property
    def unit_squares(self) -> tuple[Floats, Floats]:
        """(P, N): how much of each face's light, and of its colours, lies in each px, for cards partly hidden."""
        light, colour = (part.reshape(len(part), -1, len(self.mask)) for part in self.unit_descriptors)
        return tuple(np.ascontiguousarray((part**2).sum(axis=1).T) for part in (light, colour))  # type: ignore[return-value]

    def likeness(self, descriptor: Floats, weights: Floats) -> Floats:
        """How much a descriptor (3, P) resembles each face (N,), -1 to 1, over the px in sight.

        The root of the share of it that the face explains, whose light and colours may show more or less strongly.
        """
        part = descriptor * weights
        whole = np.array_equal(weights, self.mask)
        shares = []
        for own, units, squares in zip(
            (part[0], part[1:].reshape(-1)), self.unit_descriptors, self.unit_squares, strict=True
        ):
            theirs = 1.0 if whole else np.sqrt(weights @ squares).clip(0.05)
            shares.append((units @ own / theirs).clip(0) ** 2)
        return np.asarray(np.sqrt((shares[0] + shares[1]) / max(float((part * part).sum()), 1e-6)), np.float32)


@dataclass(frozen=True, eq=False)
class FaceTemplates:
    """A deck made ready for comparing."""

    deck: Deck

    @cached_property
    def turns(self) -> int:
        """How many turns leave the outline as it is."""
        return LIMITS.round_turns if self.deck.round else self.deck.symmetry

    @cached_property
    def name_numbers(self) -> Indices:
        """(N,) the number of each face's name: several pictures may have taught one card."""
        known = sorted(set(self.deck.cards))
        return np.array([known.index(card) for card in self.deck.cards])

    def size_px(self, width: int) -> tuple[int, int]:
        """Width and height in px of a card at a working width."""
        return width, round(width / self.deck.aspect)

    def card_mask(self, width: int) -> Floats:
        """(H, width) float32: 1 on the card, 0 at its very rim and outside a round one."""
        width, height = self.size_px(width)
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        within = (
            x**2 + y**2 < 0.9
            if self.deck.round
            else np.maximum(np.abs(x) / (1 - LIMITS.rim_share), np.abs(y) / (1 - LIMITS.rim_share * self.deck.aspect))
            < 1
        )
        return np.asarray(within, np.float32)

    def at_width(self, width: int) -> FacesAtWidth:
        """The faces at that width; kept."""
        if width not in self._by_width:
            size = self.size_px(width)
            small = [cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in self.deck.images]
            images = np.stack(small).astype(np.uint8)
            light = np.stack([Picture(image).light(np.eye(3), size, _light_blur_px(width)) for image in images])
            y, x = np.mgrid[-0.5 : 0.5 : size[1] * 1j, -0.5 : 0.5 : size[0] * 1j].astype(np.float32)
            across = np.stack([x.reshape(-1), y.reshape(-1)])
            mask = self.card_mask(width).reshape(-1)
            descriptors = np.stack([descriptor_of(image, mask) for image in images])
            self._by_width[width] = FacesAtWidth(size, images, descriptors, light, {}, mask, across)
        return self._by_width[width]

    @cached_property
    def lookalikes(self) -> Lookalikes:
        """For each face that was asked for, what it may be mistaken for: see `vision.cards.compare.lookalikes`."""
        return dict(self.deck.lookalikes)

    @cached_property
    def _by_width(self) -> dict[int, FacesAtWidth]:
        return {}

    def turned_quad(self, quad: Floats, turn: int) -> Floats:
        """The quad as it lies after `turn` of the turns that leave the outline as it is."""
        if not self.deck.round:
            return np.roll(quad, -turn * (4 // self.turns), axis=0)
        middle = quad.mean(axis=0)
        angle = 2 * np.pi * turn / self.turns
        ring = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        spread = np.linalg.lstsq(CORNERS.astype(float), quad - middle, rcond=None)[0]
        return np.asarray(CORNERS @ ring @ spread + middle, np.float32)

    def likeness_and_turns(self, picture: Picture, quad: Floats, seen: Mask | None = None) -> tuple[Floats, Indices]:
        """How much what lies in a quad resembles each face, (N,) cosines, and the turn (N,) in which it does so most.

        `seen` (H, 32): the part that is in sight, if not all.
        """
        close = self.at_width(WIDTHS.glance_px)
        shape = close.size[::-1]
        whole = np.ones(shape, bool) if seen is None else seen
        likeness = []
        if self.deck.round:
            weights = close.mask * whole.reshape(-1)  # what hides it does not turn along: enough for a first guess
            for turn in range(self.turns):
                descriptor = descriptor_of(picture.straighten(self.turned_quad(quad, turn), close.size), weights)
                likeness.append(close.likeness(descriptor, weights))
        else:
            weights = close.mask * whole.reshape(-1)
            descriptor = descriptor_of(picture.straighten(quad, close.size), weights)
            for turn in range(self.turns):
                likeness.append(close.likeness(*quarter_turned(descriptor, weights, shape, turn * (4 // self.turns))))
        best = np.stack(likeness)
        return best.max(axis=0), np.asarray(best.argmax(axis=0), np.int64)


def _light_blur_px(width: int) -> float:
    """By how many px light is blurred at a working width."""
    return LIMITS.rough_blur_px if width <= WIDTHS.rough_px else LIMITS.close_blur_px


def quarter_turned(descriptor: Floats, weights: Floats, shape: tuple[int, ...], turns: int) -> tuple[Floats, Floats]:
    """A descriptor (3, P) and weights (P,) of that shape (H, W), turned by so many quarters."""
    turned = (np.rot90(part.reshape(-1, *shape), turns, (1, 2)) for part in (descriptor, weights))
    return next(turned).reshape(3, -1), next(turned).reshape(-1)


def without_hidden(image: Image, shown: Mask) -> Image:
    """A straightened card in which what hides a part of it (not `shown`) no longer colours what is beside it."""
    if not shown.any() or shown.all():
        return image
    mask = np.ascontiguousarray(shown).view(np.uint8)
    made = np.full_like(image, _median_colour(image, mask))
    return np.asarray(cv2.copyTo(image, mask, made), np.uint8)


def _median_colour(image: Image, mask: Image) -> tuple[int, ...]:
    """The median of each colour (uint8) where a mask (uint8) is not 0: by counting, on large cards three times as
    fast as numpy's."""
    count = int(np.count_nonzero(mask))
    middles = (count - 1) // 2, count // 2
    summed = [cv2.calcHist([image], [colour], mask, [256], [0, 256]).ravel().cumsum() for colour in range(3)]
    return tuple(int(np.searchsorted(upto, middles, side="right").sum()) // 2 for upto in summed)


def descriptor_of(image: Image, weights: Floats) -> Floats:
    """The descriptor (3, P) of a straightened card (H, W, 3) BGR uint8: its finer light and its colours, as parts of
    white.

    Light that falls off over the card, and light of another colour, change little of it. `weights` (P,) are 0 where it
    is not in sight.
    """
    width = image.shape[1]
    planes = np.ascontiguousarray(image.transpose(2, 0, 1), np.float32)
    some = planes.reshape(3, -1)[:, np.flatnonzero(weights > 0)[::3]]
    planes /= _white(some)[:, None, None]
    light = np.asarray((planes[0] + planes[1] + planes[2]) / 3, np.float32)
    broad = _broad(light, 0.22 * width)
    blue, green, red = (cv2.GaussianBlur(plane, (0, 0), max(1.0, width / 64)) for plane in planes)
    descriptor = np.empty((3, light.size), np.float32)
    descriptor[0] = cv2.GaussianBlur(light - broad, (0, 0), 0.8).reshape(-1)
    descriptor[1] = LIMITS.chroma_weight * (red - green).reshape(-1)
    descriptor[2] = LIMITS.chroma_weight * (blue - (green + red) / 2).reshape(-1)
    descriptor[1:] -= LIMITS.plain_share * (descriptor[1:] @ weights)[:, None] / max(float(weights.sum()), 1.0)
    descriptor *= weights
    return descriptor


def _white(values: Floats) -> Floats:
    """What is white (3,) among the values (3, N) of a card's px; 255 if there are none."""
    if not values.size:
        return np.full(3, 255, np.float32)
    at = int(0.92 * values.shape[1])
    return np.asarray(np.partition(values, at, axis=1)[:, at] + 8, np.float32)


def _broad(light: Floats, sigma: float) -> Floats:
    """Blurred widely; at a quarter of the size where that is as good."""
    step = 4 if sigma > 12 else 2 if sigma > 6 else 1
    size = (max(light.shape[1] // step, 1), max(light.shape[0] // step, 1))
    small = cv2.resize(light, size, interpolation=cv2.INTER_AREA) if step > 1 else light
    small = cv2.GaussianBlur(small, (0, 0), sigma / step)
    if step > 1:
        small = cv2.resize(small, light.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.float32)


def _slopes(light: Floats) -> Floats:
    """How a face's light (H, W) changes (8, H * W) with each number of a homography."""
    height, width = light.shape
    dx, dy = (cv2.Scharr(light, cv2.CV_32F, *order).reshape(-1) / 32 for order in ((1, 0), (0, 1)))
    y, x = (g.reshape(-1).astype(np.float32) for g in np.mgrid[0:height, 0:width])
    inner = dx * x + dy * y
    return np.stack([dx * x, dx * y, dx, dy * x, dy * y, dy, -x * inner, -y * inner])
