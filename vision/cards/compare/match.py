"""Faces held against a place in a picture, lit as it is lit there, and compared where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import visible_mask
from vision.cards.deck.geometry import Picture, homography_to_quad, image_corners, inverse, project, sides
from vision.cards.deck.templates import FacesAtWidth, descriptor_of, without_hidden
from vision.reading import Doubles, Floats, Mask


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """How light may differ, and when faces do."""

    small_width_px: int = 40
    """Working width at which small cards are aligned and compared,"""
    usual_width_px: int = 64
    """cards of a usual size,"""
    large_width_px: int = 96
    """and large ones."""
    blurs_px: tuple[float, ...] = (0.0, 0.8, 1.6)
    """By so much a picture may be blurred."""
    strange_white: float = 0.15
    """From this part of white on, what is off says less about the light on the card."""
    cast_white: float = 0.12
    """Light of another colour changes a descriptor by no more than this part of white."""
    palest_ratio: float = 0.4
    """Colours show at least so strongly beside light,"""
    strongest_ratio: float = 2.5
    """and at most so strongly."""
    same_difference: float = 6e-4
    """Faces that differ by no more than this (white squared, in the mean of what is in sight) can't be told apart
    there."""
    light_step_px: int = 3
    """Light is told from every so many-th px."""
    sharp_share: float = 0.9
    """A face that explains this much is no more blurred than it was taught."""


LIMITS = MatchLimits()


Homography = Doubles
"""How a face lies in a view (3, 3): from its own px to those of the view."""


@dataclass(frozen=True, eq=False)
class CardView:
    """What lies in a quad of a picture: its `descriptor` (3, P) at a working width, and by `weights` (P,) what of it is
    in sight.

    `visible` (H, W) is that part, None if it is all of it.
    """

    quad: Floats
    templates: FacesAtWidth
    descriptor: Floats
    weights: Floats
    visible: Mask | None = None

    def homography_of(self, quad: Floats) -> Homography:
        """How a face lies here that lies in another quad of the picture."""
        size = self.templates.size
        return np.asarray(inverse(homography_to_quad(self.quad, size)) @ homography_to_quad(quad, size), np.float64)

    def quad_of(self, where: Homography | None) -> Floats:
        """In which quad of the picture a face lies that lies here so."""
        if where is None:
            return self.quad
        size = self.templates.size
        return project(homography_to_quad(self.quad, size) @ where, image_corners(*size))


@dataclass(frozen=True, eq=False)
class FaceMatch:
    """A face held against a view.

    `quad` is where it lies in the picture; `explained_share` what of all that is seen there the face explains, at most
    1; `descriptor` (3, P) that of the face in the light there, px for px of the view; `weights` (P,) 1 where it is in
    sight; `strength` how strong its light is there, as a part of that when it was taught.
    """

    face: int
    quad: Floats
    explained_share: float
    descriptor: Floats
    view: CardView
    weights: Floats
    strength: float

    @property
    def visible_share(self) -> float:
        """The part of the card that is in sight."""
        return float(self.weights.mean())

    @cached_property
    def residual(self) -> Floats:
        """How far what is seen is off the face, (P,): squares of parts of white; none counts more than the most off."""
        return np.minimum(_squared_norms(self.descriptor - self.view.descriptor), ALIGNMENT.most_off_white**2)


def working_width(quad: Floats) -> int:
    """The working width for a card of that size in the picture."""
    length = sides(quad)
    width = min(length[0] + length[2], length[1] + length[3]) / 2
    levels = (LIMITS.large_width_px, LIMITS.usual_width_px)
    return next((level for level in levels if level <= 1.15 * width), LIMITS.small_width_px)


def view_of(picture: Picture, quad: Floats, close: FacesAtWidth, covers: Sequence[Floats] = ()) -> CardView:
    """What lies in a quad, as far as it is in the picture and under none of the `covers`."""
    to_picture = homography_to_quad(quad, close.size)
    shown = visible_mask(to_picture, close.size, picture, covers)
    weights = close.mask * shown.reshape(-1)
    image = without_hidden(picture.warp(to_picture, close.size), shown)
    return CardView(quad, close, descriptor_of(image, weights), weights, None if shown.all() else shown)


def match_faces(seen: CardView, chosen: Sequence[tuple[int, Homography | None]], blur: float = 0.0) -> list[FaceMatch]:
    """Some faces, and where they lie, held against one view, blurred by so many px as the picture is.

    Light may fall off over the card and be of another colour; glare counts no more than `ALIGNMENT.most_off_white`.
    """
    if not chosen:
        return []
    both = [seen.templates.placed_descriptor(face, where, blur, seen.visible) for face, where in chosen]
    weights = np.stack([mask for _, mask in both]) * seen.weights
    drawn = np.stack([face for face, _ in both]) * weights[:, None]
    step = LIMITS.light_step_px if len(seen.weights) > 1000 else 1
    part, descriptor, trust = (np.ascontiguousarray(of[..., ::step]) for of in (drawn, seen.descriptor, weights))
    terms = np.concatenate([np.ones_like(seen.templates.positions[:1]), seen.templates.positions])
    some = np.ascontiguousarray(terms[:, ::step])
    shown, own, there = part * descriptor, part * part, trust
    for _ in range(2):
        off = descriptor - _relit(part, _light_gains(shown, own, some, trust), some)
        trust = np.minimum(1, LIMITS.strange_white / np.sqrt(_squared_norms(off)).clip(1e-6)) * there
    shares = _light_gains(shown, own, some, trust)
    casts = _colour_casts(descriptor - _relit(part, shares, some), some, trust)
    drawn = _relit(drawn, shares, terms)
    drawn[:, 1:] += (casts @ terms).clip(-LIMITS.cast_white, LIMITS.cast_white) * weights[:, None]
    wrong = (np.minimum(_squared_norms(drawn - seen.descriptor), ALIGNMENT.most_off_white**2) * weights).sum(axis=1)
    least = weights @ np.minimum(_squared_norms(seen.descriptor), ALIGNMENT.most_off_white**2) + 1e-5 * len(
        seen.weights
    )
    return [
        FaceMatch(face, seen.quad_of(where), 1 - float(w / most), d, seen, own, float(s[0, 0]))
        for (face, where), w, most, d, own, s in zip(chosen, wrong, least, drawn, weights, shares, strict=True)
    ]


def _relit(drawn: Floats, shares: Floats, terms: Floats) -> Floats:
    """Descriptors (K, 3, P) as strong as the shares say, for light and for colours."""
    strong = (shares @ terms).clip(0)
    return np.asarray(drawn * strong, np.float32)


def _squared_norms(descriptors: Floats) -> Floats:
    """The squares (..., P) of descriptors (..., 3, P), summed over what a px shows."""
    light, red_green, blue_yellow = descriptors[..., 0, :], descriptors[..., 1, :], descriptors[..., 2, :]
    return np.asarray(light * light + red_green * red_green + blue_yellow * blue_yellow, np.float32)


def _light_gains(shown: Floats, own: Floats, terms: Floats, trust: Floats) -> Floats:
    """How strong each of some faces shows in a descriptor, and how that falls off.

    (K, 3, 3) for light and either colour, of `terms` (3, P): cameras make colours paler, stronger, or more of one kind.
    From faces times the descriptor (K, 3, P), and faces squared.
    """
    normal = ((own * trust[:, None]) @ _pairs(terms)).reshape(*own.shape[:2], 3, 3).astype(np.float64)
    right = ((shown * trust[:, None]) @ terms.T).astype(np.float64)
    normal += np.diag([1e-4, 0.1, 0.1]) * (normal[:, :, :1, :1] + 1e-6)
    found = np.linalg.solve(normal, right[:, :, :, None])[:, :, :, 0]
    found[:, 0, 0] = found[:, 0, 0].clip(0.02)
    found[:, 1:, 0] = found[:, 1:, 0].clip(
        *(found[:, 0, :1] * side for side in (LIMITS.palest_ratio, LIMITS.strongest_ratio))
    )
    return np.asarray(found, np.float32)


def _pairs(terms: Floats) -> Floats:
    """(P, 9): the products of each two terms (3, P)."""
    return (terms[:, None] * terms[None]).reshape(9, -1).T


def _colour_casts(off: Floats, terms: Floats, trust: Floats) -> Floats:
    """By what smooth change of colour descriptors (K, 3, P) are off: (K, 2, 3) for either colour, of `terms` (3, P)."""
    normal = (trust @ _pairs(terms)).reshape(-1, 3, 3).astype(np.float64)
    right = (terms @ (off[:, 1:] * trust[:, None]).transpose(0, 2, 1)).astype(np.float64)
    ridge = np.diag([0.05, 0.02, 0.02]) * (trust.sum(axis=1)[:, None, None] + 1e-6)
    return np.asarray(np.linalg.solve(normal + ridge, right).transpose(0, 2, 1), np.float32)


def likeliest_blur(seen: CardView, face: int) -> float:
    """By how many px the picture is blurred where a face lies: what it is like most."""
    fits = []
    for blur in LIMITS.blurs_px:
        fits.append(match_faces(seen, [(face, None)], blur)[0].explained_share)
        if fits[-1] > LIMITS.sharp_share or fits[-1] < max(fits):
            break
    return LIMITS.blurs_px[int(np.argmax(fits))]


def difference(first: FaceMatch, second: FaceMatch) -> float:
    """How far two faces differ where both are in sight: the sum of the squares of parts of white."""
    return float(_squared_norms(first.descriptor - second.descriptor) @ (first.weights * second.weights))


def lead(first: FaceMatch, second: FaceMatch) -> float:
    """How much more a view is like the first face than the second where they differ: 1 (just it) to -1."""
    return _ahead(first, second, difference(first, second))


def margin(first: FaceMatch, second: FaceMatch) -> float:
    """The lead as it is to be trusted: a px counts no more for what tells the faces apart than for what is off."""
    between = np.minimum(_squared_norms(first.descriptor - second.descriptor), ALIGNMENT.most_off_white**2)
    return _ahead(first, second, float(between @ (first.weights * second.weights)))


def _ahead(first: FaceMatch, second: FaceMatch, between: float) -> float:
    weights = first.weights * second.weights
    ours, theirs = (float(fit.residual @ weights) for fit in (first, second))
    return (theirs - ours) / (between + LIMITS.same_difference * float(weights.sum()) + 1e-6)
