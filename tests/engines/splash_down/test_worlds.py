"""Full tables and blank ones agree on all that is public, no view leaks, and random games end, replay and undo."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, Match, Over, State
from engines.dealer import outcomes
from engines.simulate import moves
from engines.splash_down import GAME, SplashDown, event_seen_by, under_way
from engines.splash_down.hands import unseen
from engines.splash_down.rules import SplashDownRules
from tests.engines.splash_down.table import asked, do, event, lines, table

SEEDS = st.integers(0, 10**9)
POLICIES = st.sampled_from(sorted(GAME.policies))


def options_of(random: Random, **fixed: object) -> dict[str, object]:
    """A random choice for every option but `first`."""
    chosen: dict[str, object] = {o.name: random.choice(list(o.values)) for o in GAME.options if o.name != "first"}
    return {**chosen, **fixed}


def played(seed: int, policy: str = "random", **fixed: object) -> list[tuple[Event | None, SplashDown]]:
    """A whole game from a seed, of random size and options: each event with the state after it."""
    random = Random(seed)
    players = random.randint(2, 8)
    first = GAME.start(players, options_of(random, **fixed))
    assert isinstance(first, SplashDown)
    history: list[tuple[Event | None, SplashDown]] = [(None, first)]
    for happened, state in moves(first, [GAME.policies[policy]] * players, random):
        assert isinstance(state, SplashDown)
        history.append((happened, state))
    return history


# -- random games


@settings(max_examples=30, deadline=None, derandomize=True)
@given(SEEDS, POLICIES, st.sampled_from(["open", "hidden"]))
def test_every_game_ends_with_every_card_in_its_place(seed: int, policy: str, hands: str) -> None:
    history = played(seed, policy, hands=hands)
    assert isinstance(history[-1][1].awaits, Over)
    for _, state in history:
        step = state.step.cards if state.step.name == "give" else ()
        places = [*state.hands, *state.areas, *state.laid, state.discards, state.played, step]
        apart = state.breaches if state.rules.breach_pile == "apart" else 0
        undealt = state.rules.counts["breach"] if state.step.name == "deal" else 0
        assert sum(map(len, places)) + bool(state.drawn) + apart + state.deck + undealt == state.rules.size
        assert all(count > 0 for count in unseen(state).values())
        for hand, shown in zip(state.hands, state.shown, strict=True):
            assert list(hand) == sorted(hand)
            assert state.step.name == "score" or all(hand.count(card) >= shown.count(card) for card in shown)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(SEEDS, st.sampled_from(["open", "hidden"]))
def test_replay_is_equal_and_undo_restores_each_state(seed: int, hands: str) -> None:
    history = played(seed, hands=hands)
    first, events = history[0][1], [happened for happened, _ in history if happened]
    players = tuple("ABCDEFGH"[: len(first.hands)])
    options = {o.name: getattr(first.rules, o.name) for o in GAME.options}
    match = Match.begin(GAME, players, options).play(*events)
    assert match.states == tuple(state for _, state in history)
    for count in range(len(events), 0, -7):
        assert match.upto(count).undo().state == history[count - 1][1]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, POLICIES)
def test_a_table_followed_with_blanks_agrees_with_the_full_one_on_all_that_is_public(seed: int, policy: str) -> None:
    history = played(seed, policy, hands="open")
    full = history[0][1]
    options = {o.name: getattr(full.rules, o.name) for o in GAME.options}
    blank: State = GAME.start(len(full.hands), {**options, "hands": "hidden"})
    for happened, after in history[1:]:
        assert happened is not None
        shown = event_seen_by(full, happened)
        if not isinstance(full.awaits, Chance):
            assert shown in blank.legal()
            assert {event_seen_by(full, move) for move in full.legal()} <= set(blank.legal())
        blank, full = blank.apply(shown), after
        assert blank.view(None) == full.view(None)
        assert blank.scores() == full.scores()
        if full.step.name != "score":
            assert blank.expected_pieces() == full.expected_pieces() == full.view(None).expected_pieces()
            assert blank.why() == full.why()
    assert blank.awaits == full.awaits


# -- what a view shows


def shuffled(state: SplashDown, seat: int | None, random: Random) -> SplashDown:
    """The same table as `seat` sees it, the cards that it cannot see exchanged at random, the pile included."""
    pool = [card for card, count in unseen(state).items() if card != "breach" for _ in range(count)]
    secret: dict[int, int] = {}
    for own, hand in enumerate(state.hands):
        if own != seat:
            rest = list(hand)
            for card in state.shown[own]:
                rest.remove(card)
            pool += rest
            secret[own] = len(rest)
    random.shuffle(pool)
    hands = list(state.hands)
    for own, count in secret.items():
        hands[own] = tuple(sorted((*state.shown[own], *(pool.pop() for _ in range(count)))))
    return state.replace(hands=tuple(hands))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(SEEDS)
def test_a_view_is_the_same_whatever_the_hidden_cards_are(seed: int) -> None:
    random = Random(seed)
    for _, state in played(seed, hands="open")[::3]:
        if state.step.name in ("score", "give", "over", "deal") or state.top or state.step.cards:
            continue
        for seat in (None, *state.seats):
            other = shuffled(state, seat, random)
            assert other.view(seat) == state.view(seat)
            assert repr(other.view(seat)) == repr(state.view(seat))
            assert other.view(seat).legal() == state.view(seat).legal()
            assert other.view(seat).awaits == state.view(seat).awaits
            assert unseen(other.view(seat)) == unseen(state.view(seat))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(SEEDS)
def test_a_spectator_sees_no_card_of_a_hand_that_was_not_shown(seed: int) -> None:
    for _, state in played(seed, hands="open"):
        view = state.view(None)
        for hand, shown in zip(view.hands, view.shown, strict=True):
            named = tuple(card for card in hand if card != BLANK)
            assert named == shown or (state.step.name == "score" and state.rules.scoring == "open")
        assert view.drawn in ("", BLANK)
        assert set(view.step.cards) <= {BLANK}
        assert (view.top, view.studied) == ((), None)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(SEEDS)
def test_a_view_of_a_view_is_that_view_and_ones_own_cards_are_in_it(seed: int) -> None:
    for _, state in played(seed, hands="open")[::4]:
        for seat in state.seats:
            view = state.view(seat)
            assert view.view(seat) == view
            assert (view.hands[seat], view.laid[seat]) == (state.hands[seat], state.laid[seat])
            assert view.view(None) == state.view(None)


def test_a_drawn_card_is_seen_by_who_drew_it_only() -> None:
    state = table("krill", "seal", "crab", turn=1, drawn="orca")
    assert [state.view(seat).drawn for seat in (0, 1, 2, None)] == ["orca", "??", "??", "??"]


@pytest.mark.parametrize(
    ("state", "line", "witnesses"),
    [
        (GAME.start(3), "deal: crab crab krill net", {0}),
        (do(table("crab", "", ""), "draw @0"), "card: krill", {0}),
        (do(table("crab", "", "", turn=1, drawn="crab"), "fluke @1", "expose: crab"), "card: krill", {0}),
        (do(table("", "krill seal", "", turn=1, drawn="crab"), "fluke @1", "expose: crab"), "penalty: krill", {0, 1}),
        (do(table("study", "", ""), "play @0: study", "settle @0"), "study: crab crab krill", {0}),
        (
            do(table("study", "", ""), "play @0: study", "settle @0", "study: crab crab krill"),
            "order @0: krill crab crab",
            {0},
        ),
        (do(table("current", "krill", ""), "play @0: current", "settle @0"), "give @1: krill", {1}),
        (do(table("crab", "", ""), "draw @0"), "card: breach", {0, 1, 2}),
        (table("net", "", ""), "play @0: net crab", {0, 1, 2}),
        (do(table("", "net", "", turn=1, drawn="crab"), "fluke @1", "expose: crab"), "penalty: net", {0, 1, 2}),
    ],
)
def test_an_event_is_seen_with_its_cards_by_its_witnesses_only(state: State, line: str, witnesses: set[int]) -> None:
    assert isinstance(state, SplashDown)
    happened = event(line)
    blank = Event(happened.kind, happened.seat, (BLANK,) * len(happened.items))
    public = happened if witnesses == {0, 1, 2} else blank
    assert [event_seen_by(state, happened, seat) for seat in (0, 1, 2)] == [
        happened if s in witnesses else blank for s in range(3)
    ]
    assert event_seen_by(state, happened) == public


# -- hands of blanks


def test_a_card_played_turns_one_blank_into_it() -> None:
    state = do(table("?? ??", "??", discards="krill", hands="hidden"), "play @0: scavenge krill", "settle @0")
    assert (state.hands, state.discards) == ((("??", "krill"), ("??",)), ("scavenge",))


def test_a_card_that_was_shown_leaves_before_a_blank_does() -> None:
    state = do(table("?? crab ??", "??", breaches=1, hands="hidden"), "draw @0", "card: breach", "score @0: crab")
    assert state.hands[0] == ("??", "??")
    assert do(state, "score @0: crab").hands[0] == ("??",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("score @0: crab", r"all 5 Crabs have already been seen \(SD-1\)"),
        ("score @0: blue-left-5", r"the only Blue left tail \(5\) has already been seen \(SD-1\)"),
        ("score @0: bowhead-left", r"all 2 Bowhead left tails have already been seen \(SD-1\)"),
    ],
)
def test_what_cannot_be_true_is_refused_with_the_reason(line: str, message: str) -> None:
    areas = ("crab:2", "crab:2 blue-left-5 bowhead-left:2")
    state = do(table("??", "??", areas=areas, discards="crab", hands="hidden"), "draw @0", "card: breach")
    with pytest.raises(IllegalEvent, match=message):
        do(state, line)


def test_a_card_that_the_game_leaves_out_is_refused() -> None:
    state = do(table("??", "??", play="quick", hands="hidden"), "draw @0", "card: breach")
    with pytest.raises(IllegalEvent, match=r"Orca is not in this game \(SD-1\)"):
        do(state, "score @0: orca")


def test_an_empty_hand_of_blanks_plays_nothing() -> None:
    state = table("", "??", hands="hidden")
    with pytest.raises(IllegalEvent, match="seat 0 does not hold Study"):
        do(state, "play @0: study")


def test_a_blank_may_be_any_action_that_has_not_been_seen() -> None:
    state = table("??", "", discards="net net net study study study study", hands="hidden")
    assert {line.split()[2] for line in lines(state, "play")} == {"current", "scavenge", "steal"} - {"current", "steal"}
    state = table("??", "??", discards="net net net study study study study", hands="hidden")
    assert {line.split()[2] for line in lines(state, "play")} == {"current", "scavenge", "steal"}


def test_a_net_takes_from_a_hand_of_blanks_what_may_be_there() -> None:
    state = do(table("??", "?? ??", areas=("crab:2", ""), hands="hidden"), "play @0: net crab", "settle @0")
    assert lines(state) == ["netted @1", "netted @1: crab", "netted @1: crab crab"]
    state = do(table("??", "?? crab", hands="hidden"), "play @0: net crab", "settle @0")
    assert lines(state) == ["netted @1: crab", "netted @1: crab crab"]
    state = do(table("??", "?? ?? crab", hands="hidden"), "play @0: net crab", "settle @0")
    assert lines(state) == ["netted @1", "netted @1: crab", "netted @1: crab crab"]


def test_a_net_may_find_a_pair_of_tails_among_blanks_and_then_takes_neither() -> None:
    state = do(table("??", "?? blue-left-5", hands="hidden"), "play @0: net blue", "settle @0")
    assert lines(state) == ["netted @1", "netted @1: blue-left-5"]


def test_a_steal_from_blanks_brings_no_card_that_would_be_in_a_set() -> None:
    state = table("steal", "?? crab crab blue-left-5", areas=("", "crab:2"), hands="hidden")
    state = do(state, "play @0: steal seat-1/hand", "settle @0")
    kind, faces = asked(state)
    assert kind == "stolen"
    assert {"krill", "crab", "blue-left-5", "nothing"} <= set(faces)
    assert "blue-right-0" not in faces
    with pytest.raises(IllegalEvent, match=r"Blue right tail \(0\) is in a set there \(SD-12\)"):
        do(state, "stolen: blue-right-0")
    assert do(state, "stolen: crab").hands == (("crab",), ("??", "blue-left-5", "crab"))


def test_a_hand_that_may_be_all_sets_may_give_a_thief_nothing() -> None:
    state = do(table("steal", "?? ??", hands="hidden"), "play @0: steal seat-1/hand", "settle @0")
    assert do(state, "stolen: nothing").hands == ((), ("??", "??"))
    state = do(table("steal", "??", hands="hidden"), "play @0: steal seat-1/hand", "settle @0")
    assert "nothing" not in asked(state)[1]


def test_the_odds_of_a_blind_card_follow_from_counting() -> None:
    """One blank and a Crab that was shown: half the time the Crab, else any card not seen that is no Breach."""
    state = do(table("steal", "?? crab", hands="hidden"), "play @0: steal seat-1/hand", "settle @0")
    faces = asked(state)[1]
    out = 89 - 5 - 2
    assert (faces["crab"], faces["krill"], faces["seabird"]) == (out + 4, 5, 4)


# -- a game taken up


def test_a_game_is_taken_up_from_what_lies_on_the_table() -> None:
    state = under_way(SplashDownRules(hands="hidden"), [("??", "net"), ("??",)], [("crab",), ()], ("seal",), 2, 1)
    assert (state.deck, state.shown, state.turn) == (89 - 3 - 1 - 1 - 2, (("net",), ()), 1)
    assert state == table("?? net", "??", areas=("crab",), discards="seal", breaches=2, turn=1, hands="hidden")


def test_a_table_with_more_cards_than_the_deck_has_is_refused() -> None:
    with pytest.raises(IllegalEvent, match=r"3 x Orca, but the deck has 2 \(SD-1\)"):
        table("orca:2", "", areas=("orca",))


def test_a_state_takes_no_field_that_it_does_not_have() -> None:
    with pytest.raises(TypeError, match="a state has no field hand"):
        table("krill", "seal").replace(hand=())


# -- events that cannot be read


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("swim @0", "'swim' is no event of Splash Down; there are deal, draw, card"),
        ("draw", "draw needs a seat from 0 to 1, not None"),
        ("draw @2", "draw needs a seat from 0 to 1, not 2"),
        ("draw @-1", "draw needs a seat from 0 to 1, not -1"),
        ("card @0: crab", "card is chance and has no seat"),
        ("play @0: cod", "'cod' is no card or place of Splash Down"),
        ("play @0: steal seat-2/hand", "'seat-2/hand' is no card or place of Splash Down"),
        ("play @0: steal seat-1/pocket", "'seat-1/pocket' is no card or place of Splash Down"),
    ],
)
def test_an_event_that_cannot_be_read_says_why(line: str, message: str) -> None:
    with pytest.raises(BadEvent, match=message):
        do(table("krill", "seal"), line)


@pytest.mark.parametrize(
    ("state", "line", "message"),
    [
        (do(table("krill", ""), "draw @0"), "card: seat-0/hand", r"'seat-0/hand' is no card \(SD-5\)"),
        (
            do(table("", "krill", turn=1, drawn="crab"), "fluke @1"),
            "expose: seal",
            r"Seal cannot come up here \(SD-6\)",
        ),
        (do(table("", "??", turn=1, drawn="??", hands="hidden"), "fluke @1"), "expose: ??", "the card must be named"),
        (do(table("net:3", ""), "draw @0"), "card: net", r"all 3 Nets have already been seen"),
        (
            do(table("steal", "krill"), "play @0: steal seat-1/hand", "settle @0"),
            "stolen: nothing",
            r"'nothing' is no card \(SD-12\)",
        ),
        (
            do(table("", "", areas=("krill",), drawn="waste", turn=1), "fluke @1", "expose: waste"),
            "reveal @0: krill",
            "the game is over",
        ),
        (
            do(table("krill", "net", drawn="waste", turn=1), "fluke @1", "expose: waste"),
            "reveal @0: krill",
            r"reveal cannot be krill; it may be nothing \(SD-13\)",
        ),
        (
            do(table("current", "krill seal"), "play @0: current", "settle @0"),
            "give @1: krill seal",
            r"give cannot be krill seal; it may be krill; seal \(SD-12\)",
        ),
    ],
)
def test_what_cannot_happen_now_is_refused_with_a_reason(state: State, line: str, message: str) -> None:
    with pytest.raises(IllegalEvent, match=message):
        do(state, line)


# -- perft: the number of ways that the next events may go


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` events (fewer where the game ends) begin here."""
    if not depth or isinstance(state.awaits, Over):
        return 1
    if isinstance(state.awaits, Chance):
        return sum(perft(state.apply(happened), depth - 1) for happened, _ in outcomes(state.awaits))
    return sum(perft(state.apply(move), depth - 1) for move in state.legal())


QUIET = table("krill crab", "seal", play="quick")
BREACH = do(table("krill crab minke-left-1", "seal"), "draw @0", "card: breach")
NET = do(table("net crab", "crab block", "krill"), "play @0: net crab")
STUDY = do(table("study", "seal", play="full"), "play @0: study", "settle @0", "study: crab breach orca")
BLANKS = table("??", "??", play="quick", hands="hidden")


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (QUIET, (1, 29, 61, 834)),
        (BREACH, (4, 7, 10, 51)),
        (NET, (2, 2, 2, 41)),
        (STUDY, (6, 6, 6, 12)),
        (BLANKS, (5, 10, 95, 163)),
    ],
    ids=["quiet", "breach", "net", "study", "blanks"],
)
def test_the_number_of_ways_is_known(state: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
