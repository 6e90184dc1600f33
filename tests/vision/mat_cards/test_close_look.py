"""A close look at a card: faces that differ in little are told apart, in the picture's own light and blur."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame.mat import Mat
from vision.mat_cards.close_look import CloseFaces, CloseView, FaceWay
from vision.mat_cards.close_look.evidence import weighed
from vision.mat_cards.close_look.light import blur_of, broadly, exposure_of, grey_of
from vision.mat_cards.correlate import Pose
from vision.mat_cards.look import DeckOnMat
from vision.mat_cards.naming import closely_named, p_close

SIZE_MM = (63.0, 88.0)
POSE = Pose(80, 90, 3.0)
FREE = np.ones((180, 160), np.float32)


def face(
    figure: str, paper: tuple[int, int, int] = (225, 235, 240), ink: tuple[int, int, int] = (90, 60, 20)
) -> np.ndarray:
    """A card with one picture in its middle and a small figure, 126 x 176 px."""
    made = np.full((176, 126, 3), paper, np.uint8)
    cv2.ellipse(made, (63, 95), (36, 28), 20, 0, 360, ink, -1, cv2.LINE_AA)
    cv2.circle(made, (52, 84), 9, paper, -1, cv2.LINE_AA)
    cv2.putText(made, figure, (10, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.55, ink, 2, cv2.LINE_AA)
    return made


def taken(card: np.ndarray, blur: float = 1.0, tint: tuple[float, float, float] = (0.8, 0.7, 0.6)) -> CloseView:
    """A picture of a grey mat with the card, 2 px a mm, in a lamp's colour, a shadow across it, with noise."""
    c, s = np.cos(np.radians(POSE.turn)), np.sin(np.radians(POSE.turn))
    x, y = 2 * POSE.x - c * 63 + s * 88, 2 * POSE.y - s * 63 - c * 88
    size = (320, 360)
    there = np.array([[c, -s, x], [s, c, y]])
    cover = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), there, size)[..., None] / 255
    made = np.full((360, 320, 3), 120.0) * (1 - cover) + cv2.warpAffine(card, there, size) * cover
    shade = 1 - 0.25 / (1 + np.exp((np.arange(320) - 170) / 25))
    made = cv2.GaussianBlur(made, (0, 0), blur) * tint * shade[None, :, None]
    noise = np.random.default_rng(3).normal(0, 2, made.shape)
    mat = Mat({"name": "bare", "size_mm": [160, 180]}, np.diag([0.5, 0.5, 1.0]))
    return CloseView.of(np.clip(made + noise, 0, 255).astype(np.uint8), mat)


def ways(*faces: int) -> list[FaceWay]:
    """Faces by their numbers, as they are."""
    return [FaceWay(number) for number in faces]


@pytest.mark.parametrize("blur", [0.7, 1.8])
@pytest.mark.parametrize("right", [0, 1])
def test_faces_that_differ_by_a_small_figure_are_told_apart(right: int, blur: float) -> None:
    """Whichever is looked at first, in a yellow lamp and half in a shadow."""
    cards = [face("5"), face("8")]
    faces = CloseFaces(dict(zip(("five", "eight"), cards, strict=True)), SIZE_MM)
    for order in ([0, 1], [1, 0]):
        fit = faces.compared(taken(cards[right], blur), FREE, 1.0, POSE, ways(*order))
        assert fit.behind[order.index(right)] == 0
        assert p_close(float(fit.behind[1 - order.index(right)])) > 0.7


@pytest.mark.parametrize("tone", [0.6, 1.6])
@pytest.mark.parametrize("right", [0, 1])
def test_a_small_figure_tells_in_a_camera_that_changes_tones_and_sharpens(right: int, tone: float) -> None:
    """Either face is off there by more than noise, all over: the ratio of what they leave at the figure tells."""
    view = taken(face("58"[right]))
    toned = 255 * (view.image / 255.0) ** tone
    sharp = toned + 0.8 * (toned - cv2.GaussianBlur(toned, (0, 0), 1.5))
    changed = CloseView(np.clip(sharp, 0, 255).astype(np.uint8), view.to_px)
    faces = CloseFaces({"five": face("5"), "eight": face("8")}, SIZE_MM)
    fit = faces.compared(changed, FREE, 1.0, POSE, ways(0, 1))
    assert fit.behind[right] == 0
    assert p_close(float(fit.behind[1 - right])) > 0.75


