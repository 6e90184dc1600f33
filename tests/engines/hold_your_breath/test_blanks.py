"""Hands that nobody shows: blanks, what follows from counting, and views that leak nothing."""

from __future__ import annotations

from random import Random

import pytest

from engines.core import BLANK, Chance, Event, IllegalEvent, State
from engines.hold_your_breath import GAME, HoldYourBreath
from engines.hold_your_breath.odds import fill_blanks, safe_from_discard
from tests.engines.hold_your_breath.table import FULL, at, blanks, do, event, hidden, lines, random_game, table
from tests.engines.hold_your_breath.test_plays import refused


def message(state: HoldYourBreath, line: str) -> str:
    """The reason why the event is refused."""
    with pytest.raises(IllegalEvent) as caught:
        state.apply(event(line))
    assert event(line) not in state.legal()
    return str(caught.value)


def started(players: int = 2, **options: object) -> HoldYourBreath:
    """A hidden game after its deal."""
    state = GAME.start(players, {"hands": "hidden", **options})
    assert isinstance(state, HoldYourBreath)
    return do(state, *[f"draw: {blanks(5)}"] * players)


def test_a_hidden_game_deals_blanks_and_knows_every_number() -> None:
    state = started(3)
    assert state.hands == ((BLANK,) * 5,) * 3
    assert (state.deck, sum(state.unseen().values())) == (53, 68)
    assert lines(state)[0] == "play @0: air-10-calm air-10"


def test_a_draw_into_a_hidden_hand_has_one_outcome_and_a_card_cannot_be_named() -> None:
    state = GAME.start(2, {"hands": "hidden"})
    assert isinstance(state, HoldYourBreath)
    assert isinstance(state.awaits, Chance)
    assert state.awaits.pools[0].faces == ((BLANK, 68),)
    assert "nobody can know that dolphin was drawn" in message(state, "draw: dolphin ?? ?? ?? ??")
    assert "5 must come, not 4" in message(state, f"draw: {blanks(4)}")
    state = GAME.start(2)
    assert isinstance(state, HoldYourBreath)
    assert "need their names" in message(state, "draw: dolphin ?? dolphin dolphin dolphin")
    assert "of 4 dolphin only 4 have not been seen (HB-5)" in message(
        state, "draw: dolphin dolphin dolphin dolphin dolphin"
    )
    with pytest.raises(IllegalEvent, match="nobody's decision"):
        state.apply(Event("draw", 0, (BLANK,) * 5))


def test_a_card_played_turns_one_blank_into_it() -> None:
    state = do(started(), "play @0: air-5-calm air-5")
    assert (state.hands[0], state.pile) == ((BLANK,) * 4, ("air-5-calm",))
    assert state.unseen()["air-5-calm"] == state.rules.counts["air-5-calm"] - 1


def test_a_card_of_which_all_have_been_seen_cannot_be_in_a_hidden_hand() -> None:
    """HB-1"""
    state = hidden(table(FULL, FULL, pile="dolphin dolphin dolphin", panics={1: "dolphin"}))
    assert "all 4 dolphin have been seen (HB-1)" in message(state, "play @0: dolphin air-5")
    assert not any("dolphin" in line for line in lines(state))
    state = hidden(table(FULL, FULL, pile="dolphin dolphin dolphin"))
    assert "play @0: dolphin air-5" in lines(state)
    state = hidden(table(FULL, FULL, sharks={1: "swim-10-shark swim-10-shark"}))
    assert "all 2 swim-10-shark have been seen" in message(state, "play @0: swim-10-shark shark 1")


def test_an_empty_hidden_hand_plays_nothing() -> None:
    state = hidden(table("", FULL))
    assert lines(state) == ["end @0"]
    assert "seat 0 has no card left (HB-3)" in message(state, "play @0: dolphin air-5")


def test_a_hidden_hand_may_end_without_air_only_if_so_many_cards_without_air_are_unseen() -> None:
    """HB-4"""
    full = table("swim-5-draw swim-5-draw", FULL)
    airless = [c for c, n in full.unseen().items() if c not in full.rules.airy for _ in range(n)]
    seven = len(FULL.split()) + 2
    state = at(full, pile=tuple(airless[: len(airless)]))
    assert lines(hidden(state), "end") == ["end @0"]
    two = at(hidden(state), hands=((BLANK,) * seven, (BLANK,)))
    assert lines(two, "end") == ["end @0"]
    three = at(two, hands=((BLANK,) * (seven + 1), (BLANK,)))
    assert "too few cards without Air are unseen: seat 0 must have Air in hand (HB-4)" in message(three, "end @0")
    covered = at(two, panics=((), ((BLANK, "down"),)))
    assert "must have Air in hand (HB-4)" in message(covered, "end @0")
    assert lines(at(three, air=1), "end") == ["end @0"]


