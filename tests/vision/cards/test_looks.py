"""How faces are held against a place, and the plane that cards lie in: small drawn cases of each step."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.match import FaceMatch, margin, match_faces, view_of
from vision.cards.deck.geometry import Picture, image_corners
from vision.cards.deck.templates import FaceTemplates
from vision.cards.learn.folder import deck_from_faces
from vision.cards.propose.card_plane import CardPlane, plane_of
from vision.cards.propose.card_sides import CardSides
from vision.cards.propose.lines import lines_leading_away
from vision.cards.search import LIMITS, CardSearch
from vision.reading import Floats, Image

WIDE, HIGH = 200, 280
UPRIGHT = np.array([[300, 200], [400, 200], [400, 340], [300, 340]], np.float32)


def face(mark: str, ink: tuple[int, int, int], paper: int = 240) -> Image:
    """A card with a large mark, and discs in two corners that all faces have."""
    picture = np.full((HIGH, WIDE, 3), paper, np.uint8)
    for spot in ((35, 40), (WIDE - 35, HIGH - 40)):
        cv2.circle(picture, spot, 18, (90, 60, 40), -1, cv2.LINE_AA)
    cv2.putText(picture, mark, (45, 190), cv2.FONT_HERSHEY_SIMPLEX, 5, ink, 22, cv2.LINE_AA)
    return picture


@cache
def faces() -> FaceTemplates:
    marks = {"3": (30, 30, 200), "8": (30, 30, 200), "pale 3": (200, 205, 215), "pale 8": (200, 205, 215)}
    return FaceTemplates(deck_from_faces("marks", {name: face(name[-1], ink) for name, ink in marks.items()}))


def compared(name: str, covers: tuple[Floats, ...] = ()) -> dict[str, FaceMatch]:
    """All faces held against one of them."""
    seen = view_of(Picture(face(name, (30, 30, 200))), image_corners(WIDE, HIGH), faces().at_width(96), covers)
    fits = match_faces(seen, [(number, None) for number in range(len(faces().deck.cards))])
    return {faces().deck.cards[fit.face]: fit for fit in fits}


def test_the_stronger_the_print_the_clearer_the_margin() -> None:
    fits = compared("3")
    pale = match_faces(
        view_of(Picture(face("3", (200, 205, 215))), image_corners(WIDE, HIGH), faces().at_width(96)),
        [(faces().deck.cards.index(name), None) for name in ("pale 3", "pale 8")],
    )
    assert margin(fits["3"], fits["8"]) > 0.9 > margin(*pale) > 0.4


def test_what_hides_a_part_of_a_card_changes_nothing_of_how_the_rest_is_explained() -> None:
    half = np.array([[0, 0], [WIDE, 0], [WIDE, 120], [0, 120]], np.float32)
    fits = compared("8", (half,))
    assert fits["8"].explained_share > 0.99
    assert fits["8"].visible_share < 0.6
    assert fits["3"].explained_share < fits["8"].explained_share


@pytest.mark.parametrize("turn", [0.0, 30.0, 200.0])
def test_a_quad_that_is_off_is_made_that_of_a_card(turn: float) -> None:
    onto = cv2.getRotationMatrix2D((350, 270), turn, 1.0)
    true = np.asarray(UPRIGHT @ onto[:, :2].T + onto[:, 2], np.float32)
    off = (true + np.array([[8, 4], [-6, 5], [7, -4], [-9, -5]], np.float32)).astype(np.float32)
    table = plane_of([true + np.float32(150), true - np.float32(150), true + np.float32((200, -150))], 1.4)
    assert np.abs(table.snapped(off) - true).max() < 6
    assert np.abs(table.snapped(true) - true).max() < 1


@pytest.mark.parametrize("spoilt", [0, 1, 2, 3])
def test_a_quad_with_a_spoilt_corner_is_made_that_of_a_card_by_those_that_are_not(spoilt: int) -> None:
    table = CardPlane(np.diag([0.01, 0.01, 1.0]), 1.4)
    quad = UPRIGHT.copy()
    quad[spoilt] += (30, -25)
    off = [np.abs(np.roll(card, turn, axis=0) - UPRIGHT).max() for card in table.cornered(quad) for turn in (0, 2)]
    assert min(off) < 1


def test_a_card_held_firm_is_not_drawn_out_of_shape_by_glare() -> None:
    picture = np.full((500, 600, 3), 60, np.uint8)
    card = cv2.resize(face("3", (30, 30, 200)), (100, 140), interpolation=cv2.INTER_AREA)
    picture[200:340, 300:400] = card
    cv2.ellipse(picture, (385, 300), (50, 24), 40, 0, 360, (255, 255, 255), -1, cv2.LINE_AA)
    picture = cv2.GaussianBlur(picture, (0, 0), 2)
    number, close = faces().deck.cards.index("3"), faces().at_width(40)
    start = UPRIGHT - np.float32(0.5) + np.float32(2)
    free, firm = (align(Picture(picture), start, number, close, firm=hold) for hold in (0.0, ALIGNMENT.firm_spring))
    assert np.abs(firm - UPRIGHT + 0.5).max() < 2 < np.abs(free - UPRIGHT + 0.5).max()


def lines(*ends: tuple[float, float, float, float]) -> Floats:
    return np.array(ends, np.float32).reshape(-1, 2, 2)


def test_sides_that_lead_away_from_under_a_card_speak_for_another() -> None:
    table = CardPlane(np.diag([0.01, 0.01, 1.0]), 1.4)
    under = lines((405, 240, 470, 280), (405, 300, 450, 330))
    assert lines_leading_away(table, under, [UPRIGHT]) == 2


def test_the_grain_of_a_table_does_not() -> None:
    table = CardPlane(np.diag([0.01, 0.01, 1.0]), 1.4)
    grain = [(x, y, x + 65, y + 40) for x, y in ((405, 240), (405, 300), (100, 100), (600, 100), (600, 400))]
    assert lines_leading_away(table, lines(*grain), [UPRIGHT]) == 0


def on_a_table() -> Image:
    picture = np.full((500, 600, 3), 60, np.uint8)
    picture[200:340, 300:400] = cv2.resize(face("3", (30, 30, 200)), (100, 140), interpolation=cv2.INTER_AREA)
    return picture


FLAT = CardPlane(np.diag([0.01, 0.01, 1.0]), 1.4)
TRUE = UPRIGHT - np.float32(0.5)


def test_a_picture_changes_across_the_sides_of_a_card_and_not_beside_them() -> None:
    there, beside = CardSides(on_a_table(), [], FLAT).support([TRUE, TRUE + np.float32((12, 0))])
    assert there.tolist() == [1, 1, 1, 1]
    assert np.sort(beside)[:2].max() < 0.2


def test_a_side_under_a_card_or_along_one_is_not_in_sight() -> None:
    under = np.array([[380, 150], [480, 150], [480, 400], [380, 400]], np.float32)
    along = np.array([[403, 195], [503, 195], [503, 345], [403, 345]], np.float32)
    for cover in (under, along):
        sides = CardSides(on_a_table(), [cover], FLAT).support([TRUE])[0]
        assert np.isnan(sides).tolist() == [False, True, False, False]


def test_a_place_laid_in_roughly_is_moved_and_turned_to_where_its_sides_are_seen() -> None:
    sides = CardSides(on_a_table(), [], FLAT)
    off = FLAT.moved(TRUE, 0.04, -0.03, 2)
    assert sides.shown([off]) == []
    fitted = sides.fitted(sides.clearest([off, FLAT.moved(TRUE, 0.05, -0.03, 2)]))
    assert [np.abs(quad - TRUE).max() < 4 for quad in fitted] == [True]
    assert [whole for _, whole in sides.shown(fitted)] == [True]


def test_three_sides_show_a_card_the_fourth_of_which_lies_on_what_looks_the_same() -> None:
    picture = on_a_table()
    picture[340:420, 280:420] = picture[339, 350]
    sides = CardSides(picture, [], FLAT)
    assert [whole for _, whole in sides.shown([TRUE])] == [False]
    picture[150:200, 280:420] = picture[200, 350]
    assert CardSides(picture, [], FLAT).shown([TRUE]) == []


def test_what_lies_under_a_known_card_is_no_place_for_another() -> None:
    assert CardSides(on_a_table(), [TRUE], FLAT).clearest([TRUE + np.float32((10, 8))]) == []


def test_a_card_in_doubt_is_not_looked_at_a_third_time_as_long_as_nothing_lies_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each card of no taught face was looked at as often as a picture was settled: five times and more."""
    picture = np.full((600, 800, 3), 120, np.uint8)
    picture[200:340, 300:400] = cv2.resize(face("5", (30, 30, 200)), (100, 140), interpolation=cv2.INTER_AREA)
    looks = list[FaceMatch]()
    looked_closely = CardSearch._looked_closely
    monkeypatch.setattr(
        CardSearch, "_looked_closely", lambda self, first: (looks.append(first), looked_closely(self, first))[1]
    )
    search, plane = CardSearch(Picture(picture), faces()), plane_of([UPRIGHT], 1.4)
    search.consider([UPRIGHT])
    assert [card.confidence < LIMITS.p_settled for card in search.found] == [True]
    search.settle(plane)
    again = len(looks)
    search.settle(plane.scaled(1.03))
    assert len(looks) == again > 1
    assert len(search.found) == 1