def test_a_card_looks_the_same_closely_in_a_much_larger_picture() -> None:
    faces, view = CloseFaces({"five": face("5"), "eight": face("8")}, SIZE_MM), taken(face("5"))
    wide = cv2.copyMakeBorder(view.image, 300, 300, 500, 500, cv2.BORDER_REPLICATE)
    moved = np.array([[1, 0, 500], [0, 1, 300], [0, 0, 1.0]]) @ view.to_px
    fits = [faces.compared(each, FREE, 1.0, POSE, ways(0, 1)) for each in (view, CloseView(wide, moved))]
    assert np.allclose(fits[0].behind, fits[1].behind)
    assert fits[0].unexplained == pytest.approx(fits[1].unexplained)


def suit(name: str) -> np.ndarray:
    """A card with one large black sign, of two that share most of their ink, 126 x 176 px."""
    made, ink = np.full((176, 126, 3), (225, 235, 240), np.uint8), (30, 30, 30)
    if name == "spade":
        cv2.fillPoly(made, [np.array([(63, 54), (92, 96), (34, 96)])], ink, cv2.LINE_AA)
    leaves = ((48, 96), (78, 96)) if name == "spade" else ((63, 70), (48, 94), (78, 94))
    for leaf in leaves:
        cv2.circle(made, leaf, 14, ink, -1, cv2.LINE_AA)
    cv2.fillPoly(made, [np.array([(63, 90), (73, 122), (53, 122)])], ink, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("eaten_px", [11, 15, 17])
@pytest.mark.parametrize("right", ["club", "spade"])
def test_what_is_left_of_print_that_light_has_eaten_away_speaks_for_no_other_suit(right: str, eaten_px: int) -> None:
    """Whichever has less ink would be believed: a club so overexposed was taken for a spade in a film of Cribbage."""
    faces = CloseFaces({name: suit(name) for name in ("club", "spade")}, SIZE_MM)
    eaten = cv2.dilate(suit(right), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (eaten_px, eaten_px)))
    for order in ([0, 1], [1, 0]):
        assert faces.compared(taken(eaten, tint=(1, 1, 1)), FREE, 1.0, POSE, ways(*order)).behind[
            order.index(faces.names.index(right))
        ] == pytest.approx(0)


def test_many_faint_signs_do_not_outweigh_a_strong_one_that_is_missing() -> None:
    """Print that is missing may be eaten away, but that of the other face is missing, too: people are asked."""
    strong, faint = (np.full((120, 120, 3), 200.0, np.float32) for _ in range(2))
    cv2.rectangle(strong, (8, 8), (24, 24), (60, 60, 60), -1)
    for x in (50, 75, 100):
        for y in (20, 45, 70, 95):
            cv2.circle(faint, (x, y), 4, (170, 170, 170), -1)
    signs = faint.min(2, keepdims=True) < 200
    seen = faint + np.random.default_rng(5).normal(0, 2, faint.shape).astype(np.float32)
    fit = weighed(seen, np.ones((120, 120), np.float32), [np.where(signs, faint, strong), np.full_like(faint, 200.0)])
    assert fit.behind.max() < 5


@pytest.mark.parametrize("right", ["club", "spade"])
def test_suits_are_told_apart_by_what_too_much_light_leaves_of_their_print(right: str) -> None:
    """A soft picture with twice the light that its paper can show: all print is thinner, as it would be of either."""
    faces = CloseFaces({name: suit(name) for name in ("club", "spade")}, SIZE_MM)
    for order in ([0, 1], [1, 0]):
        fit = faces.compared(taken(suit(right), 1.5, (2.2, 2.2, 2.2)), FREE, 1.0, POSE, ways(*order))
        wrong = order.index(faces.names.index("spade" if right == "club" else "club"))
        assert fit.behind[1 - wrong] == 0
        assert fit.behind[wrong] > 100