def test_a_hand_that_ended_without_air_cannot_discard_air() -> None:
    """HB-4"""
    state = do(hidden(table(FULL, FULL)), "end @0", f"panic @0: {BLANK}")
    assert state.panics[0] == ((BLANK, "down"),)
    assert not any("air" in line or "dolphin" in line for line in lines(state))
    assert "seat 0 played no Air, so air-5-calm cannot be in that hand (HB-4)" in message(
        state, "discard @0: air-5-calm"
    )
    aired = do(hidden(table(FULL, FULL)), "play @0: air-5-calm air-5", "end @0")
    assert do(aired, "discard @0: air-5-calm").pile[-1] == "air-5-calm"


def test_a_card_laid_face_down_out_of_a_hidden_hand_stays_a_blank_and_out_of_an_open_one_has_a_name() -> None:
    """HB-4"""
    state = do(hidden(table(FULL, FULL)), "end @0")
    assert lines(state) == [f"panic @0: {BLANK}"]
    assert "nobody can know here that swim-5-draw lies face down: it is ?? (HB-4)" in message(
        state, "panic @0: swim-5-draw"
    )


def test_what_must_lie_face_down_cannot_be_played_by_others() -> None:
    """HB-4: a Panic for want of Air is a card without Air."""
    full = table("swim-5-draw", "", panics={1: "swim-10-draw/down"})
    others = [c for c, n in full.unseen().items() if c not in full.rules.airy for _ in range(n)]
    two_left = hidden(at(full, pile=tuple(others)))
    assert "play @0: swim-5-draw draw" in lines(two_left)
    assert "play @0: swim-10-draw draw" in lines(two_left)
    one_left = at(two_left, pile=(*others, "swim-5-draw"))
    assert "so swim-10-draw does too (HB-4)" in message(one_left, "play @0: swim-10-draw draw")
    assert not any("@0: swim" in line for line in lines(one_left))
    assert "play @0: air-5-draw draw" in lines(one_left)


def test_a_face_down_panic_of_a_hidden_hand_may_turn_out_to_be_any_unseen_card_without_air() -> None:
    """HB-7"""
    state = hidden(table("air-5-calm", "", pile="swim-10-kraken swim-10-kraken", panics={0: "swim-5-draw/down"}))
    state = do(state, "play @0: air-5-calm calm panic")
    assert isinstance(state.awaits, Chance)
    names = [name for name, _ in state.awaits.pools[0].faces]
    assert names == [n for n in state.rules.counts if n not in state.rules.airy and n != "swim-10-kraken"]
    assert "the card that lies face down cannot be air-5-calm (HB-7)" in message(state, "reveal: air-5-calm")
    assert do(state, "reveal: swim-5-panic").pile[-1] == "swim-5-panic"


def test_a_hidden_hand_of_five_discards_any_card_that_may_be_in_it() -> None:
    """HB-9"""
    state = do(hidden(table("air-10-kraken", FULL)), "play @0: air-10-kraken kraken five")
    assert "discard @1: dolphin" in lines(state)
    state = do(state, "discard @1: dolphin")
    assert (len(state.hands[1]), state.step) == (4, "play")


def test_by_option_a_hidden_hand_says_whether_it_has_air() -> None:
    """HB-4"""
    state = started(2, air_check="start")
    state = do(at(state, step="refill", air=1), "done @0")
    assert lines(state) == ["breathe @1", f"panic @1: {BLANK}"]
    assert do(state, f"panic @1: {BLANK}").panics[1] == ((BLANK, "down"),)
    airy = [c for c, n in state.unseen().items() if c in state.rules.airy for _ in range(n)]
    assert lines(at(state, pile=tuple(airy))) == [f"panic @1: {BLANK}"]
    assert refused(at(state, pile=tuple(airy)), "breathe @1", "HB-4")


def test_a_player_sees_the_own_hand_and_the_own_face_down_panic_and_blanks_for_the_rest() -> None:
    state = table("air-5-calm dolphin", FULL, "", panics={0: "swim-5-draw/down", 1: "swim-10-draw/down"})
    mine, everybody = state.view(0), state.view(None)
    assert mine.hands == (("air-5-calm", "dolphin"), (BLANK,) * 5, ())
    assert mine.panics == ((("swim-5-draw", "down"),), ((BLANK, "down"),), ())
    assert mine.open == (True, False, False)
    assert everybody.hands == ((BLANK,) * 2, (BLANK,) * 5, ())
    assert everybody.panics == (((BLANK, "down"),), ((BLANK, "down"),), ())
    assert everybody.view(0) == everybody


