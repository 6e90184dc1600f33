"""Where the one card lies in each picture of a folder that teaches a deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import area, image_corners, sides, upright
from vision.cards.learn.outer_edge import is_cut_off, outer_quad, shows_corners
from vision.cards.propose.outlines import outlines
from vision.reading import Floats, Image, Mask
from vision.store import refuse


@dataclass(frozen=True, slots=True)
class CropLimits:
    """Where the one card of a picture lies."""

    work_px: int = 480
    """A card that fills much of its picture is sought at this many px on the long side."""
    ratio_tolerance: float = 0.08
    """Cards of one deck have the same ratio of sides, within this part (cameras look a little from aslant)."""
    slanted_tolerance: float = 0.13
    """The outer edge of a card may be off that by so much: a phone is held more aslant than it seems."""
    most_skew_degrees: float = 10.0
    """Opposite sides of a card run in the same direction to this: where a corner does not stand out from the ground, an
    outline ends before it. Of 400 cards photographed from above, by us and by others, none was off by more than 6.7."""
    cut_tolerance: float = 0.025
    """Pictures that have their cards' ratio of sides to this part are cut to them."""
    camera_tolerance: float = 0.003
    """Pictures that have a camera's ratio of sides to this part are as it took them."""
    middle_share: float = 0.035
    """What lies in the middle of its picture but for this part of its short side,"""
    straight_share: float = 0.03
    """and turned by no more than this (tangent), is print."""
    full_share: float = 0.65
    """What fills this part of its picture and has its ratio of sides is a frame on a card that was cut out."""
    clear_contrast: float = 1.0
    """Least contrast between a card's rim and its ground, in standard deviations;"""
    faint_contrast: float = 0.25
    """and where the other pictures have shown what to look for."""
    measured_pictures: int = 12
    """The ratio of the cards' sides is measured in so many pictures of a folder."""
    most_pictures_share: float = 0.6
    """What more than this share of the pictures shows holds for all."""


LIMITS = CropLimits()
CAMERA_RATIOS = (9 / 16, 2 / 3, 3 / 4, 1.0)


NO_CARD = "no card found in this picture; lay it whole on a plain ground, or cut the picture to it"
ClearQuad = tuple[float, Floats]


def card_quads(pictures: Sequence[tuple[str, Image]], aspect: float | None = None) -> tuple[list[Floats | None], bool]:
    """The card's quad (4, 2) in each picture, from the corner that is its top left; and whether the cards are round.

    `aspect`: their short side over the long one, where the game tells it. None where no outline is found though it is
    in most others. Raises BadPictures for those that show nothing.
    """
    circles = [_circle(image) for _, image in pictures]
    if sum(circle is not None for circle in circles) > LIMITS.most_pictures_share * len(pictures):
        return [
            c if c is not None else _faint_circle(image) for c, (_, image) in zip(circles, pictures, strict=True)
        ], True
    if aspect is not None and (by_edge := _by_outer_edge(pictures, aspect)):
        return by_edge, False
    if aspect is not None and _have_ratio(pictures, aspect):
        return _all_of(pictures), False
    found = [_candidates(image) for _, image in pictures]
    ratio, share = _consensus([_clear(clear_quads, LIMITS.clear_contrast) for clear_quads in found])
    if share < LIMITS.most_pictures_share:
        return _all_of(pictures), _plain_corners(pictures)
    return [_card_quad(image, quads, ratio) for (_, image), quads in zip(pictures, found, strict=True)], False


