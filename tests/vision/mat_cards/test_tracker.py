"""Cards on a mat followed look by look, on the simulated table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import radians

import cv2
import numpy as np
import pytest

from firmware.games.layouts import mat as layout_of
from firmware.observe.mat_reader import card_zones
from hardware.art import deck as deck_art
from hardware.scene.stage.table_stage import (
    LayPiece,
    MovePiece,
    PieceOrder,
    PushPiece,
    TableMoment,
    TableStage,
    TakePiece,
    TurnPiece,
)
from hardware.simulated.table_camera import TableCamera
from vision.frame import lens, mat
from vision.mat_cards import laid_on_like
from vision.mat_cards.change import SCALES, largest
from vision.mat_cards.correlate import LyingCard, MatFaces, Pose, apart, corners, likeness, relit
from vision.mat_cards.known_cards import still_lying
from vision.mat_cards.look import DeckOnMat, MatLook
from vision.mat_cards.new_cards import NewCardSearch, lies_on_change
from vision.mat_cards.tracked import TrackedCard, TrackedMat
from vision.mat_cards.tracker import MatCardTracker
from vision.mat_cards.zones import home
from vision.reading import Image

SIZE = (63.0, 88.0)


@cache
def reader(game: str) -> MatCardTracker:
    return MatCardTracker({name: deck_art.draw(game, name, 160) for name in (*deck_art.faces(game), "back")}, SIZE)


def straight_picture(camera: TableCamera, last: mat.Mat | None = None) -> tuple[Image, mat.Mat]:
    """The straight picture of what lies there, and the mat in it."""
    picture, layout = camera.look().image, camera.stage.layout
    picture = lens.straightened(picture, lens.bend_of(picture, layout) or 0.0)
    found = mat.find(picture, layout, last)
    assert found is not None
    return picture, found


class Watched:
    """A stage, and what the reader makes of it look by look."""

    def __init__(self, game: str, zones: tuple[str, ...], seed: int) -> None:
        self.stage = TableStage(game, layout_of(game), seed, (1280, 720), brief=True)
        self.camera, self.zones = TableCamera(self.stage, seed=seed), zones
        self.before: TrackedMat | None = None
        self.look()

    def look(self, *acts: PieceOrder) -> TrackedMat:
        self.stage.visit(*acts)
        picture, found = straight_picture(self.camera, self.before.mat if self.before else None)
        self.before = reader(self.stage.game).read(picture, found, self.zones, self.before, ("discard",))
        return self.before

    def lying(self) -> Iterator[tuple[str, str]]:
        """What a person could name: at least a sixth of it shows."""
        for number, seen in self.camera.seen().items():
            if next(p for p in self.stage.pieces if p.id == number).flat.card and seen.visible > 0.17:
                yield seen.place, seen.name


def named(look: TrackedMat) -> Counter[tuple[str, str]]:
    return Counter((card.place, card.name) for card in look.shown)


def poses(look: TrackedMat) -> list[Pose]:
    return [card.pose for card in look.cards]


def test_an_empty_mat_has_no_cards() -> None:
    watched = Watched("hold-your-breath", ("air", "swim", "action", "discard", "seat-1/panic"), 3)
    assert watched.before is not None
    assert named(watched.before) == Counter()
    assert watched.before.sure


@pytest.mark.parametrize("seed", [1, 2])
def test_a_row_is_followed_as_it_grows_and_goes(seed: int) -> None:
    """Five cards on one side, later ones over earlier ones; then all but two are discarded."""
    watched = Watched("hai-noon", ("north", "east", "discard"), seed)
    random = np.random.default_rng(seed)
    faces = deck_art.faces("hai-noon")
    for _ in range(5):
        look = watched.look(LayPiece(str(random.choice(faces)), "east"))
        assert named(look) == Counter(watched.lying())
        assert look.sure
        assert look.cards[-1].candidates[0][1] > 0.9
    gone = watched.look(*(MovePiece(piece.id, "discard") for piece in watched.stage.pieces[:3]))
    assert Counter(name for place, name in named(gone).elements() if place == "east") == Counter(
        name for place, name in watched.lying() if place == "east"
    )
    tops = [card.name for card in gone.cards if card.place == "discard"]
    assert tops[-1] == [piece.flat.name for piece in watched.stage.pieces if piece.place == "discard"][-1]


def test_three_of_one_name_that_overlap_are_all_found_at_first_sight() -> None:
    """What two of them leave is wider than a card: the middle one reaches from there under the uppermost."""
    watched = Watched("splash-down", ("breaches",), 8)
    watched.before = None
    assert named(watched.look(*[LayPiece("breach", "breaches")] * 3)) == Counter({("breaches", "breach"): 3})


def test_a_white_card_half_in_a_hard_shadow_is_found() -> None:
    """What a shadow's edge does to white paper is more than its figures do."""
    stage = TableStage("cribbage", layout_of("cribbage"), 9, (1280, 720), brief=True)
    stage.visit(LayPiece("diamonds-5", "seat-0/laid"))
    camera = TableCamera(stage, seed=9)
    picture, found = straight_picture(camera)
    (seen,) = camera.seen().values()
    along, down = np.mean(seen.quad, axis=0)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    dark = 1 - 0.55 / (1 + np.exp((along - x + down - y) / 6))[..., None]
    faces = {name: deck_art.draw("french", name, 160) for name in deck_art.faces("french")}
    look = MatCardTracker(faces, SIZE).read((picture * dark).astype(np.uint8), found, ("seat-0/laid",))
    assert named(look) == Counter([("seat-0/laid", "diamonds-5")])