def test_everybody_sees_the_face_of_a_panic_that_lies_up_or_came_from_the_discard_pile() -> None:
    state = table("", "", panics={0: "swim-5-panic", 1: "dolphin/known"})
    assert hidden(state).panics == state.panics


def test_others_see_that_cards_are_drawn_or_laid_face_down_but_not_which() -> None:
    state = do(table("swim-5-draw swim-10-calm", FULL), "end @0")
    laid = event("panic @0: swim-5-draw")
    assert [state.event_seen_by(laid, seat) for seat in (0, 1, None)] == [laid, *[event(f"panic @0: {BLANK}")] * 2]
    state = do(state, "panic @0: swim-5-draw", "done @0")
    drawn = event("draw: dolphin air-5-calm dolphin air-5-draw")
    assert [state.event_seen_by(drawn, seat) for seat in (0, 1, None)] == [drawn, *[event(f"draw: {blanks(4)}")] * 2]
    played = event("play @1: swim-5-draw draw")
    assert state.event_seen_by(played, None) == played


CASES = [
    (2, 1, {}),
    (3, 2, {}),
    (4, 3, {"one_last_turn_each": True}),
    (5, 4, {"air_check": "start"}),
    (6, 5, {"second_panic": True, "optional_refill": True}),
    (3, 6, {"air_check": "start", "second_panic": True, "ascent_tie": "lot", "spaces": 4}),
    (2, 7, {"surfaced_turns": False, "second_shark": False}),
]


@pytest.mark.parametrize(("players", "seed", "options"), CASES)
def test_a_table_that_sees_only_what_is_public_agrees_with_the_full_game_at_every_step(
    players: int, seed: int, options: dict[str, object]
) -> None:
    """Each event is told to a hidden game, and to each player's own view, as they see it."""
    match = random_game(players, seed, options, policy="sensible" if seed % 2 else "random")
    table_state = GAME.start(players, {**options, "hands": "hidden"})
    watchers: dict[int | None, State] = {seat: match.states[0].view(seat) for seat in range(players)}
    watchers[None] = table_state
    for before, happened, after in zip(match.states, match.events, match.states[1:], strict=False):
        assert isinstance(before, HoldYourBreath)
        assert isinstance(after, HoldYourBreath)
        for seat, seen in watchers.items():
            assert isinstance(seen, HoldYourBreath)
            public = before.event_seen_by(happened, seat)
            assert public in seen.legal() or not before.legal()
            assert {before.event_seen_by(legal, seat) for legal in before.legal()} <= set(seen.legal())
            watchers[seat] = seen.apply(public)
            assert watchers[seat] == after.view(seat)
        for what in ("scores", "expected_pieces", "why"):
            assert getattr(watchers[None], what)() == getattr(after, what)()


@pytest.mark.parametrize(("players", "seed", "options"), CASES)
def test_a_view_is_the_same_whatever_the_hidden_cards_are(players: int, seed: int, options: dict[str, object]) -> None:
    """Nothing of the others' hands or of the Dive Deck can be told from what a player is shown."""
    random = Random(seed)
    for state in random_game(players, seed, options).states[::9]:
        assert isinstance(state, HoldYourBreath)
        for seat in (None, *range(players)):
            view = state.view(seat)
            other = fill_blanks(view, random)
            assert other.view(seat) == view
            assert (other.view(seat).legal(), other.view(seat).awaits) == (view.legal(), view.awaits)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2), (6, 3)])
def test_a_hidden_game_plays_to_its_end_and_counts_every_card(players: int, seed: int) -> None:
    match = random_game(players, seed, {"hands": "hidden"})
    for state in match.states:
        assert isinstance(state, HoldYourBreath)
        unseen = state.unseen()
        dark = sum(hand.count(BLANK) for hand in state.hands) + state.deck
        dark += sum(card == BLANK for laid in state.panics for card, _ in laid)
        assert sum(unseen.values()) == dark
        assert min(unseen.values()) >= 0


def test_who_has_not_five_cards_or_sees_all_discards_gone_is_safe_from_them() -> None:
    """HB-9"""
    four = "air-5-calm air-5-calm air-5-calm air-5-calm"
    assert safe_from_discard(hidden(table(FULL, four, FULL))) == (1,)
    open_hands = table(FULL, "air-5-calm air-5-calm air-5-calm air-5-calm air-10-calm", "air-5-discard")
    assert safe_from_discard(open_hands) == (2,)
    assert safe_from_discard(table(FULL, FULL.replace("panic", "discard"))) == (1,)
    assert safe_from_discard(table(FULL, "air-5-calm")) == (0, 1)
