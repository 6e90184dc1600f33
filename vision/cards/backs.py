"""Cards that lie face down, found by the look of their back wherever its print lies.

Outlines that show it tell how it looks in this picture: its colours in this light, how busy it is. All that looks so is
then parted into cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.compare.back_look import LIMITS as LOOK
from vision.cards.compare.back_look import BackLook
from vision.cards.deck.geometry import Picture, area, grown, overlap
from vision.cards.propose.card_plane import CardPlane, plane_of
from vision.cards.propose.card_shapes import card_shapes, fitted
from vision.cards.propose.outlines import outlines
from vision.cards.propose.unexplained_print import filled
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class LyingBackLimits:
    """What looks like a back."""

    p_seed: float = 0.85
    """An outline that shows the back with this chance tells how it looks here."""
    p_back: float = 0.5
    """What is the back with less chance is none."""
    size_ratios: tuple[float, float] = (0.8, 1.25)
    """An outline is of a card's size within these factors."""
    same_ratios: tuple[float, float] = (0.85, 1.18)
    """within these it helps to tell the table's plane."""
    beside: float = 1.15
    """What lies within this of a card belongs to it."""
    more_share: float = 0.4
    """What looks like the back and is as large as this part of a card may be one more."""
    most_seeds: int = 60
    """So many outlines are looked at."""
    soft_px: int = 480
    """Outlines are also sought in the picture shrunk to this many px on its long side,"""
    soft_share: float = 0.06
    """and blurred by this part of a card's width: print that goes to the edge has none but there."""
    window_share: float = 0.22
    """Print is seen as a mean over this part of a card's width."""
    inner_share: float = 0.75
    """Within this part of a card lies nothing but print."""
    usual_spread: tuple[float, float, float, float] = (0.3, 0.07, 0.07, 0.35)
    """Light, two colours and busyness (logarithms) are off by so much on one table;"""
    light_spread: tuple[float, float, float, float] = (1.5, 1.0, 1.0, 1.0)
    """by so many times that, where no outline has shown a back in this light;"""
    most_alike_share: float = 0.65
    """Where more than this part of the picture looks so, the ground does: only what is nearer to the backs is parted
    there, and nothing if that is still more;"""
    least_spread: float = 0.3
    """both vary by no less than this then;"""
    rounds: int = 2
    """What looks so is parted into cards so often, as long as more are found."""
    turns_degrees: tuple[float, ...] = (-3.0, 3.0)
    """What was parted is looked at in these turns too: it was laid in roughly;"""
    p_turned: float = 0.02
    """unless it is the back with less chance than this."""
    most_off: float = 3.5
    """what is off by more than so many times that is no back."""
    same_share: float = 0.3
    """Two cards that share more of their area than this are one."""


LIMITS = LyingBackLimits()
Back = tuple[Floats, float]
"""Where a card lies face down, from a short side; and its chance."""


@dataclass(frozen=True, eq=False)
class LyingBacks:
    """The cards that lie face down, the likeliest first; and what of the picture (at `scale`) looks like them."""

    found: tuple[Back, ...] = ()
    mask: Mask | None = None
    scale: float = 1.0

    def has_more(self, cards: Sequence[Floats]) -> bool:
        """Whether something as large as a good part of a card looks like the back, and is none of some cards.

        Where the ground itself looks so nobody can tell that none lies on it.
        """
        if self.mask is None:
            return False
        left = self.mask & ~_filled(self.mask, self.scale, cards, LIMITS.beside)
        card = float(np.median([abs(area(quad)) for quad, _ in self.found])) * self.scale**2
        pieces = cv2.connectedComponentsWithStats(left.astype(np.uint8))[2][1:, cv2.CC_STAT_AREA]
        return bool(pieces.max(initial=0) > LIMITS.more_share * card)


