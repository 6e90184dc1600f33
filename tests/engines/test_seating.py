"""People come and go during a match: as events, so that replay is exact and undo works."""

from __future__ import annotations

from random import Random

import pytest

from engines import odds, record
from engines.core import SEATING, BadEvent, Event, IllegalEvent, Match
from engines.core.seating import NOBODY, in_words, is_nobody
from engines.dealer import deal
from engines.games import GAMES
from engines.simulate import moves, policies_named

SHARKS = GAMES["shark-attacks"]
BANKED = (
    Event("throw", None, ("swimmer-wave",) + ("swimmer-1",) * 6),
    Event("bank", 0),
)
"""Seat 0 banks 6; seat 1 is next."""


def begun(*players: str, **options: object) -> Match:
    return Match.begin(SHARKS, players or ("Ana", "Ben", "Cleo"), options)


def after(match: Match, kind: str, seat: int | None = None, *items: str) -> Match:
    return match.play(Event(kind, seat, items))


def throw(match: Match, dice: int) -> Match:
    return match.play(Event("throw", None, ("swimmer-wave",) + ("swimmer-1",) * (dice - 1)))


def test_who_joins_has_no_points_and_plays_last_in_the_round() -> None:
    match = after(begun().play(*BANKED), "join", 3, "Dan")
    assert (match.players, match.state.scores()) == (("Ana", "Ben", "Cleo", "Dan"), (6, 0, 0, 0))
    for seat in (1, 2, 3, 0):
        assert match.state.acting_seat == seat
        match = throw(match, 7).play(Event("bank", seat))
    assert match.why(2)[0].rule == "SA-15"


def test_who_leaves_keeps_points_and_is_passed_over() -> None:
    match = throw(begun().play(*BANKED), 7).play(Event("bank", 1))
    left = throw(match, 7).play(Event("bank", 2))
    left = throw(after(left, "leave", 1), 7).play(Event("bank", 0))
    assert left.state.acting_seat == 2
    assert left.present == ("Ana", "Cleo")
    assert left.players == ("Ana", "Ben", "Cleo")
    back = after(left, "join", 1, "Ben")
    assert back.state.scores() == left.state.scores()
    assert (back.present, back.state.playing) == (("Ana", "Ben", "Cleo"), (0, 2, 1))  # type: ignore[attr-defined]


def test_signs_of_who_leaves_go_back_to_the_middle() -> None:
    attacked = begun().play(
        Event("throw", None, ("swimmer-wave",) + ("swimmer-1",) * 6),
        Event("again", 0),
        Event("event", None, ("event-attack",)),
        Event("throw", None, ("swimmer-1",) * 6 + ("shark-1",)),
    )
    assert attacked.state.signs_held == (1, 0, 0)
    left = after(attacked, "leave", 0)
    assert left.state.signs_held == (0, 0, 0)
    assert left.why(len(left.events) - 1)[0].text == "the points stay, 1 sign back to the middle"


def test_nobody_comes_or_goes_in_the_middle_of_a_turn() -> None:
    match = throw(begun(), 7)
    for kind, seat, items in (("join", 3, ("Dan",)), ("leave", 1, ()), ("turns", None, ("2", "1", "0"))):
        with pytest.raises(IllegalEvent, match="first this turn") as refused:
            after(match, kind, seat, *items)
        assert refused.value.rule == "SA-15"


def test_two_stay_and_no_more_than_six_play() -> None:
    with pytest.raises(IllegalEvent, match="2 players stay at least"):
        after(begun("Ana", "Ben"), "leave", 0)
    with pytest.raises(IllegalEvent, match="no more than 6"):
        after(begun(*"ABCDEF"), "join", 6, "G")
    one_left = after(begun(*"ABCDEF"), "leave", 2)
    assert after(one_left, "join", 6, "G").state.scores() == (0,) * 7


def test_the_turns_are_taken_in_the_order_that_people_want() -> None:
    match = after(begun(), "turns", None, "2", "0", "1")
    assert match.state.acting_seat == 0
    match = throw(match, 7).play(Event("bank", 0))
    assert match.state.acting_seat == 1
    match = throw(match, 7).play(Event("bank", 1))
    assert match.state.acting_seat == 2
    with pytest.raises(BadEvent, match="each seat that plays once"):
        after(match, "turns", None, "0", "0", "1")


def test_whoever_left_cannot_win_and_the_odds_are_shared_by_the_others() -> None:
    match = after(begun(target=40), "leave", 1)
    chances = odds.chances(match.state)  # type: ignore[arg-type]
    assert chances[1] == 0
    assert sum(chances) == pytest.approx(1, abs=0.02)
    random = Random(25)
    *_, (_, last) = moves(match.state, policies_named(SHARKS, ["points"], 3), random)
    assert last.awaits.winners != (1,)  # type: ignore[union-attr]


