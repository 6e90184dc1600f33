"""Cards shown one after the other: the one that is new on the table, cut out; and how alike two faces are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.match import LIMITS as MATCH
from vision.cards.compare.match import match_faces, view_of
from vision.cards.deck.deck import SIZES, Deck, Keypoints
from vision.cards.deck.geometry import LIMITS as GEOMETRY
from vision.cards.deck.geometry import Picture, sides, upright
from vision.cards.deck.templates import FaceTemplates
from vision.cards.propose.outlines import outlines
from vision.reading import Bytes, Floats, Image
from vision.store import BadTeaching


@dataclass(frozen=True, slots=True)
class LiveLimits:
    """What is a new card, and where its edges are."""

    work_px: int = 800
    """What is new is sought in pictures of this width, px."""
    differs_values: float = 14.0
    """Picture values by which something must differ to be new."""
    least_share: float = 0.006
    """A card covers at least this share of the picture."""
    gap_px: int = 41
    """What is new is one where less than this (px) between looks as before: the pale ground of a card upon
    another."""
    fit_share: float = 0.55
    """The least share that a card's outline and what is new have in common, of both together."""
    nearly_best_share: float = 0.96
    """Of outlines that fit nearly as well as the best the largest is the card's: there are frames within."""
    roughly_best_share: float = 0.85
    """Once the cards' size is known, one of those that fit roughly as well."""
    most_outlines: int = 8
    """At most so many are looked at closely."""
    edge_reach_share: float = 0.035
    """An edge is sought so far about an outline, in a card's short sides;"""
    clear_lab: float = 16.0
    """and a clearer one than this (Lab) is no better: the line between a card's pale rim and its picture is often the
    clearest of all."""
    alike_share: float = 0.9
    """Faces that explain so much of each other are one and the same, or too alike to be told apart surely."""


LIMITS = LiveLimits()


@dataclass(frozen=True, eq=False)
class CutCard:
    """A card cut out of a picture: its face (BGR uint8) as it stood or lay, and the lengths of its short and its long
    sides there, px."""

    face: Image
    size: tuple[float, float]


def new_card(image: Image, seen: Sequence[Image], size: tuple[float, float] | None = None) -> CutCard | None:
    """The one card in a picture (BGR uint8) that was in none of those `seen` before, cut out and upright; or None.

    `seen` are pictures of the same size from the same camera: the bare table, and how it lay last. `size` is that of
    the cards before, once there were some. Raises BadTeaching where something is new but has no card's outline.
    """
    scale = LIMITS.work_px / image.shape[1]
    fresh = _fresh([_small(picture, scale) for picture in (image, *seen)])
    total = int(fresh.sum())
    if total < LIMITS.least_share * fresh.size:
        return None
    there = cv2.resize(fresh, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    alone = image.copy()
    alone[~there] = 0 if image[there].mean() > 110 else 255
    quads = [*outlines(image, None), *outlines(alone, None)]
    best = _best(image, quads, [_fit(fresh, quad, scale, total) for quad in quads], size)
    if best is None:
        raise BadTeaching("something new lies there, but no whole card: lay one card, with its edges in sight")
    return _cut(image, best)


def _small(picture: Image, scale: float) -> Floats:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def _fresh(pictures: Sequence[Floats]) -> Bytes:
    """Mask (uint8, 0 or 1) of what the first picture shows and none of the others does, in whatever light."""
    now, light = pictures[0], pictures[0].mean(2) + 1
    mask = np.ones(now.shape[:2], np.uint8)
    for before in pictures[1:]:
        gain = np.float32(np.median(light / (before.mean(2) + 1)))
        mask &= (np.abs(now - before * gain).max(2) > LIMITS.differs_values).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((LIMITS.gap_px, LIMITS.gap_px), np.uint8)), np.uint8
    )


def _fit(fresh: Bytes, quad: Floats, scale: float, total: int) -> float:
    """The share that a quad and what is new have in common."""
    inside = np.zeros_like(fresh)
    cv2.fillConvexPoly(inside, np.round(((quad + 0.5) * scale - 0.5) * 16).astype(np.int32), 1, shift=4)
    common = int((inside & fresh).sum())
    return common / max(int(inside.sum()) + total - common, 1)


def _best(
    image: Image, quads: Sequence[Floats], fits: Sequence[float], size: tuple[float, float] | None
) -> Floats | None:
    """The card's outline: of those that fit the largest, or the one that is as large as the cards before."""
    top = max(fits, default=0.0)
    if top < LIMITS.fit_share:
        return None
    least = (LIMITS.nearly_best_share if size is None else LIMITS.roughly_best_share) * top
    found = sorted(zip(fits, range(len(quads)), strict=True), reverse=True)[: LIMITS.most_outlines]
    sharp = [_sharpened(image, quads[n]) for fit, n in found if fit > least]
    if size is None:
        return max(sharp, key=lambda quad: float(sides(quad).sum()))
    return min(sharp, key=lambda quad: _unlike(quad, size))


def _unlike(quad: Floats, size: tuple[float, float]) -> float:
    """By how much the side of a quad that differs most from a card's differs: a share."""
    length = np.roll(sides(quad), 0 if _lies(quad) else 1)
    return float(np.abs(np.log(length / (size[1], size[0], size[1], size[0]))).max())