def test_what_was_covered_is_known_again_when_it_is_uncovered() -> None:
    watched = Watched("splash-down", ("discard", "play"), 4)
    first, second = "krill", "orca"
    watched.look(LayPiece(first, "discard"))
    (upper,) = (watched.look(LayPiece(second, "discard")), watched.stage.pieces[-1].id)[1:]
    assert named(watched.look())["discard", second] == 1
    back = watched.look(TakePiece(upper))
    assert [card.name for card in back.cards] == [first], "not one that was buried and another that is new"


def test_a_card_turned_face_down_is_seen_to_be() -> None:
    watched = Watched("splash-down", ("seat-2/score",), 5)
    watched.look(LayPiece("seal", "seat-2/score"))
    look = watched.look(TurnPiece(watched.stage.pieces[0].id, "back"))
    assert named(look) == Counter([("seat-2/score", "back")])


@pytest.mark.parametrize("far", [3, 9])
def test_a_pushed_card_is_the_same_card_a_little_further_on(far: float) -> None:
    watched = Watched("hold-your-breath", ("air",), 6)
    before = watched.look(LayPiece("air-10-calm", "air")).cards[0]
    after = watched.look(PushPiece(watched.stage.pieces[0].id, far)).cards
    assert [card.name for card in after] == ["air-10-calm"]
    assert np.hypot(after[0].pose.x - before.pose.x, after[0].pose.y - before.pose.y) == pytest.approx(far, abs=1.5)


def test_the_pose_of_a_card_is_right_to_a_millimetre_and_a_degree() -> None:
    watched = Watched("hai-noon", ("south",), 7)
    card = watched.look(LayPiece("wild", "south")).cards[0]
    flat = watched.stage.pieces[0].flat
    assert np.hypot(card.pose.x - flat.x, card.pose.y + flat.y) < 1.2
    assert abs((card.pose.turn + np.degrees(flat.turn) + 180) % 360 - 180) < 1.5


def test_corners_go_clockwise_from_the_faces_own_top_left() -> None:
    upright = corners(Pose(100, 50, 0), SIZE)
    assert upright.tolist() == [[68.5, 6], [131.5, 6], [131.5, 94], [68.5, 94]]
    assert np.allclose(corners(Pose(100, 50, 180), SIZE), upright[[2, 3, 0, 1]], atol=1e-3)