def test_a_pause_holds_up_all_but_names() -> None:
    paused = after(begun(), "pause")
    with pytest.raises(IllegalEvent, match="paused"):
        throw(paused, 7)
    named = after(paused, "rename", 0, "Anna")
    assert throw(after(named, "resume"), 7).players[0] == "Anna"
    with pytest.raises(IllegalEvent, match="not paused"):
        after(begun(), "resume")


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_seat_is_renamed_and_handed_over_without_a_change_of_the_game(game: str) -> None:
    more = ("Cleo",)[: max(0, GAMES[game].seats[0] - 2)]
    match = Match.begin(GAMES[game], ("Ana", "Ben", *more))
    renamed = after(after(match, "rename", 0, "Anna"), "hand-over", 1, "Tom")
    assert renamed.state is match.state
    assert renamed.players == ("Anna", "Tom", *more)
    assert renamed.seating.people == ("Anna", "Ben", *more, "Tom")
    assert renamed.began_with == ("Ana", "Ben", *more)
    assert renamed.undo().undo() == match


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_in_a_game_of_cards_nobody_joins_or_leaves_and_the_ruling_says_so(game: str) -> None:
    for kind, seat, items in (("join", 2, ("Cleo",)), ("leave", 1, ()), ("turns", None, ("1", "0"))):
        with pytest.raises(IllegalEvent, match="take over a seat") as refused:
            after(Match.begin(GAMES[game], ("Ana", "Ben")), kind, seat, *items)
        assert refused.value.rule == {"hai-noon": "HN-15", "hold-your-breath": "HB-16", "splash-down": "SD-18"}[game]


def test_no_game_has_an_event_that_is_called_like_one_of_people() -> None:
    assert {kind for game in GAMES.values() for kind in game.events} & SEATING.keys() == set()


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("rename", 0, ("BEN",)), "another one here is called BEN"),
        (Event("rename", 0, (" ",)), "its one item is a name"),
        (Event("rename", 7, ("Dan",)), "no such seat"),
        (Event("hand-over", 0, ("Cleo",)), "another one here is called Cleo"),
        (Event("join", 1, ("Dan",)), "this seat is that of Ben"),
        (Event("join", 4, ("Dan",)), "no such seat"),
        (Event("leave", 1, ("now",)), "more than 'leave' takes"),
        (Event("pause", 1), "more than 'pause' takes"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(event: Event, said: str) -> None:
    with pytest.raises((BadEvent, IllegalEvent), match=said):
        begun().play(event)


def test_a_record_with_people_who_come_and_go_is_replayed_exactly() -> None:
    random, match = Random(26), begun(target=60)
    for number in range(60):
        state = match.state
        if number == 9:
            match = after(match, "hand-over", 2, "Zoë")
        if state.phase == "enter" and not state.event and number in range(20, 30) and len(match.players) == 3:  # type: ignore[attr-defined]
            match = after(match, "join", 3, "Dan")
        if state.phase == "over":  # type: ignore[attr-defined]
            break
        choose = state.legal()
        match = match.play(random.choice(choose) if choose else deal(state.awaits, random))  # type: ignore[arg-type]
    again = record.read(record.write(match))
    assert again == match
    assert again.states == match.states
    assert again.players == ("Ana", "Ben", "Zoë", "Dan")


def test_a_correction_before_somebody_joined_leaves_them_there() -> None:
    match = after(begun().play(*BANKED), "join", 3, "Dan")
    changed, lost = match.correct(0, Event("throw", None, ("swimmer-wave",) * 2 + ("swimmer-1",) * 5))
    assert lost == ()
    assert (changed.players[3], changed.state.scores()) == ("Dan", (5, 0, 0, 0))


def test_a_person_renamed_for_good_is_called_so_in_every_event() -> None:
    match = after(after(after(begun(), "hand-over", 0, "Tom"), "rename", 0, "Tim"), "hand-over", 0, "Ana")
    gone = match.renamed(match.seating.people.index("Tim"), NOBODY)
    assert "Tom" not in record.write(gone)
    assert "Tim" not in record.write(gone)
    assert gone == record.read(record.write(gone))
    assert gone.players == ("Ana", "Ben", "Cleo")


def test_who_was_deleted_is_someone_in_words_also_as_earlier_versions_kept_them() -> None:
    assert [in_words(name) for name in (NOBODY, f"{NOBODY} 2", "Ana")] == ["Someone", "Someone 2", "Ana"]
    assert [is_nobody(name) for name in (NOBODY, "Someone 3", "Someone Else", "Ana")] == [True, True, False, False]
    kept = begun().renamed(0, NOBODY)
    assert (kept.players[0], kept.began_with[0]) == ("Someone", NOBODY)
    assert record.read(record.write(kept)) == kept


def test_a_tray_takes_people_in_and_lets_them_go_unless_throws_were_agreed() -> None:
    tray = Match.begin(GAMES["dice-tray"], ("Ana", "Ben")).play(Event("throw", None, ("die-6",)))
    joined = after(tray, "join", 2, "Cleo").play(Event("throw", None, ("die-1",)), Event("throw", None, ("die-2",)))
    assert joined.state.scores() == (6, 1, 2)
    assert after(joined, "leave", 0).state.acting_seat == 1
    with pytest.raises(IllegalEvent, match="number of throws was agreed"):
        after(Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"throws": 3}), "leave", 0)