def lying_backs(
    picture: Picture, look: BackLook, quads: Sequence[Floats], table: CardPlane | None, trusted: Sequence[Floats],
    closely: bool = True,
) -> LyingBacks:  # fmt: skip
    """The cards that lie face down in a picture.

    `quads` are the outlines in it; `table` is its plane, if it is known, for which else the `trusted` cards speak.
    Unless one looks `closely`, an outline among these must show a back first. Cards may overlap by a little.
    """
    if not closely and not _judged(picture, look, quads, LIMITS.p_seed):
        return LyingBacks()
    width = np.sqrt(np.median([abs(area(quad)) for quad in quads]) / look.tall) if quads else 0.1 * picture.width
    quads = [*quads, *_soft_outlines(picture.image, look, float(width))]
    plane = table or _plane(picture, look, quads, trusted)
    if plane is None:
        return LyingBacks()
    low, high = LIMITS.size_ratios
    lying = [plane.snapped(quad) for quad in quads if low < plane.size_ratio(quad) < high]
    found = _apart(_judged(picture, look, lying[: LIMITS.most_seeds], LIMITS.p_seed))
    if not found and not closely:
        return LyingBacks()
    scale = min(1.0, LIMITS.soft_px / max(picture.image.shape[:2]))
    seen = _seen(picture.image, scale, plane.width_px((picture.width / 2, picture.height / 2)))
    for _ in range(LIMITS.rounds):
        known, places = len(found), [quad for quad, _ in found]
        mask = _alike(seen, *(_look_here(seen, scale, places) if places else _expected(look, plane, picture, scale)))
        parted = mask
        if places and mask.mean() > LIMITS.most_alike_share:
            parted = mask & _unlike_ground(seen, scale, places, trusted)
        if parted.mean() > LIMITS.most_alike_share:
            break
        covered = _filled(mask, scale, [*places, *trusted])
        shapes = card_shapes(parted, covered, scale, plane)
        shapes += [fitted(parted, covered, scale, plane, quad) for quad in shapes]
        likely, least = _judged(picture, look, shapes, LIMITS.p_turned), LIMITS.p_back if places else LIMITS.p_seed
        turned = [plane.turned(quad, turn) for quad, _ in likely for turn in LIMITS.turns_degrees]
        straight = [back for back in likely if back[1] > least]
        found = _apart([*found, *straight, *_judged(picture, look, turned, least)])
        if len(found) == known:
            break
    return LyingBacks(tuple(found), mask, scale) if found else LyingBacks()


def _plane(picture: Picture, look: BackLook, quads: Sequence[Floats], trusted: Sequence[Floats]) -> CardPlane | None:
    """The table's plane, for which the trusted cards and the outlines that show the back speak."""
    first = plane_of(trusted, look.tall) if trusted else None
    if first is not None:
        low, high = LIMITS.same_ratios
        quads = [quad for quad in quads if low < first.size_ratio(quad) < high]
    shown = _apart(_judged(picture, look, quads, LIMITS.p_seed))
    if not shown:
        return first
    usual = float(np.median([abs(area(quad)) for quad, _ in shown]))
    alike = [quad for quad, _ in shown if trusted or 0.7 < abs(area(quad)) / usual < 1.4]
    return plane_of([*trusted, *alike], look.tall)


def _soft_outlines(image: Image, look: BackLook, width: float) -> list[Floats]:
    scale = min(1.0, LIMITS.soft_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(LIMITS.soft_share * width * scale, 0.5))
    return [(quad + 0.5) / scale - 0.5 for quad in outlines(np.asarray(soft, np.uint8), 1 / look.tall)]


def _judged(picture: Picture, look: BackLook, quads: Sequence[Floats], least: float) -> list[Back]:
    judged = [(quad, look.chance(picture, quad, least)) for quad in quads]
    return [(quad, chance) for quad, chance in judged if chance > 0]


