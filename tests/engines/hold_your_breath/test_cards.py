"""The Dive Deck as data (HB-1), and how a game begins."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engines.core import BadEvent, Chance
from engines.dealer import deal
from engines.hold_your_breath import GAME, HoldYourBreath, cards
from engines.hold_your_breath.cards import BadDiveDeck, DiveDeck, load, read
from tests.engines.hold_your_breath.table import do, table

SMALL = """
title = "Small"
assumed = false
cards = 30
expansion = 0
[[card]]
name = "air-5-calm"
air = 5
action = "calm"
count = 20
[[card]]
name = "swim-10"
swim = 10
count = 10
"""


@pytest.fixture
def shipped() -> DiveDeck:
    return load("hold-your-breath")


def test_the_shipped_deck_has_68_cards_and_20_of_the_expansion_and_says_that_it_is_assumed(shipped: DiveDeck) -> None:
    """HB-1"""
    assert shipped.assumed
    assert "assumed" in shipped.title
    assert sum(shipped.counts(expansion=False).values()) == 68
    assert sum(shipped.counts(expansion=True).values()) == 88


def test_nearly_every_card_of_the_shipped_deck_has_a_value_of_5_or_10_and_an_action(shipped: DiveDeck) -> None:
    """HB-1"""
    assert {value for card in shipped.cards for value in (card.air, card.swim)} == {0, 5, 10}
    plain = [card.name for card in shipped.cards if not (card.action and (card.air or card.swim))]
    assert plain == ["dolphin"]
    assert {card.action for card in shipped.cards} == {*cards.ACTIONS, "dolphin"}


@pytest.mark.parametrize(("players", "cards_in_all"), [(2, 68), (3, 68), (4, 68), (5, 88), (6, 88)])
def test_each_player_is_dealt_five_cards_and_five_or_six_players_take_the_expansion(
    players: int, cards_in_all: int
) -> None:
    """HB-1"""
    state, random = GAME.start(players), Random(1)
    assert isinstance(state, HoldYourBreath)
    assert state.deck == cards_in_all
    for _ in range(players):
        awaits = state.awaits
        assert isinstance(awaits, Chance)
        assert awaits.event == "draw"
        assert awaits.pools[0].count == 5
        assert not awaits.pools[0].replace
        assert sum(count for _, count in awaits.pools[0].faces) == state.deck
        state = state.apply(deal(awaits, random))
    assert [len(hand) for hand in state.hands] == [5] * players
    assert state.deck == cards_in_all - 5 * players
    assert state.awaits.seats == (0,)  # type: ignore[union-attr]


def test_the_game_is_for_two_to_six_players_and_any_of_them_may_begin() -> None:
    for players in (1, 7):
        with pytest.raises(BadEvent, match="2 to 6 players"):
            GAME.start(players)
    state = GAME.start(3, {"first": 2})
    assert isinstance(state, HoldYourBreath)
    assert (state.seat, state.draws) == (2, ((2, 5), (0, 5), (1, 5)))
    with pytest.raises(BadEvent, match="no seat 3 with 3 players"):
        GAME.start(3, {"first": 3})


def test_a_deck_file_of_the_owner_takes_the_place_of_the_assumed_deck(tmp_path: Path) -> None:
    """HB-1"""
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    state = GAME.start(2, {"deck": str(path)})
    assert isinstance(state, HoldYourBreath)
    assert state.rules.counts == {"air-5-calm": 20, "swim-10": 10}
    assert not state.rules.deck.assumed
    path.write_text(SMALL.replace("count = 20", "count = 21").replace("cards = 30", "cards = 31"))
    state = GAME.start(2, {"deck": str(path)})
    assert isinstance(state, HoldYourBreath)
    assert state.deck == 31


def test_a_card_may_have_air_and_swim_and_no_action() -> None:
    """HB-3: it is played for one of them."""
    deck = read(SMALL.replace("swim = 10", "swim = 10\nair = 5"))
    assert (deck.cards[1].airs, deck.cards[1].swims, deck.cards[1].actions) == ((5,), (10,), ())


BAD_FILES = [
    ("cards = 30", "cards =", "not TOML"),
    ('title = "Small"', "", "the file has no title"),
    ('title = "Small"', "title = 5", "the file: title cannot be 5"),
    ("assumed = false", "assumed = 0", "the file: assumed cannot be 0"),
    ("assumed = false", "assumed = false\ncolour = 1", "the file has 'colour', which means nothing here"),
    ("cards = 30", "cards = 68", "the counts of the cards add up to 30, but the file says 68"),
    ("expansion = 0", "expansion = 20", "the expansions of the cards add up to 0, but the file says 20"),
    ("air = 5", "air = 7", "card air-5-calm: air is 5 or 10, not 7"),
    ("air = 5", "air = -5", "card air-5-calm: air is 5 or 10, not -5"),
    ("air = 5", "air = true", "card air-5-calm: air cannot be True"),
    ("swim = 10", "swim = 15", "card swim-10: swim is 5 or 10, not 15"),
    ("swim = 10", "", "card swim-10: it can be played for nothing"),
    ('action = "calm"', 'action = "fly"', "card air-5-calm: no action 'fly'"),
    ('name = "swim-10"', 'name = "air-5-calm"', "card air-5-calm is listed twice"),
    ('name = "swim-10"', "", r"card \? has no name"),
    ('name = "swim-10"', 'name = "Swim 10"', "card Swim 10: not a name for a card"),
    ('name = "swim-10"', 'name = "five"', "card five: not a name for a card"),
    ('name = "swim-10"', 'name = "10"', "card 10: not a name for a card"),
    ("count = 10", "", "card swim-10 has no count"),
    ("count = 10", "count = -1", "card swim-10: there cannot be fewer than 0"),
    ("count = 10", "count = 11\nexpansion = -1", "card swim-10: there cannot be fewer than 0"),
    ("count = 10", 'count = "ten"', "card swim-10: count cannot be 'ten'"),
]


@pytest.mark.parametrize(("old", "new", "message"), BAD_FILES, ids=[message for _, _, message in BAD_FILES])
def test_a_wrong_deck_file_is_refused_with_what_is_wrong(tmp_path: Path, old: str, new: str, message: str) -> None:
    """HB-1"""
    path = tmp_path / "wrong.toml"
    path.write_text(SMALL.replace(old, new))
    with pytest.raises(BadDiveDeck, match=message) as caught:
        GAME.start(2, {"deck": str(path)})
    assert str(caught.value).startswith(f"option deck: deck file {path}: ")


def test_cards_that_are_no_tables_are_refused() -> None:
    for entry in ("card = 5", "card = [5]"):
        with pytest.raises(BadDiveDeck, match="card"):
            read(f'{entry}\ntitle = "x"\nassumed = true\ncards = 0\nexpansion = 0')


def test_a_deck_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "long.toml").write_text("#" * (cards.LIMITS.max_file_bytes + 1))
    (tmp_path / "folder.toml").mkdir()
    expected = {"bytes": "not a text file", "long": "too long", "folder": "directory", "none": "No such file"}
    for name, message in expected.items():
        with pytest.raises(BadDiveDeck, match=message):
            GAME.start(2, {"deck": str(tmp_path / f"{name}.toml")})
    (tmp_path / "full.toml").write_text(SMALL + "#" * (cards.LIMITS.max_file_bytes - len(SMALL)))
    assert GAME.start(2, {"deck": str(tmp_path / "full.toml")})


def test_a_deck_that_does_not_do_for_so_many_players_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    for players, message in ((5, "no cards of it"), (6, "no cards of it")):
        with pytest.raises(BadDiveDeck, match=message):
            GAME.start(players, {"deck": str(path)})
    path.write_text(SMALL.replace("count = 10", "count = 0").replace("30", "20"))
    assert GAME.start(3, {"deck": str(path)})
    with pytest.raises(BadDiveDeck, match="20 cards are too few for 4 hands of 5"):
        GAME.start(4, {"deck": str(path)})
    path.write_text(SMALL.replace("air = 5", ""))
    with pytest.raises(BadDiveDeck, match="no card of it has Air"):
        GAME.start(2, {"deck": str(path)})


def test_the_deck_option_takes_a_name_or_a_path_and_nothing_else() -> None:
    assert GAME.settle({"deck": " hold-your-breath "})["deck"] == "hold-your-breath"
    assert GAME.settle({"deck": "my/own.toml"})["deck"] == "my/own.toml"
    with pytest.raises(BadEvent, match=r"option deck: 'poker' does not fit; it takes hold-your-breath, or the path"):
        GAME.settle({"deck": "poker"})


def test_every_option_names_its_ruling_and_the_house_rulings_are_marked() -> None:
    """HB-1 to HB-15: what the rulebook leaves open is an option."""
    assert {option.name: option.rule for option in GAME.options if option.house} == {
        "deck": "HB-1",
        "spaces": "HB-2",
        "past_bottom": "HB-2",
        "air_check": "HB-4",
        "second_panic": "HB-4",
        "optional_refill": "HB-5",
        "second_shark": "HB-10",
        "ascent_tie": "HB-12",
        "past_surface": "HB-14",
        "surfaced_turns": "HB-14",
        "nobody_up": "HB-15",
        "never_dived": "HB-15",
        "ties": "HB-15",
    }
    assert {option.name: option.rule for option in GAME.options if not option.house} == {
        "hands": "",
        "first": "",
        "one_last_turn_each": "HB-11",
    }


def test_the_dolphin_stands_for_every_value_and_every_action(shipped: DiveDeck) -> None:
    """HB-10"""
    (dolphin,) = (card for card in shipped.cards if card.action == "dolphin")
    assert (dolphin.airs, dolphin.swims, dolphin.actions) == ((5, 10), (5, 10), cards.ACTIONS)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play @0: air-7", "'air-7' is no card of this deck"),
        ("play @0: air-5-calm fly", "'fly' is no card of this deck"),
        ("play @0: air-5 air-5", "air-5 is not the name of a card"),
        ("play @0: ??", "is not the name of a card"),
        ("play @0", "a play says which card"),
        ("end @0: dolphin", "end takes no items"),
        ("end @0: 2", "'2' is no card"),
        ("end @2", "no seat 2 with 2 players"),
        ("end @-1", "no seat -1 with 2 players"),
        ("fly @0", "no event 'fly'"),
    ],
)
def test_what_is_no_event_of_this_game_cannot_be_read(line: str, message: str) -> None:
    with pytest.raises(BadEvent, match=re.escape(message)):
        do(table("air-5-calm", ""), line)
