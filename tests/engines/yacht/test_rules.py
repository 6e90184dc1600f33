"""Yacht by its rulings."""

from __future__ import annotations

import pytest

from engines.core import BadEvent, Event, Expected, IllegalEvent, Over
from engines.games import GAMES
from engines.yacht import Yacht
from engines.yacht.rules import OPEN, points

YACHT = GAMES["yacht"]


def dice(*faces: int) -> tuple[str, ...]:
    return tuple(f"die-{face}" for face in faces)


def thrown(*faces: int) -> Event:
    return Event("throw", None, dice(*faces))


def keep(seat: int, *faces: int) -> Event:
    return Event("keep", seat, dice(*faces))


def score(seat: int, category: str) -> Event:
    return Event("score", seat, (category,))


def stop(seat: int) -> Event:
    return Event("stop", seat)


def turn(seat: int, category: str, *faces: int) -> tuple[Event, ...]:
    """A turn of one throw."""
    return thrown(*faces), stop(seat), score(seat, category)


def yacht(*events: Event, players: int = 1, **options: object) -> Yacht:
    """The state after these events."""
    state = YACHT.start(players, options)
    for event in events:
        state = state.apply(event)
    assert isinstance(state, Yacht)
    return state


def refused(state: Yacht, event: Event) -> str:
    with pytest.raises(IllegalEvent) as error:
        state.apply(event)
    return error.value.rule


def test_ya_1_a_turn_has_five_dice_and_three_throws() -> None:
    assert refused(yacht(), thrown(1, 2, 3, 4)) == "YA-1"
    state = yacht(thrown(1, 1, 2, 3, 4), keep(0, 1, 1), thrown(1, 5, 6), keep(0, 1, 1, 1), thrown(2, 2))
    assert (state.phase, state.dice) == ("score", (1, 1, 1, 2, 2))


def test_ya_2_any_of_the_dice_lie_on_or_none_and_a_player_may_stop() -> None:
    state = yacht(thrown(1, 1, 2, 3, 4))
    assert state.apply(keep(0)).awaits.pools[0].count == 5  # type: ignore[union-attr]
    assert state.apply(stop(0)).phase == "score"  # type: ignore[attr-defined]
    assert refused(state, keep(0, 6)) == "YA-2"
    assert refused(state, keep(0, 1, 1, 2, 3, 4)) == "YA-2"
    assert refused(state.apply(keep(0, 1, 1)), thrown(5, 6)) == "YA-2"  # type: ignore[arg-type]


def test_ya_3_each_category_is_scored_once() -> None:
    state = yacht(*turn(0, "ones", 1, 1, 2, 3, 4), thrown(1, 1, 1, 3, 4), stop(0))
    assert refused(state, score(0, "ones")) == "YA-3"
    with pytest.raises(BadEvent, match="a category is one of ones"):
        state.apply(score(0, "chance"))


@pytest.mark.parametrize(
    ("sheet", "category", "faces", "counted"),
    [
        ("classic", "fours", (4, 4, 4, 1, 2), 12),
        ("classic", "full-house", (3, 3, 3, 5, 5), 19),
        ("classic", "full-house", (3, 3, 3, 3, 3), 0),
        ("classic", "four-of-a-kind", (3, 3, 3, 3, 6), 12),
        ("classic", "four-of-a-kind", (3, 3, 3, 3, 3), 12),
        ("classic", "little-straight", (1, 2, 3, 4, 5), 30),
        ("classic", "little-straight", (2, 3, 4, 5, 6), 0),
        ("classic", "big-straight", (2, 3, 4, 5, 6), 30),
        ("classic", "choice", (2, 3, 4, 5, 5), 19),
        ("classic", "yacht", (2, 2, 2, 2, 2), 50),
        ("classic", "yacht", (2, 2, 2, 2, 3), 0),
        ("modern", "three-of-a-kind", (2, 2, 2, 5, 6), 17),
        ("modern", "four-of-a-kind", (3, 3, 3, 3, 6), 18),
        ("modern", "full-house", (3, 3, 3, 5, 5), 25),
        ("modern", "small-straight", (1, 3, 4, 5, 6), 30),
        ("modern", "small-straight", (1, 2, 3, 5, 6), 0),
        ("modern", "large-straight", (1, 2, 3, 4, 5), 40),
        ("modern", "choice", (1, 1, 1, 1, 2), 6),
    ],
)
def test_ya_4_what_the_categories_count(sheet: str, category: str, faces: tuple[int, ...], counted: int) -> None:
    assert points(sheet, category, tuple(sorted(faces))) == counted
    assert yacht(*turn(0, category, *faces), sheet=sheet).scores() == (counted,)