def _apart(backs: Sequence[Back]) -> list[Back]:
    """The likeliest of those that lie on each other."""
    kept: list[Back] = []
    for quad, chance in sorted(backs, key=lambda back: -back[1]):
        if all(overlap(quad, other) < LIMITS.same_share for other, _ in kept):
            kept.append((quad, chance))
    return kept


def _seen(image: Image, scale: float, width: float) -> Floats:
    """How a picture looks about each px (H, W, 4): light, two colours, busyness, each in parts of its usual spread.

    It is shrunk to `scale`; cards are `width` px wide in it.
    """
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    side = max(round(LIMITS.window_share * width * scale), 3) | 1
    mean, grey = cv2.boxFilter(small, -1, (side, side)), small.mean(axis=2)
    even = cv2.boxFilter(grey, -1, (side, side))
    spread = np.sqrt(np.maximum(cv2.boxFilter(grey * grey, -1, (side, side)) - even * even, 1))
    logs = np.log(mean + LOOK.dark_value)
    busy = np.log(spread / (even + LOOK.dark_value) + 0.02)
    seen = [logs.mean(axis=2), logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1], busy]
    return np.asarray(np.dstack(seen) / np.array(LIMITS.usual_spread), np.float32)


def _unlike_ground(seen: Floats, scale: float, backs: Sequence[Floats], trusted: Sequence[Floats]) -> Mask:
    """Which px (H, W) look more like some backs than like the ground: like most of what lies beside these and the
    trusted cards, the backs among it left out step by step."""
    off_backs = _off(seen, seen[_filled(seen, scale, backs, LIMITS.inner_share)])
    ground = ~_filled(seen, scale, [*backs, *trusted], LIMITS.beside)
    nearer = np.zeros(seen.shape[:2], bool)
    for _ in range(LIMITS.rounds):
        if not (ground & ~nearer).any():
            break
        nearer = off_backs < _off(seen, seen[ground & ~nearer])
    return nearer


def _off(seen: Floats, some: Floats) -> Floats:
    """How unlikely each px (H, W) is one of some (N, 4): -2 log-likelihood, but for what all have alike."""
    middle = np.median(some, axis=0)
    spread = np.maximum(1.48 * np.median(np.abs(some - middle), axis=0), LIMITS.least_spread)
    return np.asarray((((seen - middle) / spread) ** 2).sum(axis=2) + 2 * np.log(spread).sum(), np.float32)


def _look_here(seen: Floats, scale: float, backs: Sequence[Floats]) -> tuple[Floats, Floats]:
    """How some backs look in this picture (4,), and by how much that varies (4,)."""
    inner = seen[_filled(seen, scale, backs, LIMITS.inner_share)]
    middle = np.median(inner, axis=0)
    return middle, np.maximum(1.48 * np.median(np.abs(inner - middle), axis=0), 1.0)


def _expected(look: BackLook, plane: CardPlane, picture: Picture, scale: float) -> tuple[Floats, Floats]:
    """The same, as the taught back tells it: in which light is not known."""
    width = plane.width_px((picture.width / 2, picture.height / 2))
    shrunk = width * scale / look.image.shape[1]
    seen = _seen(look.image, min(shrunk, 1.0), look.image.shape[1])
    rim = max(seen.shape[1] // 6, 1)
    return np.median(seen[rim:-rim, rim:-rim].reshape(-1, 4), axis=0), np.array(LIMITS.light_spread, np.float32)


def _alike(seen: Floats, middle: Floats, spread: Floats) -> Mask:
    """Which px (H, W) look so."""
    return np.asarray((((seen - middle) / spread) ** 2).sum(axis=2) < LIMITS.most_off**2)


def _filled(of: Floats | Mask, scale: float, quads: Sequence[Floats], part: float = 1.0) -> Mask:
    """Which px (H, W) of a shrunk picture lie in some quads of the whole one, or in this part of them."""
    return filled(of.shape, [grown((quad + 0.5) * scale - 0.5, part - 1) for quad in quads])