def test_what_the_taking_of_a_card_lays_bare_is_no_card_that_hardly_reaches_there() -> None:
    """A find must lie where something changed, unless it is very much like the card that it is taken for."""
    watched = Watched("hold-your-breath", ("air",), 6)
    look = watched.look(LayPiece("air-10-calm", "air"))
    card = look.cards[0]
    beside = TrackedCard("air", Pose(card.pose.x + 90, card.pose.y, 0), card.candidates, likeness=0.66)
    for lain, share, believed in ((beside, 0.2, False), (beside, 0.6, True), (card, 0.2, True)):
        changed = np.zeros(look.coarse.shape[:2], np.uint8)
        top = round((lain.pose.y - SIZE[1] / 2) * SCALES.coarse_px_per_mm)
        changed[top : top + round(share * SIZE[1] * SCALES.coarse_px_per_mm)] = 1
        assert lies_on_change(lain, SIZE, changed) is believed


def test_a_card_laid_just_as_its_like_that_lies_buried_is_seen() -> None:
    """On a discard pile the same card comes to lie where one lay before, with others between them."""
    watched = Watched("hold-your-breath", ("discard",), 8)
    watched.look(LayPiece("swim-10-panic", "discard"))
    look = watched.look(LayPiece("air-10-draw", "discard"))
    upper = look.cards[-1]
    before = TrackedMat((TrackedCard("discard", upper.pose, (("swim-10-panic", 1.0),), 0.0), upper), look.coarse)
    watched.before = before
    watched.stage.set_up(TurnPiece(watched.stage.pieces[-1].id, "swim-10-panic"))
    assert [card.name for card in watched.look().shown] == ["swim-10-panic"]


def test_a_card_laid_just_on_its_like_is_seen_though_hardly_anything_changes() -> None:
    """On a discard pile the next card may be the same, and lie as straight: only a hair's breadth tells."""
    watched = Watched("hold-your-breath", ("discard",), 8)
    lower = watched.look(LayPiece("swim-10-panic", "discard")).cards
    (piece,) = watched.stage.pieces
    flat = replace(piece.flat, x=piece.flat.x + 0.5, turn=piece.flat.turn + radians(0.4))
    watched.stage.now = TableMoment((piece, replace(piece, id=99, flat=flat)))
    upper = watched.look().cards
    assert [card.name for card in upper] == ["swim-10-panic"] * 2
    assert 0.1 < upper[-1].pose.x - lower[-1].pose.x < 1.2
    assert poses(watched.look()) == [card.pose for card in upper], "and it is not laid once more"


def test_a_card_laid_just_on_its_like_the_other_way_round_is_seen() -> None:
    """The lower card is not to be seen any more, and what lies there is not it: it must not be taken for it."""
    watched = Watched("hold-your-breath", ("discard",), 8)
    (lower,) = watched.look(LayPiece("swim-10-kraken", "discard")).cards
    (piece,) = watched.stage.pieces
    flat = replace(piece.flat, x=piece.flat.x + 0.6, turn=piece.flat.turn + radians(180))
    watched.stage.now = TableMoment((piece, replace(piece, id=99, flat=flat)))
    look = watched.look()
    assert [card.name for card in look.cards] == ["swim-10-kraken"] * 2
    assert [card.pose.reversed(lower.pose) for card in look.shown] == [True]