@pytest.mark.parametrize("lies", [FaceWay(0), FaceWay(1, turned=True)])
def test_faces_are_weighed_together_whichever_way_round_they_lie(lies: FaceWay) -> None:
    """By what each leaves unexplained alone, a three of clubs was taken for one of spades upside down in Cribbage."""
    cards = [suit("club"), suit("spade")]
    faces = CloseFaces(dict(zip(("club", "spade"), cards, strict=True)), SIZE_MM)
    shown = cards[lies.face][::-1, ::-1] if lies.turned else cards[lies.face]
    both = [FaceWay(0), FaceWay(1, turned=True)]
    for order in (both, both[::-1]):
        fit = faces.compared(taken(shown), FREE, 1.0, POSE, order)
        assert fit.behind[order.index(lies)] == 0
        assert fit.behind[1 - order.index(lies)] > 100


def test_inks_are_told_apart_whatever_the_lamp() -> None:
    """One veil for all colours: a gain and a veil for each would make any two inks alike."""
    cards = [face("5", ink=(150, 50, 20)), face("5", ink=(110, 100, 20))]
    faces = CloseFaces(dict(zip(("blue", "teal"), cards, strict=True)), SIZE_MM)
    assert faces.compared(taken(cards[1]), FREE, 1.0, POSE, ways(0, 1)).behind[0] > 40