def test_ya_5_the_game_ends_when_all_sheets_are_full_and_equal_points_share() -> None:
    names = YACHT.start(1).rules.categories  # type: ignore[attr-defined]
    events = [event for name in names for seat in (0, 1) for event in turn(seat, name, 1, 2, 3, 4, 5)]
    assert yacht(*events[:-1], players=2).phase == "score"
    assert yacht(*events, players=2).awaits == Over((0, 1))


def upper(*faces: int) -> list[Event]:
    """Four of each of these faces, scored above."""
    names = ("ones", "twos", "threes", "fours", "fives", "sixes")
    return [event for face in faces for event in turn(0, names[face - 1], *[face] * 4, face % 6 + 1)]


def test_ya_6_sixty_three_points_above_bring_the_bonus_of_the_modern_sheet() -> None:
    before, after = yacht(*upper(6, 5, 4), sheet="modern"), yacht(*upper(6, 5, 4, 3), sheet="modern")
    assert (before.scores(), after.scores()) == ((60,), (72 + 35,))
    assert after.why()[-1].rule == "YA-6"
    assert yacht(*upper(6, 5, 4, 3), sheet="modern", upper_bonus=0).scores() == (72,)
    assert yacht(*upper(6, 5, 4, 3)).scores() == (72,)


def test_ya_7_a_further_yacht_is_a_joker_and_brings_a_hundred_more() -> None:
    first = yacht(*turn(0, "yacht", 2, 2, 2, 2, 2), thrown(2, 2, 2, 2, 2), stop(0), sheet="modern")
    assert first.apply(score(0, "full-house")).scores() == (50 + 0 + 100,)
    assert first.apply(score(0, "twos")).scores() == (50 + 10 + 100,)
    again = first.apply(score(0, "twos")).apply(thrown(2, 2, 2, 2, 2)).apply(stop(0))
    assert again.apply(score(0, "large-straight")).scores() == (50 + 10 + 40 + 200,)
    zero = yacht(*turn(0, "yacht", 1, 2, 2, 2, 2), thrown(3, 3, 3, 3, 3), stop(0), sheet="modern")
    assert zero.apply(score(0, "threes")).scores() == (15,)
    plain = yacht(*turn(0, "yacht", 2, 2, 2, 2, 2), thrown(2, 2, 2, 2, 2), stop(0), sheet="modern", joker=False)
    assert plain.apply(score(0, "full-house")).scores() == (50,)


def test_ya_8_the_seat_that_was_agreed_on_begins() -> None:
    assert yacht(players=3, first=2).seat == 2
    with pytest.raises(BadEvent, match="no seat 2 with 2 players"):
        yacht(players=2, first=2)


def test_dice_that_lie_on_stay_and_the_others_may_be_taken_up() -> None:
    state = yacht(thrown(1, 1, 2, 3, 4), keep(0, 1, 1))
    lying = [Expected("tray", "die", face, free=face not in "1") for face in "11234"]
    assert list(state.expected_pieces()) == lying
    assert all(piece.place == "kept" for piece in yacht(thrown(1, 1, 2, 3, 4), stop(0)).expected_pieces())


def test_the_categories_are_offered_the_best_first() -> None:
    state = yacht(thrown(6, 6, 6, 6, 6), stop(0))
    assert state.legal()[0] == score(0, "yacht")
    assert OPEN not in yacht(thrown(6, 6, 6, 6, 6), stop(0), score(0, "yacht")).sheets[0][11:]