def test_a_card_laid_on_its_like_is_seen_also_where_neither_is_much_like_its_face(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In some light a card that lies there is less like its face than what is sought on a bare mat must be."""
    monkeypatch.setattr(laid_on_like, "NAMING", replace(laid_on_like.NAMING, found_likeness=0.999))
    watched = Watched("hold-your-breath", ("discard",), 8)
    watched.look(LayPiece("swim-10-panic", "discard"))
    (piece,) = watched.stage.pieces
    flat = replace(piece.flat, x=piece.flat.x + 0.5, turn=piece.flat.turn + radians(0.4))
    watched.stage.now = TableMoment((piece, replace(piece, id=99, flat=flat)))
    assert [card.name for card in watched.look().cards] == ["swim-10-panic"] * 2


def test_light_that_changes_lays_no_cards() -> None:
    watched = Watched("hold-your-breath", ("discard",), 8)
    lower = watched.look(LayPiece("swim-10-panic", "discard"))
    assert lower.fine is not None
    watched.before = replace(lower, fine=lower.fine * np.linspace(0.6, 1.4, lower.fine.shape[1])[:, None])
    assert poses(watched.look()) == poses(lower)


def test_a_card_under_the_shadow_of_blinds_is_as_like_itself_as_in_even_light() -> None:
    faces = MatFaces({name: deck_art.draw("hai-noon", name, 160) for name in deck_art.faces("hai-noon")}, SIZE, 1.0)
    pose, number = Pose(80, 70, 0), faces.names.index("wild")
    left, top = corners(pose, SIZE)[0].astype(int)
    picture = np.full((150, 170, 3), 90, np.float32)
    picture[top : top + faces.shape[0], left : left + faces.shape[1]] = faces.rows[number].T.reshape(*faces.shape, 3)
    picture *= (0.6 + 0.4 * np.sin(np.arange(150) / 12))[:, None, None]
    clear = np.ones(picture.shape[:2], np.float32)
    assert likeness(picture, clear, faces, [pose])[0, number] < 0.7
    fits = relit(LyingCard.at(picture, clear, faces, pose), faces)
    assert fits.argmax() == number
    assert fits[number] > 0.85


def test_two_cards_that_differ_in_little_are_told_apart_by_that_under_the_edge_of_a_shadow() -> None:
    names = ("air-5-draw", "air-5-discard")
    faces = MatFaces({name: deck_art.draw("hold-your-breath", name, 160) for name in names}, SIZE, 1.0)
    pose = Pose(80, 70, 0)
    left, top = corners(pose, SIZE)[0].astype(int)
    picture = np.full((150, 170, 3), 90, np.float32)
    picture[top : top + faces.shape[0], left : left + faces.shape[1]] = faces.rows[0].T.reshape(*faces.shape, 3)
    picture[:, :75] *= 0.35
    clear = np.ones(picture.shape[:2], np.float32)
    ahead = apart(LyingCard.at(picture, clear, faces, pose), faces)
    fits = relit(LyingCard.at(picture, clear, faces, pose), faces)
    assert ahead > max(0.15, 3 * float(fits[0] - fits[1])), "what both share tells little"
    assert apart(LyingCard.at(picture, clear, faces, pose), faces.only(1, 0)) == pytest.approx(-ahead, abs=1e-3)
    clear[70:] = 0
    assert apart(LyingCard.at(picture, clear, faces, pose), faces) == 0, "where they differ another card lies"


def test_a_card_laid_on_another_much_like_it_is_not_the_same_that_lies_buried_near() -> None:
    watched = Watched("hold-your-breath", ("discard",), 8)
    watched.look(LayPiece("swim-5-calm", "discard"))
    watched.look(LayPiece("swim-5-panic", "discard"))
    buried, upper = watched.stage.pieces
    flat = replace(buried.flat, x=buried.flat.x + 0.9, y=buried.flat.y - 0.5)
    watched.stage.now = TableMoment((buried, upper, replace(buried, id=99, flat=flat)))
    assert [card.name for card in watched.look().cards] == ["swim-5-calm", "swim-5-panic", "swim-5-calm"]


def test_an_ace_laid_where_another_lay_is_seen_though_a_strip_beside_it_is_all_that_changed() -> None:
    """Both are mostly paper. In a film with other art a trick was counted for the wrong seat."""
    stage = TableStage("cribbage", layout_of("cribbage"), 3, (1280, 720), brief=True)
    camera = TableCamera(stage, seed=3)
    faces = {name: deck_art.draw("french", name, 160) for name in ("diamonds-ace", "spades-ace", "back")}
    deck = DeckOnMat.of(faces, SIZE)
    stage.visit(LayPiece("diamonds-ace", "seat-0/laid"))
    lay = MatCardTracker(faces, SIZE).read(*straight_picture(camera), ("seat-0/laid",))
    assert [card.name for card in lay.cards] == ["diamonds-ace"]
    (ace,) = stage.pieces
    stage.now = TableMoment((replace(ace, id=99, flat=replace(ace.flat, name="spades-ace")),))
    seen = MatLook.at(*straight_picture(camera), ("seat-0/laid",), (), lay, deck)
    x, y = (round(at * SCALES.coarse_px_per_mm) for at in (lay.cards[0].pose.x, lay.cards[0].pose.y))
    strip = np.zeros_like(seen.changed)
    strip[y - 9 : y + 9, x + 10 : x + 16] = 1
    seen = replace(seen, changed=strip)
    assert still_lying(seen, lay.cards, []) == []
    found, sure = NewCardSearch(seen, lay.cards).run()
    assert [card.name for card in found] == ["spades-ace"]
    assert sure


def test_what_is_found_where_a_card_seems_gone_is_that_card_unless_it_is_much_more_like_what_lies_there() -> None:
    """Half covered by the next, a Kraken was taken for another card, and it was asked which, look by look."""
    watched = Watched("hold-your-breath", ("air",), 6)
    (card,) = watched.look(LayPiece("air-10-calm", "air")).cards
    deck = reader("hold-your-breath")._deck
    again = MatLook.at(*straight_picture(watched.camera), ("air",), (), watched.before, deck)
    search = NewCardSearch(again, [])
    search._gone = [card]
    other = replace(card, candidates=(("swim-10-calm", 0.5), *card.candidates), likeness=card.likeness + 0.03)
    aside = replace(other, pose=replace(card.pose, x=card.pose.x + 2))
    assert search._is_known(other)
    assert search._is_known(aside)
    assert search._lying_still(other) == search._lying_still(aside) == [card]
    assert not search._is_known(replace(other, likeness=card.likeness + 0.3))


def test_a_king_laid_just_where_that_of_another_suit_lay_is_no_longer_that_one() -> None:
    """They share all but their ink. In a film of Oh Hell the king of clubs led unseen, and its next trick differed."""
    stage = TableStage("cribbage", layout_of("cribbage"), 3, (1280, 720), brief=True)
    camera = TableCamera(stage, seed=3)
    faces = {name: deck_art.draw("french", name, 160) for name in ("diamonds-king", "clubs-king", "back")}
    tracker = MatCardTracker(faces, SIZE)
    stage.visit(LayPiece("diamonds-king", "seat-0/laid"))
    lay = tracker.read(*straight_picture(camera), ("seat-0/laid",))
    (king,) = stage.pieces
    stage.now = TableMoment((replace(king, id=99, flat=replace(king.flat, name="clubs-king")),))
    now = tracker.read(*straight_picture(camera, lay.mat), ("seat-0/laid",), lay)
    assert [card.name for card in (lay.cards[0], now.cards[-1])] == ["diamonds-king", "clubs-king"]


def test_a_card_of_which_a_part_is_laid_bare_is_the_one_that_lay_there() -> None:
    """What changed is only where the upper one lay: the face found there fits a little off, too."""
    watched = Watched("splash-down", ("seat-1/score",), 2)
    watched.look(LayPiece("sei-right-0", "seat-1/score"))
    watched.look(LayPiece("back", "seat-1/score"))
    lower, upper = watched.stage.pieces
    flat = replace(upper.flat, x=lower.flat.x + 3, y=lower.flat.y + 22, turn=lower.flat.turn + radians(4))
    watched.stage.now = TableMoment((lower, replace(upper, id=99, flat=flat)))
    watched.look()
    assert [card.name for card in watched.look(TakePiece(99)).cards] == ["sei-right-0"]


def test_a_card_laid_on_its_like_is_seen_though_another_is_laid_at_once_elsewhere() -> None:
    """What changed is but a rim: that another card was found in the same look must not wear it away."""
    watched = Watched("splash-down", ("discard", "breaches"), 3)
    watched.look(LayPiece("krill", "discard"))
    (piece,) = watched.stage.pieces
    watched.stage.set_up(LayPiece("breach", "breaches"))
    flat = replace(piece.flat, x=piece.flat.x + 1.7, y=piece.flat.y + 2.4)
    watched.stage.now = TableMoment((*watched.stage.pieces, replace(piece, id=99, flat=flat)))
    assert named(watched.look()) == Counter([("discard", "krill"), ("breaches", "breach")])


def piled(name: str, grown: float, aside: int) -> np.ndarray:
    """A mat in a picture of 1 px a mm with one card on its discard pile, so many times larger and mm aside, half in
    shadow."""
    picture = np.full((384, 700, 3), (150, 140, 60), np.uint8)
    wide, high = (round(side * grown) for side in SIZE)
    face = cv2.resize(deck_art.draw("hold-your-breath", name, 160)[..., :3], (wide, high), interpolation=cv2.INTER_AREA)
    top, left = 268 + aside - high // 2, 42 - wide // 2
    picture[top : top + high, left : left + wide] = face
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float64)
    soft[:268] *= 0.6
    return soft.astype(np.uint8)


@pytest.mark.parametrize(("grown", "aside"), [(1.0, 0), (1.045, 0), (1.045, 14)])
def test_the_top_of_a_high_pile_is_read_though_it_is_nearer_to_the_camera_and_half_in_shadow(
    grown: float, aside: int
) -> None:
    found = mat.Mat(layout_of("hold-your-breath"), np.eye(3))
    look = reader("hold-your-breath").read(
        piled("air-10-kraken", grown, aside), found, ("discard",), None, ("discard",)
    )
    assert named(look) == Counter([("discard", "air-10-kraken")])


def test_a_third_card_that_reaches_over_its_zone_s_edge_lies_there_still() -> None:
    """A shark before a player, with two below it: its middle is beyond the zone, nearer to the Air row's edge."""
    layout = layout_of("hold-your-breath")
    cards = {name: layout["zones"][name] for name in card_zones(layout)}
    for place, pose in (
        ("seat-0/shark", Pose(369.4, 102.2, 184.5)),
        ("seat-3/shark", Pose(629.0, 280.0, 0.0)),
        ("air", Pose(369.4, 143.0, 0.0)),
        ("swim", Pose(570.0, 240.0, 0.0)),
        ("discard", Pose(30.0, 271.0, 0.0)),
        ("", Pose(235.0, 100.0, 0.0)),
    ):
        assert home(layout, cards, pose, SIZE) == place


def test_a_card_moved_from_one_zone_to_another_corner_to_corner_is_found_there() -> None:
    """What changed is one region then, and its middle lies in neither zone."""
    watched = Watched("hai-noon", ("west", "south"), 3)
    for name, place in (
        ("flip-shark.red", "west"),
        ("all-sharks-swim-on.red", "west"),
        ("diver-swims-on.red", "south"),
    ):
        watched.look(LayPiece(name, place))
    look = watched.look(MovePiece(watched.stage.pieces[-1].id, "west"))
    assert named(look) == Counter(watched.lying())
    assert named(look)["west", "diver-swims-on.red"] == 1


@pytest.mark.parametrize("name", ["air-10-draw", "air-10-kraken"])
def test_a_card_that_hardly_differs_from_the_mat_in_a_deep_shadow_is_found_and_its_going_is_seen(name: str) -> None:
    watched = Watched("hold-your-breath", ("action",), 1267590699)
    assert named(watched.look(LayPiece(name, "action"))) == Counter([("action", name)])
    assert named(watched.look(TakePiece(watched.stage.pieces[0].id))) == Counter()


@pytest.mark.parametrize(("wide", "high", "cards"), [(63, 88, 1), (63, 40, 0), (200, 88, 0)])
def test_what_has_a_card_s_size_and_is_like_none_is_taken_for_one_at_little_probability(
    wide: int, high: int, cards: int
) -> None:
    """A card that cannot be read; but no box of matches, and no shadow of an arm."""
    found = mat.Mat(layout_of("hold-your-breath"), np.eye(3))
    picture = np.full((384, 700, 3), 120, np.uint8)
    before = reader("hold-your-breath").read(picture, found, ("air",))
    assert not before.cards
    picture[103 : 103 + high, 300 : 300 + wide] = np.linspace(40, 90, wide).astype(np.uint8)[:, None]
    look = reader("hold-your-breath").read(picture, found, ("air",), before)
    assert len(look.cards) == cards
    assert all(card.place == "air" and sum(p for _, p in card.candidates) < 0.1 for card in look.cards)
    again = reader("hold-your-breath").read(picture, found, ("air",), look)
    assert poses(again) == poses(look), "it lies there still"


def test_a_card_that_is_overlooked_is_told_as_one_that_cannot_be_read_and_leaves_what_lies_under_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In *Hold Your Breath!* (copy T, 3906/0) the two under it seemed gone, surely, and the turn to be over."""
    watched, other = (Watched("hold-your-breath", ("action",), 3) for _ in range(2))
    for name in ("dolphin", "swim-5-draw"):
        assert poses(watched.look(LayPiece(name, "action"))) == poses(other.look(LayPiece(name, "action")))
    *_, laid = other.look(LayPiece("swim-10-calm", "action")).cards
    monkeypatch.setattr(NewCardSearch, "_card_in", lambda self, region: None)
    look = watched.look(LayPiece("swim-10-calm", "action"))
    assert not look.sure
    assert [card.name for card in look.cards[:2]] == ["dolphin", "swim-5-draw"]
    (unread,) = look.cards[2:]
    assert sum(p for _, p in unread.candidates) == pytest.approx(0.1)
    assert unread.pose.near(laid.pose, 5, 5)
    monkeypatch.undo()
    gone = watched.look(*(TakePiece(piece.id) for piece in watched.stage.pieces))
    assert gone.sure
    assert not gone.cards


def test_a_card_laid_on_one_that_seems_gone_is_sought_where_the_picture_really_changed() -> None:
    """Sought about the middle of both, one of thin signs on black was overlooked (copy T, 3906/0)."""
    watched = Watched("hold-your-breath", ("action",), 3)
    watched.look(LayPiece("dolphin", "action"))
    assert watched.before is not None
    known = [replace(card, candidates=(("air-5-panic", 1.0),)) for card in watched.before.cards]
    watched.stage.visit(LayPiece("swim-5-draw", "action"))
    picture, found = straight_picture(watched.camera, watched.before.mat)
    look = MatLook.at(picture, found, ("action",), (), watched.before, reader("hold-your-breath")._deck)
    search = NewCardSearch(look, known)
    region = largest(search._unexplained, 1)
    assert region is not None
    wide, narrow = (box for _, box in search._boxes(region))
    assert wide[3] > SIZE[1] + 20
    assert narrow[3] < SIZE[1] + 5
    assert narrow[1] + narrow[3] == pytest.approx(wide[1] + wide[3], abs=5)


def test_what_shows_of_a_card_covered_by_its_like_is_not_sought_as_a_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a white card only a strip with a small figure showed, and was named as a new one of twelve faces."""
    watched, sought = Watched("hold-your-breath", ("action",), 3), list[TrackedCard | None]()
    card_in = NewCardSearch._card_in
    watched.look(LayPiece("air-10-draw", "action"))
    (piece,) = watched.stage.pieces
    flat = replace(piece.flat, x=piece.flat.x - 0.5, y=piece.flat.y - 27, turn=piece.flat.turn + radians(2))
    watched.stage.now = TableMoment((piece, replace(piece, id=99, flat=flat)))
    monkeypatch.setattr(
        NewCardSearch, "_card_in", lambda self, region: sought.append(card_in(self, region)) or sought[-1]
    )
    assert named(watched.look()) == Counter({("action", "air-10-draw"): 2})
    assert len(sought) == 1


def white_face(name: str) -> Image:
    """A white card with one small sign and its letter, 126 x 176 px."""
    made = np.full((176, 126, 3), (245, 248, 250), np.uint8)
    if name == "wheel":
        cv2.circle(made, (63, 88), 22, (40, 110, 150), 4, cv2.LINE_AA)
        cv2.line(made, (43, 70), (83, 106), (40, 110, 150), 4, cv2.LINE_AA)
    else:
        cv2.polylines(
            made, [np.array([(40, 108), (63, 62), (86, 108), (40, 100)])], True, (60, 120, 40), 4, cv2.LINE_AA
        )
    cv2.putText(made, name[0].upper(), (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("name", ["wheel", "peak"])
@pytest.mark.parametrize("first_mm", [0.0, 9.0, 18.0])
def test_a_white_card_half_in_the_sun_through_blinds_is_surely_named(first_mm: float, name: str) -> None:
    """The shadows have far more contrast than its few lines (*Hai Noon*, copy R, 822/8)."""
    y, x = np.mgrid[:384, :700]
    sun = 1 / (1 + np.exp(-2.5 * np.sin((y + 0.4 * x + first_mm) * 2 * np.pi / 36) * 6))
    light = cv2.GaussianBlur((0.35 + 0.65 * sun).astype(np.float32), (0, 0), 0.8)
    noise = np.random.default_rng(5).normal(0, 2, (384, 700, 3))
    print_alone = np.full((384, 700, 3), (60, 90, 110), np.float32)
    tracker = MatCardTracker({each: white_face(each) for each in ("wheel", "peak")}, SIZE)
    found = mat.Mat(layout_of("hold-your-breath"), np.eye(3))
    bare = np.clip(print_alone * light[..., None] + noise, 0, 255).astype(np.uint8)
    before = tracker.read(bare, found, ("air",))
    assert not before.cards
    print_alone[104:192, 300:363] = cv2.resize(white_face(name), (63, 88), interpolation=cv2.INTER_AREA)
    laid = np.clip(print_alone * light[..., None] + noise, 0, 255).astype(np.uint8)
    for look in (tracker.read(laid, found, ("air",), before), tracker.read(laid, found, ("air",))):
        (card,) = look.cards
        assert card.name == name
        assert card.candidates[0][1] > 0.95


def one_card() -> tuple[Image, mat.Mat, tuple[int, int, int, int]]:
    """A picture of one card on a mat, and its left, top, right and lower edge in coarse px."""
    stage = TableStage("splash-down", layout_of("splash-down", 4), 5, (1280, 720))
    stage.set_up(LayPiece("seabird", "seat-3/score"))
    picture, found = straight_picture(TableCamera(stage))
    flat, (wide, high) = stage.pieces[0].flat, SIZE
    edges = (flat.x - wide / 2, -flat.y - high / 2, flat.x + wide / 2, -flat.y + high / 2)
    left, top, right, low = (round(edge * SCALES.coarse_px_per_mm) for edge in edges)
    return picture, found, (left, top, right, low)


def first_look(picture: Image, found: mat.Mat, *boxes: tuple[int, int, int, int]) -> TrackedMat:
    """What a first look tells if something may lie in these boxes (left, top, right, low; coarse px) alone."""
    wide, deep = (round(side * SCALES.coarse_px_per_mm) for side in found.layout["size_mm"])
    covered = np.zeros((deep, wide), np.uint8)
    for left, top, right, low in boxes:
        covered[top:low, left:right] = 1
    return reader("splash-down").read(picture, found, card_zones(found.layout), None, (), covered)


def test_a_card_of_the_mats_own_colours_that_shows_by_specks_alone_is_read_at_a_first_look() -> None:
    """It was pink on a pink place: no speck was as large as a change, and it was overlooked, surely (path-traced
    tables, copy G)."""
    picture, found, (left, top, right, low) = one_card()
    sides = (left, top, left + 2, top + 25), (right - 2, top, right, top + 25), (left, low - 2, left + 20, low)
    seen = first_look(picture, found, *sides)
    assert [(card.name, card.place) for card in seen.cards] == [("seabird", "seat-3/score")]
    assert first_look(picture, found, sides[0]).cards == ()


def test_a_card_is_read_where_some_of_it_is_like_the_mat_and_something_beside_it_is_not() -> None:
    """It was sought too far aside, and overlooked (path-traced tables, copy K)."""
    picture, found, (left, top, right, low) = one_card()
    seen = first_look(picture, found, (left + 8, top, right + 8, low))
    assert [(card.name, card.place) for card in seen.cards] == [("seabird", "seat-3/score")]


@pytest.mark.parametrize("radius_px", [85, 95, 105])
def test_a_first_look_is_doubtful_where_what_lies_there_may_be_a_card_in_glare(radius_px: int) -> None:
    """It is hardly like one, and was given up without a word."""
    picture, found, (left, top, right, low) = one_card()
    upper_px = found.to_px(np.array([(left, top), (right, top)]) / SCALES.coarse_px_per_mm).mean(0)
    glare = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(glare, (round(upper_px[0]), round(upper_px[1])), radius_px, 0.95, -1)
    glare = cv2.GaussianBlur(glare, (0, 0), 25)[..., None]
    lit = np.asarray(picture * (1 - glare) + 250 * glare, np.uint8)
    seen = first_look(lit, found, (left, top, right, low))
    assert seen.cards == ()
    assert not seen.sure
