"""Random scenes of cards: scattered, in rows, touching, overlapping a little, face down, sleeved, cut by the border."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.arrays import Floats
from hardware.art import deck as deck_art
from hardware.scene.optics.cameras import CameraModel, any_camera
from hardware.scene.optics.view import CameraView, array, camera_above
from hardware.scene.random import lighting
from hardware.scene.random.parts import any_lens, any_table
from hardware.scene.world import clutter
from hardware.scene.world.cards import CardSheen, CardSleeve, SceneCard
from hardware.scene.world.clutter import PlacedProp
from hardware.scene.world.scene import Scene


@dataclass(frozen=True, slots=True)
class CardSceneLimits:
    """What a random scene of cards may hold."""

    max_cards: int = 16
    """Cards in a picture."""
    cut_off_share: float = 0.05
    """Share of the scenes with a card that the border of the picture cuts."""
    max_covered_share: float = 0.2
    """Share of a card that another one may cover."""


LIMITS = CardSceneLimits()


def card_scene(
    deck: str,
    counts: Mapping[str, int],
    rng: np.random.Generator,
    count: int | None = None,
    size: tuple[int, int] = (1280, 720),
    wild: bool = False,
) -> Scene:
    """A table with `count` cards (1 to 16 if None) of a built-in deck, of which there are `counts` of each face.

    Seen from the device's place, or with `wild` from anywhere up to 42 degrees off, in any light, with any camera, and
    with other things beside the cards. Cards that find no place are left out. Raises ValueError for a deck that is not
    built in.
    """
    deck_art.faces(deck)
    names = _dealt(counts, rng, count)
    camera = any_camera(rng.spawn(1)[0])
    view = _view(rng, len(names), size, 42 if wild else 22, camera)
    make = _make(rng, deck)
    cards = _laid([replace(make, name=name) for name in names], view, rng)
    cards = [_worn(card, rng) for card in _some_down(cards, rng)]
    return Scene(
        view=view,
        table=any_table(rng, view, 40.0),
        light=lighting.random_light(rng, size, wild),
        lens=any_lens(rng, not wild, camera, view),
        dice=(),
        seed=int(rng.integers(2**31)),
        props=_things(rng, view, cards) if wild else (),
        cards=tuple(cards),
    )


def _dealt(counts: Mapping[str, int], rng: np.random.Generator, count: int | None) -> list[str]:
    """The names of so many cards off a shuffled deck, or of a random number of them."""
    count = int(rng.integers(1, LIMITS.max_cards + 1)) if count is None else count
    pack = [name for name in counts for _ in range(counts[name])]
    return [str(name) for name in rng.permutation(pack)[:count]]


def _things(rng: np.random.Generator, view: CameraView, cards: Sequence[SceneCard]) -> tuple[PlacedProp, ...]:
    """What else lies about: flat things also under the cards."""
    taken = [array(card.outline[:, :2]) for card in cards]
    return clutter.strewn_props(rng, view, taken, int(rng.integers(0, 9)), view.px_per_mm_at(array([0, 0, 0])))


def _view(rng: np.random.Generator, count: int, size: tuple[int, int], tilt: float, camera: CameraModel) -> CameraView:
    """A camera above the table that has room for so many cards: wider for more of them."""
    area = count * deck_art.SIZE[0] * deck_art.SIZE[1] / float(rng.uniform(0.26, 0.44))
    wide = max((area * size[0] / size[1]) ** 0.5, float(rng.uniform(280, 480)))
    focal = size[0] * camera.focal_share * float(rng.uniform(0.98, 1.02))
    way = float(rng.uniform(0, 360))
    roll = float(rng.choice([0, 180]) + rng.normal(0, 3)) + way
    bend = float(rng.uniform(-0.05, 0.0))
    return camera_above((0, 0), focal * wide / size[0], float(rng.uniform(0, tilt)), way, roll, focal, size, bend)


def _make(rng: np.random.Generator, deck: str) -> SceneCard:
    """A card as this copy of the deck was printed, and whether it is in sleeves."""
    sleeve = None
    if rng.random() < 0.4:
        rim = (int(rng.integers(10, 220)), int(rng.integers(10, 220)), int(rng.integers(10, 220)))
        sleeve = CardSleeve(float(rng.uniform(0.01, 0.12)), rim if rng.random() < 0.25 else None)
    fade = (float(rng.uniform(0, 0.09)), float(rng.uniform(0.88, 1.0)))
    return SceneCard(deck, None, 0.0, 0.0, 0.0, fade=fade, sleeve=sleeve)


def _worn(card: SceneCard, rng: np.random.Generator) -> SceneCard:
    """The same card as it bends and mirrors."""
    bow = (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03)))
    shiny = rng.random() < (0.4 if card.sleeve else 0.12)
    return replace(card, bow=bow, sheen=_sheen(rng, card.sleeve is not None) if shiny else None)


def _sheen(rng: np.random.Generator, sleeved: bool) -> CardSheen:
    """A lamp or a window mirrored: small and strong, or large and weak."""
    strong = sleeved and rng.random() < 0.4
    wide, high = (float(v) for v in (rng.uniform(0.05, 0.22, 2) if strong else rng.uniform(0.15, 0.9, 2)))
    power = float(rng.uniform(0.3, 1.5) if strong else rng.uniform(0.03, 0.25 if sleeved else 0.12))
    x, y, turn, edge = rng.uniform((0, 0, 0, 0.1), (1, 1, np.pi, 1)).tolist()
    return CardSheen(x, y, wide, high, turn, edge, power)


def _some_down(cards: list[SceneCard], rng: np.random.Generator) -> list[SceneCard]:
    """In every third scene some cards are face down."""
    if rng.random() > 0.33:
        return cards
    return [replace(card, name=None) if rng.random() < 0.3 else card for card in cards]


def _laid(cards: list[SceneCard], view: CameraView, rng: np.random.Generator) -> list[SceneCard]:
    """The cards at places of their own, each later one on top; those that find none are left out."""
    tidy = rng.random() < 0.45
    lap = float(rng.choice([0, 0, 0.25, 0.6]))
    main = float(rng.uniform(0, 2 * np.pi))
    laid: list[SceneCard] = []
    for number, card in enumerate(cards):
        turned = main + float(rng.choice(4)) * np.pi / 2 if tidy else float(rng.uniform(0, 2 * np.pi))
        tried = replace(card, turn=turned + float(rng.normal(0, 0.04)))
        cut = number == len(cards) - 1 and rng.random() < LIMITS.cut_off_share
        placed = _placed(tried, laid, view, rng, lap, cut)
        if placed is not None:
            laid.append(placed)
    return laid


def _placed(
    card: SceneCard, laid: Sequence[SceneCard], view: CameraView, rng: np.random.Generator, lap: float, cut: bool
) -> SceneCard | None:
    """The card at a free place; with chance `lap` pushed over or against one that lies there."""
    for attempt in range(160):
        if laid and not cut and attempt < 40 and rng.random() < lap:
            spot = _beside(card, laid[int(rng.integers(len(laid)))], rng)
        else:
            spot = view.table_point(np.array(view.size_px) * (_border(rng) if cut else rng.uniform(0.02, 0.98, 2)))
        tried = replace(card, x=spot[0], y=spot[1])
        lift = _lift(tried, laid)
        if lift is not None and _fits(tried, view, cut):
            return replace(tried, lift=lift)
    return None


def _beside(card: SceneCard, other: SceneCard, rng: np.random.Generator) -> tuple[float, float]:
    """A place from which the card reaches over the other one by less than a fifth, or just touches it."""
    way, share = (
        float(rng.uniform(0, 2 * np.pi)),
        float(rng.choice([0.0, rng.uniform(0.04, 0.9 * LIMITS.max_covered_share)])),
    )
    near, far = 0.0, 130.0
    for _ in range(14):
        middle = (near + far) / 2
        tried = replace(card, x=other.x + middle * np.cos(way), y=other.y + middle * np.sin(way))
        near, far = (middle, far) if _common(tried, other) > share else (near, middle)
    return float(other.x + far * np.cos(way)), float(other.y + far * np.sin(way))


def _common(one: SceneCard, other: SceneCard) -> float:
    """The area that two cards share, as a share of a card."""
    if np.hypot(one.x - other.x, one.y - other.y) > 113:
        return 0.0
    area, _ = cv2.intersectConvexConvex(
        np.ascontiguousarray(one.outline[:, :2]), np.ascontiguousarray(other.outline[:, :2])
    )
    return float(area) / (deck_art.SIZE[0] * deck_art.SIZE[1])


def _lift(card: SceneCard, laid: Sequence[SceneCard]) -> float | None:
    """How high it would lie on the cards under it; None if it hid too much of one, or lay over two at once."""
    under = [(other, share) for other in laid if (share := _common(card, other)) > 0.002]
    if not under:
        return 0.0
    if len(under) > 1 or under[0][1] > LIMITS.max_covered_share or under[0][0].lift > 0 or _covered(under[0][0], laid):
        return None
    return under[0][0].lift + deck_art.CARD.thickness_mm


def _covered(card: SceneCard, laid: Sequence[SceneCard]) -> bool:
    """Whether another card lies on this one already."""
    return any(other.lift > 0 and other is not card and _common(card, other) > 0.002 for other in laid)


def _border(rng: np.random.Generator) -> Floats:
    """A point on the picture's border, as shares of its size."""
    point = array([rng.uniform(0.1, 0.9), rng.choice([0.0, 1.0])])
    return point[:: int(rng.choice([-1, 1]))]


def _fits(card: SceneCard, view: CameraView, cut: bool) -> bool:
    """Whether the card is wholly in the picture, or with `cut` is not."""
    quad = view.project(card.outline)
    inside = (quad > 4).all() and (quad < array(view.size_px) - 5).all()
    return bool(inside) if not cut else not inside