def _lies(quad: Floats) -> bool:
    """Whether the first side is a long one."""
    length = sides(quad)
    return bool(length[0] + length[2] > length[1] + length[3])


def _sharpened(image: Image, quad: Floats) -> Floats:
    """The quad with each side moved to the clearest straight edge near it, where its neighbours meet it."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    reach = LIMITS.edge_reach_share * float(sides(quad).min())
    lines = [_edge(lab, quad[n], quad[(n + 1) % 4], reach) for n in range(4)]
    return np.stack([_crossing(lines[n - 1], lines[n]) for n in range(4)]).astype(np.float32)


def _edge(lab: Floats, start: Floats, end: Floats, reach: float) -> Floats:
    """The clearest edge from near `start` to near `end` (2, 2), no further off than `reach` px."""
    along = (end - start) / np.linalg.norm(end - start)
    out = np.array([along[1], -along[0]], np.float32)
    shifts = np.arange(-np.ceil(reach), np.ceil(reach) + 0.5, 0.5).astype(np.float32)
    share = np.linspace(0.1, 0.9, 48, dtype=np.float32)
    points = (start + share[:, None] * (end - start))[:, None] + out * shifts[None, :, None]
    maps = [np.asarray(points + out * side, np.float32) for side in (1.0, -1.0)]
    inside, outside = (cv2.remap(lab, m, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for m in maps)
    clear = np.minimum(np.linalg.norm(inside - outside, axis=2), LIMITS.clear_lab)
    first_shift, last_shift = np.meshgrid(np.arange(len(shifts)), np.arange(len(shifts)), indexing="ij")
    at = np.round(first_shift[..., None] + (last_shift - first_shift)[..., None] * share).astype(np.int64)
    score = clear[np.arange(len(share)), at].mean(axis=2)
    score -= 0.45 * np.hypot(shifts[first_shift], shifts[last_shift]) / reach
    first, last = np.unravel_index(int(score.argmax()), score.shape)
    return np.stack([start + out * shifts[first], end + out * shifts[last]])


def _crossing(line: Floats, other: Floats) -> Floats:
    """Where two lines, each through two points, cross."""
    a, b = line[1] - line[0], other[1] - other[0]
    far = np.linalg.solve(np.stack([a, -b], axis=1), other[0] - line[0])[0]
    return np.asarray(line[0] + far * a, np.float32)


def _cut(image: Image, quad: Floats) -> CutCard:
    """What lies in a quad, from the corner that is its top left as the picture shows it."""
    standing = upright(quad)
    length = sides(standing)
    across, along = (length[0] + length[2]) / 2, (length[1] + length[3]) / 2
    short = min(across, along)
    size = (
        max(round(2 * SIZES.face_width_px * across / short), 1),
        max(round(2 * SIZES.face_width_px * along / short), 1),
    )
    return CutCard(Picture(image).straighten(standing, size), (float(short), float(max(across, along))))


def rank_faces(face: Image, others: Sequence[Image], most: int = 3) -> tuple[tuple[int, float], ...]:
    """Which of the others (BGR uint8, each cut to its card) a face is most like: (number, share explained up to 1).

    Turn, light and a cut that is some hundredths off do not matter: two pictures of one card come out as alike.
    """
    if not others:
        return ()
    faces = _faces(others)
    picture = Picture(_standing(face, (SIZES.face_width_px, faces.deck.images.shape[1])))
    likeness, turns = faces.likeness_and_turns(picture, picture.corners)
    found = [(int(n), _explained(picture, int(n), int(turns[n]), faces)) for n in np.argsort(-likeness)[:most]]
    return tuple(sorted(found, key=lambda pair: -pair[1]))


def _faces(pictures: Sequence[Image]) -> FaceTemplates:
    """The pictures as a deck to compare with."""
    tall = float(np.median([max(p.shape[:2]) / min(p.shape[:2]) for p in pictures]))
    size = SIZES.face_width_px, round(SIZES.face_width_px * (1.0 if tall < 1 / GEOMETRY.square_ratio else tall))
    images = np.stack([_standing(picture, size) for picture in pictures])
    names = tuple(str(number) for number in range(len(pictures)))
    return FaceTemplates(Deck("", names, images, (0,) * len(names), False, Keypoints.none()))


def _standing(picture: Image, size: tuple[int, int]) -> Image:
    """A face on a short side, at that size."""
    if size[0] < size[1] and picture.shape[1] > picture.shape[0]:
        picture = np.asarray(np.rot90(picture), np.uint8)
    return np.asarray(cv2.resize(picture[..., :3], size, interpolation=cv2.INTER_AREA), np.uint8)


def _explained(picture: Picture, other: int, turn: int, faces: FaceTemplates) -> float:
    """The share of a picture that another face explains, moved to where it fits best."""
    rough, close = faces.at_width(MATCH.small_width_px), faces.at_width(MATCH.large_width_px)
    quad = align(picture, faces.turned_quad(picture.corners, turn), other, rough)
    quad = align(picture, quad, other, close, (), 6, ALIGNMENT.near_share)
    return match_faces(view_of(picture, quad, close), [(other, None)])[0].explained_share
