"""Cards on the simulated table: the truth is what the pictures show."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from hardware.scene import Scene, render
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.light import Light
from hardware.scene.optics.view import CameraView, camera_above
from hardware.scene.random.card_scene import card_scene
from hardware.scene.world.cards import CardSheen, CardSleeve, SceneCard, seen_cards
from hardware.scene.world.scene import TableTop

COUNTS = dict.fromkeys(deck_art.faces("hai-noon"), 2)
EVEN = Light((1.0, 1.0, 1.0), ())
CARD = SceneCard("hai-noon", "all-sharks-swim-on.blue", 0.0, 0.0, 0.0)


def view(tilt: float = 0.0, bend: float = 0.0, size: tuple[int, int] = (640, 480)) -> CameraView:
    """A camera at 3 px a mm."""
    return camera_above((0, 0), 300, tilt, 20, 0, 900, size, bend)


def pictured(*cards: SceneCard, at: CameraView | None = None) -> np.ndarray:
    """The cards on a plain table in even light before a perfect camera."""
    table = TableTop("dark", 0)
    return render(Scene(at or view(), table, EVEN, Lens(blur_px=0, noise_levels=0), (), 1, cards=cards))[0]


def unwarped(picture: np.ndarray, quad: tuple[tuple[float, float], ...], width: int = 126) -> np.ndarray:
    """What the picture shows in the quad, upright: (176, 126, 3)."""
    own = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, 175.5], [-0.5, 175.5]], np.float32)
    there = cv2.getPerspectiveTransform(np.array(quad, np.float32), own)
    return cv2.warpPerspective(picture, there, (width, 176), flags=cv2.INTER_AREA)


@pytest.mark.parametrize(("turn", "tilt", "bend"), [(0, 0, 0), (1.0, 20, 0), (2.6, 22, -0.05), (-1.4, 10, -0.05)])
def test_the_quad_holds_the_face_from_its_own_top_left(turn: float, tilt: float, bend: float) -> None:
    """Straightened, the picture is the art, whichever way the card lies."""
    card = replace(CARD, turn=turn, x=14, y=-8)
    (truth,) = seen_cards(view(tilt, bend), [card])
    straight = unwarped(pictured(card, at=view(tilt, bend)), truth.quad)[6:-6, 6:-6]
    art = deck_art.draw("hai-noon", CARD.name or "", 126)[6:-6, 6:-6]
    apart = np.abs(cv2.GaussianBlur(straight, (0, 0), 2).astype(int) - cv2.GaussianBlur(art, (0, 0), 2)).mean()
    upside_down = np.abs(straight[::-1, ::-1].astype(int) - art).mean()
    assert apart < 6
    assert upside_down > 4 * apart


def test_the_box_is_where_the_card_is_seen() -> None:
    """Compared with the empty table, to a pixel; round corners reckoned with."""
    empty, picture = pictured(), pictured(CARD)
    rows = np.flatnonzero((np.abs(picture.astype(int) - empty).max(2) > 40).any(1))
    columns = np.flatnonzero((np.abs(picture.astype(int) - empty).max(2) > 40).any(0))
    (truth,) = seen_cards(view(), [CARD])
    x, y, w, h = truth.box
    assert (columns[0], rows[0]) == (pytest.approx(x, abs=1), pytest.approx(y, abs=1))
    assert (columns[-1], rows[-1]) == (pytest.approx(x + w - 1, abs=1), pytest.approx(y + h - 1, abs=1))
    assert truth.visible == pytest.approx(1, abs=0.01)


def test_a_card_on_top_hides_its_share_of_the_one_below() -> None:
    """Half of it here, and the box shrinks with it."""
    over = replace(CARD, x=31.5, lift=0.3)
    below, above = seen_cards(camera_above((0, 0), 300, 0, 0, 0, 900, (640, 480)), [CARD, over])
    assert below.visible == pytest.approx(0.5, abs=0.02)
    assert below.box[2] == pytest.approx(above.box[2] / 2, abs=2)
    assert above.visible == pytest.approx(1, abs=0.01)


def test_a_card_over_the_border_is_cut_off_and_one_beyond_it_is_not_seen() -> None:
    """The quad goes on outside the picture, the box ends at its border."""
    half, none = replace(CARD, x=107.0), replace(CARD, x=300.0)
    found = seen_cards(camera_above((0, 0), 300, 0, 0, 0, 900, (640, 480)), [half, none])
    assert len(found) == 1
    assert found[0].cut_off
    assert found[0].box[0] + found[0].box[2] == 640
    assert max(x for x, _ in found[0].quad) > 640
    assert 0.3 < found[0].visible < 0.7


def test_a_card_face_down_shows_its_back_and_no_name() -> None:
    """An opaque sleeve hides even that."""
    back = deck_art.draw("hai-noon", deck_art.BACK, 126)
    down = replace(CARD, name=None)
    (truth,) = seen_cards(view(), [down])
    assert truth.name is None
    assert truth.back
    assert not seen_cards(view(), [replace(down, sleeve=CardSleeve(rim=(40, 90, 200)))])[0].back
    assert np.abs(unwarped(pictured(down), truth.quad)[9:-9, 9:-9].astype(int) - back[9:-9, 9:-9]).mean() < 14
    sleeved = unwarped(pictured(replace(down, sleeve=CardSleeve(rim=(40, 90, 200)))), truth.quad)
    assert np.abs(sleeved[9:-9, 9:-9].astype(int) - (40, 90, 200)).mean() < 12


def test_a_sheen_brightens_its_own_card_only() -> None:
    """Where nothing lies on it."""
    sheen = CardSheen(0.5, 0.5, 3.0, 3.0, 0.0, 0.1, 90.0)
    over = replace(CARD, x=40.0, y=10.0, lift=0.3)
    dull, shiny = pictured(CARD, over), pictured(replace(CARD, sheen=sheen), over)
    brighter = (shiny.astype(int) - dull).max(2) > 20
    below, above = seen_cards(view(), [CARD, over])
    outline = cv2.fillConvexPoly(np.zeros((480, 640), np.uint8), np.int32(np.round(above.quad)), 1)
    assert brighter.sum() > 0.5 * below.visible * cv2.contourArea(np.array(below.quad, np.float32))
    assert not (brighter & (cv2.erode(outline, np.ones((7, 7), np.uint8)) > 0)).any()


def test_a_sheen_that_other_cards_hide_adds_nothing() -> None:
    """Nothing of it is left to be drawn."""
    shiny = replace(CARD, sheen=CardSheen(0.5, 0.5, 3.0, 3.0, 0.0, 0.1, 90.0))
    over = [replace(CARD, x=x, y=y, lift=0.3) for x in (-4.0, 4.0) for y in (-4.0, 4.0)]
    assert np.array_equal(pictured(shiny, *over), pictured(CARD, *over))


@pytest.mark.parametrize("deck", deck_art.DECKS)
def test_random_scenes_repeat_and_keep_their_promises(deck: str) -> None:
    """No card hides more than a fifth of another; cards not cut lie wholly in the picture; none twice too often."""
    counts = dict.fromkeys(deck_art.faces(deck), 1)
    for seed in range(12):
        scene, again = (card_scene(deck, counts, np.random.default_rng(seed), size=(640, 360)) for _ in range(2))
        assert scene.cards == again.cards
        truth = seen_cards(scene.view, scene.cards)
        assert 1 <= len(truth) <= 16
        names = [card.name for card in truth if card.name]
        assert len(names) == len(set(names))
        for card in truth:
            assert card.cut_off or card.visible > 0.76
            inside = all(0 <= x <= 639 and 0 <= y <= 359 for x, y in card.quad)
            assert inside != card.cut_off


def test_the_same_scene_is_the_same_picture() -> None:
    """Nothing random is left to the rendering."""
    scene = card_scene("hai-noon", COUNTS, np.random.default_rng(4), 5, (640, 360))
    assert np.array_equal(render(scene)[0], render(scene)[0])
    assert len(scene.cards) == 5


def test_scenes_have_all_kinds_of_trouble() -> None:
    """Among 60: cards face down, in sleeves, mirrored light, overlaps, and some that the border cuts."""
    rng = np.random.default_rng(0)
    scenes = [card_scene("hai-noon", COUNTS, rng, size=(640, 360)) for _ in range(60)]
    cards = [card for scene in scenes for card in scene.cards]
    for share, least, most in (
        (np.mean([card.name is None for card in cards]), 0.05, 0.2),
        (np.mean([card.sleeve is not None for card in cards]), 0.25, 0.55),
        (np.mean([card.sheen is not None for card in cards]), 0.12, 0.4),
        (np.mean([card.lift > 0 for card in cards]), 0.05, 0.35),
        (np.mean([any(s.cut_off for s in seen_cards(scene.view, scene.cards)) for scene in scenes]), 0.01, 0.12),
    ):
        assert least < share < most


def test_wild_scenes_have_other_things_and_steeper_views() -> None:
    """Among 12: things that are no cards, none upon a card, and a slant of more than 25 degrees."""
    rng = np.random.default_rng(2)
    scenes = [card_scene("hai-noon", COUNTS, rng, 4, (640, 360), wild=True) for _ in range(12)]
    assert sum(len(scene.props) for scene in scenes) > 12
    assert max(float(np.degrees(np.arccos(-scene.view.rotation[2, 2]))) for scene in scenes) > 25
    for scene in scenes:
        for laid in (laid for laid in scene.props if laid.prop.high >= 0.5):
            outlines = [np.ascontiguousarray(card.outline[:, :2]) for card in scene.cards]
            assert all(cv2.intersectConvexConvex(laid.outline, other)[0] == 0 for other in outlines)