def measured_aspect(pictures: Sequence[tuple[str, Image]]) -> float | None:
    """The short side over the long one of the cards in most of some pictures; None where they do not tell."""
    few = pictures[:: -(-len(pictures) // LIMITS.measured_pictures)]
    outer = [_outer(image) for _, image in few]
    found = [ratio_of(quad) for quad in outer if quad is not None]
    if len(found) < LIMITS.most_pictures_share * len(few) or _are_printed(outer, few):
        found = [min(image.shape[:2]) / max(image.shape[:2]) for _, image in few]
    middle = float(np.median(found)) if found else 0.0
    alike = sum(abs(ratio / middle - 1) < LIMITS.ratio_tolerance for ratio in found)
    return middle if found and alike >= LIMITS.most_pictures_share * len(found) else None


def _by_outer_edge(pictures: Sequence[tuple[str, Image]], aspect: float) -> list[Floats | None]:
    """The cards' quads by their outer edges, whatever frames lie within; [] if most pictures are cut to their card.

    Only where the game says how long its cards are beside their width: a mount under a card has an edge too.
    """
    outer = [_outer(image) for _, image in pictures]
    ratio = None if _are_printed(outer, pictures) else _common_ratio(outer, aspect)
    if ratio is None:
        return []
    return [
        quad if quad is not None and _alike(quad, ratio) else _card_quad(image, _candidates(image), ratio)
        for quad, (_, image) in zip(outer, pictures, strict=True)
    ]


def _outer(image: Image) -> Floats | None:
    """The outer edge of the one card on the ground of a picture; None if there is none, or it is cut to its card."""
    found = outer_quad(image)
    if found is None:
        return None
    quad, share = found
    own = min(image.shape[:2]) / max(image.shape[:2])
    cut = share > LIMITS.full_share and abs(ratio_of(quad) / own - 1) < 1.5 * LIMITS.ratio_tolerance
    return None if cut else upright(quad)


def _are_printed(outer: Sequence[Floats | None], pictures: Sequence[tuple[str, Image]]) -> bool:
    """Whether what most pictures show lies so exactly in their middle, and straight, that it is printed on a card that
    they are cut to; nobody lays a card down like that."""
    exact = 0
    for quad, (_, image) in zip(outer, pictures, strict=True):
        if quad is None:
            continue
        size = np.array(image.shape[1::-1], np.float32)
        off = np.abs(quad.mean(axis=0) - (size - 1) / 2).max() / float(size.min())
        lean = np.abs(np.diff(quad[:2], axis=0)[0])
        exact += bool(off < LIMITS.middle_share and lean.min() < LIMITS.straight_share * lean.max())
    return bool(exact > LIMITS.most_pictures_share * sum(quad is not None for quad in outer))


def _have_ratio(pictures: Sequence[tuple[str, Image]], aspect: float) -> bool:
    """Whether most pictures have the cards' own ratio of sides, which no camera's have: they are cut to them."""
    own = [min(image.shape[:2]) / max(image.shape[:2]) for _, image in pictures]
    alike = sum(abs(ratio / aspect - 1) < LIMITS.cut_tolerance for ratio in own)
    return bool(alike >= LIMITS.most_pictures_share * len(own))


def _common_ratio(outer: Sequence[Floats | None], aspect: float) -> float | None:
    """The ratio of sides that most pictures' outer edges share; None if they share none, or not the game's."""
    ratios = [ratio_of(quad) for quad in outer if quad is not None and _alike(quad, aspect)]
    middle = float(np.median(ratios)) if len(ratios) >= LIMITS.most_pictures_share * len(outer) else 0.0
    return middle if abs(middle / aspect - 1) < LIMITS.ratio_tolerance else None


def _alike(quad: Floats, ratio: float) -> bool:
    """Whether a quad (4, 2) may be a card of that ratio of sides, seen from above."""
    return abs(ratio_of(quad) / ratio - 1) < LIMITS.slanted_tolerance and _skew(quad) < LIMITS.most_skew_degrees


def _skew(quad: Floats) -> float:
    """How far opposite sides of a quad (4, 2) are off the same direction, degrees."""
    x, y = (np.roll(quad, -1, axis=0) - quad).T
    directions = np.degrees(np.arctan2(y, x))
    return float(np.abs((directions[:2] - directions[2:] + 90) % 180 - 90).max())


def _clear(clear_quads: Sequence[ClearQuad], least: float) -> list[ClearQuad]:
    return [(clear, quad) for clear, quad in clear_quads if clear > least]


def _whole(image: Image) -> Floats:
    return image_corners(image.shape[1], image.shape[0])


def _all_of(pictures: Sequence[tuple[str, Image]]) -> list[Floats | None]:
    """All of each picture: they are cut to their cards. Raises BadPictures for those that show nothing."""
    refuse({file: NO_CARD for file, i in pictures if min(i.shape[:2]) < 16 or float(i.std(axis=(0, 1)).max()) < 3})
    return [_whole(image) for _, image in pictures]


def _plain_corners(pictures: Sequence[tuple[str, Image]]) -> bool:
    """Whether square pictures show something only within a circle: round cards, cut out."""
    y, x = np.mgrid[-1:1:64j, -1:1:64j]
    corner = x**2 + y**2 > 1.06
    for _, image in pictures:
        if not 0.93 < image.shape[0] / image.shape[1] < 1.07:
            return False
        small = cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
        if small[corner].std(axis=0).max() > 0.5 * small[~corner].std(axis=0).max():
            return False
    return True


def _consensus(found: Sequence[Sequence[ClearQuad]]) -> tuple[float, float]:
    """The ratio of sides that the clearest outlines share, and the share of the pictures that have one of it."""
    # a large outline rather than a clear one within it: cards have frames and boxes of text
    clear = [[(min(c, 4.0) * area(quad), ratio_of(quad)) for c, quad in clear_quads] for clear_quads in found]
    most = [max((c for c, _ in clear_quads), default=1.0) for clear_quads in clear]
    clear = [[(c / top, r) for c, r in clear_quads] for clear_quads, top in zip(clear, most, strict=True)]
    best: list[tuple[float, float]] = []
    for ratio in sorted({round(r, 2) for clear_quads in clear for _, r in clear_quads}):
        agreeing = [
            max((f for f in clear_quads if abs(f[1] / ratio - 1) < LIMITS.ratio_tolerance), default=(0.0, 0.0))
            for clear_quads in clear
        ]
        if sum(c for c, _ in agreeing) > sum(c for c, _ in best):
            best = agreeing
    ratios = [ratio for c, ratio in best if c > 0]
    return (float(np.median(ratios)) if ratios else 0.0), len(ratios) / max(len(found), 1)


def _candidates(image: Image) -> list[ClearQuad]:
    """Clear outlines that may be a whole card on a ground; none where the card seems to fill the picture."""
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    work = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    height, width = work.shape[:2]
    clear_quads: list[ClearQuad] = []
    for quad in outlines(np.asarray(work, np.uint8), None):
        part = area(quad) / (height * width)
        if int(_at_rim(quad, width, height).sum()) > 2:
            continue
        clear = _contrast(np.asarray(work, np.uint8), quad) if part > 0.03 else 0.0
        if clear <= LIMITS.faint_contrast:
            continue
        if (
            clear > LIMITS.clear_contrast
            and part > LIMITS.full_share
            and abs(ratio_of(quad) / (min(height, width) / max(height, width)) - 1) < 1.5 * LIMITS.ratio_tolerance
        ):
            return []
        clear_quads.append((clear, np.asarray((quad + 0.5) / scale - 0.5, np.float32)))
    return clear_quads


def _contrast(image: Image, quad: Floats) -> float:
    """How far the strips inside and outside a quad's sides differ, in standard deviations, at the least clear side."""
    middle, clear = quad.mean(axis=0), []
    step = 0.035 * float(np.sqrt(area(quad)))
    rim = _at_rim(quad, image.shape[1], image.shape[0])
    for i in range(4):
        if rim[i] and rim[(i + 1) % 4]:
            continue
        start, end = quad[i], quad[(i + 1) % 4]
        inward = middle - (start + end) / 2
        inward = inward / max(float(np.linalg.norm(inward)), 1e-6) * step
        line = start + np.linspace(0.12, 0.88, 48)[:, None] * (end - start)
        strips = []
        for shift in (inward, -inward):
            points = np.round(line + shift).astype(int)
            x, y = points[:, 0].clip(0, image.shape[1] - 1), points[:, 1].clip(0, image.shape[0] - 1)
            strips.append(image[y, x].astype(np.float32))
        spread = np.sqrt(strips[0].var(axis=0).sum() + strips[1].var(axis=0).sum())
        clear.append(float(np.linalg.norm(np.median(strips[0], axis=0) - np.median(strips[1], axis=0)) / (spread + 4)))
    return min(clear)


def _at_rim(quad: Floats, width: int, height: int) -> Mask:
    """Which corners (4,) lie where the picture ends."""
    return np.asarray(((quad < 3) | (quad > (width - 4, height - 4))).any(axis=1))


def is_cut_to_card(image: Image, ratio: float) -> bool:
    """Whether a picture (BGR uint8) has the cards' ratio of sides, which cameras' do not, and shows none cut off.

    Print may reach a card's ends; where it leaves a ground in all corners, it is a card that lies over the end.
    """
    own = min(image.shape[:2]) / max(image.shape[:2])
    is_cameras = any(abs(own / other - 1) < LIMITS.camera_tolerance for other in CAMERA_RATIOS)
    if is_cameras or abs(own / ratio - 1) > LIMITS.cut_tolerance:
        return False
    return not (shows_corners(image) and is_cut_off(image, _whole(image)))


def _card_quad(image: Image, found: Sequence[ClearQuad], ratio: float) -> Floats | None:
    if is_cut_to_card(image, ratio):
        return _whole(image)
    fitting = [(clear, quad) for clear, quad in found if abs(ratio_of(quad) / ratio - 1) < 1.5 * LIMITS.ratio_tolerance]
    own = min(image.shape[:2]) / max(image.shape[:2])
    if fitting:
        least = 0.5 * min(max(clear for clear, _ in fitting), 9.0)
        return upright(max((quad for clear, quad in fitting if clear >= least), key=area))
    return _whole(image) if abs(own / ratio - 1) < LIMITS.ratio_tolerance else None


def _circle(image: Image) -> Floats | None:
    height, width = image.shape[:2]
    large = [q for q in outlines(image, None, round_too=True) if area(q) > 0.15 * height * width]
    nearly = [q for q in large if min(np.ptp(q, axis=0)) > 0.93 * max(np.ptp(q, axis=0))]
    return max(nearly, key=area, default=None)


def _faint_circle(image: Image) -> Floats:
    """The large circle that most edges lie on, or the whole picture."""
    scale = 320 / max(image.shape[:2])
    small = cv2.cvtColor(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    least = min(small.shape)
    circles = cv2.HoughCircles(
        cv2.GaussianBlur(small, (0, 0), 1), cv2.HOUGH_GRADIENT, 2, 60,
        param1=40, param2=60, minRadius=least // 4, maxRadius=round(0.54 * least),
    )  # fmt: skip
    if circles is None:
        return _whole(image)
    x, y, r = (np.asarray(circles, np.float32).reshape(-1, np.shape(circles)[-1])[0, :3] + (0.5, 0.5, 0)) / scale - 0.5
    return np.array([[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]], np.float32)


def ratio_of(quad: Floats) -> float:
    """The short side of a quad (4, 2) over its long one."""
    length = sides(quad)
    across, along = length[0] + length[2], length[1] + length[3]
    return float(min(across, along) / max(across, along, 1e-6))