def neon(ink: tuple[int, int, int]) -> np.ndarray:
    """A dark card with a thin frame, and a sign of one ink."""
    made = np.full((176, 126, 3), (32, 24, 20), np.uint8)
    cv2.rectangle(made, (5, 5), (120, 170), (70, 66, 62), 1)
    cv2.rectangle(made, (40, 60), (86, 100), ink, 2, cv2.LINE_AA)
    cv2.circle(made, (68, 80), 11, ink, 2, cv2.LINE_AA)
    cv2.line(made, (48, 100), (48, 108), ink, 2, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("tint", [(1.1, 0.75, 0.8), (0.75, 0.95, 1.0), (1.0, 0.95, 0.8)])
def test_thin_signs_on_dark_cards_are_told_apart_where_a_coloured_lamp_is_mirrored(
    tint: tuple[float, float, float],
) -> None:
    """What a card mirrors has the lamp's colour: taken for white, a red sign was a yellow one, surely (path-traced)."""
    inks = {"red": (160, 170, 255), "yellow": (140, 235, 255), "green": (160, 240, 150), "blue": (255, 200, 130)}
    faces = CloseFaces({name: neon(ink) for name, ink in inks.items()}, SIZE_MM)
    for right, ink in enumerate(inks.values()):
        mirrors = cv2.convertScaleAbs(neon(ink), alpha=0.75, beta=60)
        fit = faces.compared(taken(mirrors, tint=tint), FREE, 1.0, POSE, ways(0, 1, 2, 3))
        assert fit.behind[right] == 0
        assert p_close(float(np.delete(fit.behind, right).min())) > 0.9


@pytest.mark.parametrize("right", [0, 1])
@pytest.mark.parametrize("bluish", [1.35, 1.6, 1.9])
def test_inks_are_told_apart_where_a_colour_of_white_paper_is_full(bluish: float, right: int) -> None:
    """What such paper seems to say of the lamp made teal surely blue, and blue teal."""
    cards = [face("5", paper=(244, 245, 250), ink=ink) for ink in ((115, 84, 8), (112, 25, 6))]
    faces = CloseFaces(dict(zip(("teal", "blue"), cards, strict=True)), SIZE_MM)
    behind = faces.compared(taken(cards[right], tint=(bluish, 1.0, 0.95)), FREE, 1.0, POSE, ways(0, 1)).behind
    assert behind[right] == 0
    assert behind[1 - right] > 40


@pytest.mark.parametrize(("tint", "exposed"), [((1.8, 1.8, 1.8), True), ((1.8, 0.9, 0.85), False)])
def test_a_picture_has_too_much_light_only_if_its_paper_is_full_in_all_colours(
    tint: tuple[float, float, float], exposed: bool
) -> None:
    """In bluish light blue alone is: faces whose thin lines were eaten away for that named the wrong ink (*Hold Your
    Breath!*, copy R, 764/3)."""
    card = face("5", paper=(244, 246, 248)).astype(np.float32)
    seen, weight = np.minimum(card * np.array(tint, np.float32), 255), np.ones(card.shape[:2], np.float32)
    times = exposure_of(card, seen, weight, broadly(grey_of(seen), weight))
    assert (times > 1) == exposed


@pytest.mark.parametrize("wide_px", [8, 16, 30])
def test_the_edge_of_a_shadow_makes_no_picture_soft(wide_px: int) -> None:
    """Its light, told broadly, is off by much about the edge: that is no blur (*Hold Your Breath!*, copy R, 807/0)."""
    card, (x, y) = face("5", paper=(235, 240, 242), ink=(150, 110, 40)), np.meshgrid(np.arange(126), np.arange(176))
    sun = 0.5 + 0.5 * np.clip((x + 0.3 * y - 90) / wide_px + 0.5, 0, 1)
    soft = cv2.GaussianBlur(card.astype(np.float32), (0, 0), 0.8)
    noise = np.random.default_rng(7).normal(0, 2.5, card.shape)
    seen, weight = np.asarray(soft * sun[..., None] + noise, np.float32), np.ones(card.shape[:2], np.float32)
    assert blur_of(card, seen, weight) <= 1.0


def test_pale_thin_lines_make_no_picture_soft() -> None:
    """Too much light pales them; taken for blur, small figures drowned in it (*Hold Your Breath!*, copy R, 861/3)."""
    card = face("5", paper=(235, 240, 242), ink=(150, 110, 40)).astype(np.float32)
    soft = cv2.GaussianBlur(card, (0, 0), 0.8)
    fine = soft - cv2.GaussianBlur(soft, (0, 0), 3.0)
    noise = np.random.default_rng(9).normal(0, 2.5, card.shape)
    seen = np.asarray(soft - 0.5 * fine + noise, np.float32)
    assert blur_of(card.astype(np.uint8), seen, np.ones(card.shape[:2], np.float32)) <= 1.0


def test_a_card_of_no_known_face_is_left_unexplained() -> None:
    """And a known one is explained."""
    faces = CloseFaces({"five": face("5"), "eight": face("8")}, SIZE_MM)
    other = np.full((176, 126, 3), 240, np.uint8)
    for k in range(6):
        cv2.line(other, (10, 25 * k + 20), (116, 25 * k + 30), (40, 160, 60), 5, cv2.LINE_AA)
    known = faces.compared(taken(face("5")), FREE, 1.0, POSE, ways(0, 1)).unexplained
    unknown = faces.compared(taken(other), FREE, 1.0, POSE, ways(0, 1)).unexplained
    assert known < 0.1
    assert unknown > 0.5


def test_what_is_covered_tells_nothing() -> None:
    """With the figure under another card the two faces are as likely."""
    cards = [face("5"), face("8")]
    free = FREE.copy()
    free[:80] = 0
    faces = CloseFaces(dict(zip(("five", "eight"), cards, strict=True)), SIZE_MM)
    assert faces.compared(taken(cards[0]), free, 1.0, POSE, ways(1, 0)).behind.max() < 15


def test_a_halo_about_all_print_does_not_outweigh_another_ink() -> None:
    """A face whose photograph was sharpened when it was taught, beside one of another ink that was not."""
    navy, teal = (face("5", (246, 249, 250), ink) for ink in ((150, 70, 40), (150, 115, 40)))
    sharpened = cv2.addWeighted(navy, 3.5, cv2.GaussianBlur(navy, (0, 0), 2.0), -2.5, 0)
    faces = CloseFaces({"navy": sharpened, "teal": teal}, SIZE_MM)
    fit = faces.compared(taken(navy, 1.0, (0.95, 0.95, 0.95)), FREE, 1.0, POSE, ways(1, 0))
    assert fit.behind[1] == 0
    assert fit.behind[0] > 100


def ace(ink: tuple[int, int, int], border_px: int, in_px: int = 0) -> np.ndarray:
    """A white card with a dark border, and a sign in its middle and, by so much further in, in two corners."""
    made = np.full((176, 126, 3), 250, np.uint8)
    cv2.rectangle(made, (0, 0), (125, 175), (10, 10, 10), 2 * border_px - 1)
    for x, y, size in ((63, 88, 13), (11 + in_px, 20 + in_px, 5), (114 - in_px, 155 - in_px, 5)):
        cv2.fillPoly(made, [np.array([(x, y - size), (x + size, y), (x, y + size), (x - size, y)])], ink, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("in_px", [0, 2, 3])
def test_the_border_of_a_face_that_comes_to_lie_further_in_hides_no_ink_from_the_light(in_px: int) -> None:
    """Too much light falls on it: a red ace was believed to be a black one (Oh Hell, seed 465301)."""
    red, black = (20, 20, 230), (20, 20, 20)
    faces = CloseFaces({"black": ace(black, 2), "red": ace(red, 2)}, SIZE_MM)
    view = taken(ace(red, 1, in_px), 0.6, (2.0, 2.0, 2.0))
    for order in ([0, 1], [1, 0]):
        fit = faces.compared(view, FREE, 1.0, POSE, ways(*order))
        assert fit.behind[order.index(1)] == 0
        assert fit.behind[order.index(0)] > 13


@pytest.mark.parametrize(("p_black", "believed"), [(2e-5, False), (2e-3, True)])
def test_a_face_out_of_question_at_first_sight_is_not_believed_for_leading_closely(
    p_black: float, believed: bool
) -> None:
    red, black = (20, 20, 230), (20, 20, 20)
    faces = CloseFaces({"red": ace(red, 1), "black": ace(black, 1)}, SIZE_MM)
    first_sight = (("red", 1 - p_black), ("black", p_black))
    (name, p), *_ = closely_named(taken(ace(black, 1)), FREE, 1.0, faces, POSE, first_sight, (), 0.9).names
    assert (p > 0.9) == believed
    assert name == "black" or p < 0.6


@pytest.mark.parametrize("p_five", [4e-7, 1e-9])
def test_the_likest_of_the_face_that_leads_is_looked_at_closely_even_if_it_seems_out_of_question(p_five: float) -> None:
    """A 10 of a dark copy was so much more probable than the 5 that lay there, and was believed."""
    faces = CloseFaces({"five": face("5"), "eight": face("8"), "other": ace((20, 20, 230), 1)}, SIZE_MM)
    first_sight = (("eight", 1.0), ("five", p_five), ("other", 1e-13))
    names = closely_named(taken(face("5")), FREE, 1.0, faces, POSE, first_sight, (), 0.9).names
    assert dict(names)["five"] > 0.45


def numbered(figure: str) -> np.ndarray:
    """A card that looks much the same the other way round, but for two figures and its title."""
    made = np.full((176, 126, 3), (240, 245, 245), np.uint8)
    cv2.rectangle(made, (38, 60), (88, 116), (140, 110, 30), -1)
    cv2.putText(made, "draw", (46, 156), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (140, 110, 30), 1, cv2.LINE_AA)
    for at in ((8, 20), (96, 168)):
        cv2.putText(made, figure, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (140, 110, 30), 1, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("right", ["5", "10"])
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_card_is_named_by_its_number_whichever_of_two_like_ways_it_was_first_thought_to_lie(
    right: str, is_turned: bool
) -> None:
    """On a white copy a 10 that lay upside down was surely a 5: less of it was in the wrong place."""
    faces = {figure: numbered(figure) for figure in ("5", "10")}
    deck = DeckOnMat.of(faces, SIZE_MM)
    card = faces[right][::-1, ::-1] if is_turned else faces[right]
    view = taken(np.ascontiguousarray(card), 0.7, (1.0, 1.0, 1.0))
    fine = cv2.resize(view.image, (160, 180), interpolation=cv2.INTER_AREA)
    named = deck.closely_named(view, fine, FREE, deck.named_card(fine, FREE, POSE))
    assert named.name == right
    assert named.candidates[0][1] > 0.9
    assert abs(named.pose.turn - POSE.turn - 180 * is_turned) < 5
