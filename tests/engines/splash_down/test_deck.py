"""The deck and what it is made of: SD-1, SD-3 and SD-4."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engines.core import BadEvent
from engines.splash_down import GAME
from engines.splash_down.deck import FILE, BadSeaDeck, built_in, read_deck
from engines.splash_down.rules import ENDGAMES, SplashDownRules, settled

DECK = built_in()
PRINTED = {
    "whale": dict.fromkeys(("minke", "humpback", "sperm", "fin", "right", "sei", "bowhead"), 4) | {"blue": 2},
    "endgame": dict.fromkeys(ENDGAMES, 1),
    "creature": {"krill": 5, "crab": 5, "seal": 5, "seabird": 4, "squid": 4, "penguin": 4, "orca": 2},
    "action": {"block": 4, "study": 4, "scavenge": 4, "net": 3, "steal": 3, "current": 3},
    "breach": {"breach": 5},
}
"""The rulebook's list of cards."""


def species_counts(rules: SplashDownRules) -> Counter[str]:
    """How many cards of each species, action and so on the game is played with."""
    counted: Counter[str] = Counter()
    for name, count in rules.counts.items():
        counted[DECK.facts[name].species] += count
    return counted


def test_sd_1_the_deck_has_the_89_cards_that_the_rulebook_lists() -> None:
    printed = {name: count for kind in PRINTED.values() for name, count in kind.items()}
    assert species_counts(SplashDownRules()) == printed
    assert SplashDownRules().size == 89
    assert {card.species: card.kind for card in DECK.cards} == {n: kind for kind, of in PRINTED.items() for n in of}


def test_sd_1_quick_play_takes_out_the_20_cards_that_the_rulebook_names() -> None:
    quick = SplashDownRules(play="quick")
    assert species_counts(SplashDownRules()) - species_counts(quick) == {
        **dict.fromkeys(ENDGAMES, 1),
        **{"study": 4, "bowhead": 4, "orca": 2, "net": 3, "blue": 2, "breach": 1},
    }
    assert (quick.size, quick.counts["breach"]) == (69, 4)


@pytest.mark.parametrize("endgame", ENDGAMES)
def test_sd_1_each_endgame_card_may_be_left_out(endgame: str) -> None:
    rules = settled(GAME.settle({endgame: "false"}))
    assert species_counts(SplashDownRules()) - species_counts(rules) == {endgame: 1}
    assert rules.size == 88


def test_sd_3_the_digits_are_those_of_the_rulebooks_examples() -> None:
    known = {card.name for card in DECK.cards if card.side and card.digit is not None and not card.assumed}
    assert known == {
        *("minke-left-1", "humpback-left-2", "sei-left-3", "blue-left-5"),
        *("minke-right-0", "humpback-right-0", "sei-right-0", "blue-right-0", "fin-right-5"),
    }


def test_sd_3_two_left_and_two_right_tails_a_species_and_one_each_of_the_blue() -> None:
    sides = Counter[tuple[str, str]]()
    for card in DECK.cards:
        if card.side:
            sides[card.species, card.side] += card.count
    species = PRINTED["whale"]
    assert sides == {(name, side): 1 if name == "blue" else 2 for name in species for side in ("left", "right")}


def test_sd_3_every_whale_scores_between_10_and_55() -> None:
    for left, right in product(DECK.cards, DECK.cards):
        if (left.side, right.side) == ("left", "right") and left.species == right.species != "bowhead":
            assert left.digit is not None
            assert right.digit is not None
            assert 10 <= 10 * left.digit + right.digit <= 55


def test_sd_4_species_share_colours_and_blue_bowhead_and_orca_stand_alone() -> None:
    by_colour: dict[str, set[str]] = {}
    for card in DECK.cards:
        if card.colour:
            by_colour.setdefault(card.colour, set()).add(card.species)
    assert sorted(map(sorted, by_colour.values())) == [
        ["blue"],
        ["bowhead"],
        ["crab", "humpback"],
        ["fin", "seabird"],
        ["krill", "minke"],
        ["orca"],
        ["penguin", "sei"],
        ["right", "squid"],
        ["seal", "sperm"],
    ]


def test_sd_4_what_no_example_shows_is_marked_as_assumed() -> None:
    assumed = {card.species for card in DECK.cards if card.colour_assumed}
    assert assumed == {"humpback", "crab", "sperm", "seal", "fin", "seabird", "penguin"}


@pytest.mark.parametrize(
    ("name", "many", "said"),
    [
        ("crab", False, "Crab"),
        ("crab", True, "Crabs"),
        ("krill", True, "Krill"),
        ("minke-left-1", False, "Minke left tail (1)"),
        ("bowhead-right", True, "Bowhead right tails"),
    ],
)
def test_a_card_is_said_in_words(name: str, many: bool, said: str) -> None:
    assert DECK.in_words(name, many) == said


BREACH = '[[breach]]\nname = "breach"\ncount = 2\n'
CRAB = '[[creature]]\nspecies = "crab"\ncolour = "red"\ncount = 2\n'
WHALE = '[[whale]]\nspecies = "minke"\ncolour = "pink"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "the deck file is not TOML"),
        ('[[fish]]\nname = "cod"', "the deck file has fish; it may have whale, creature"),
        (BREACH + CRAB + CRAB, "crab is listed twice"),
        (CRAB, "the deck has no breach"),
        (BREACH + "[[action]]\ncount = 2", "an entry under action has no name"),
        (BREACH + '[[creature]]\nspecies = ""\ncount = 2', "an entry under creature has no name"),
        (BREACH + '[[creature]]\nspecies = "crab"\ncount = 2', "crab: whales and creatures have a colour"),
        (BREACH + '[[action]]\nname = "net"\ncolour = "red"\ncount = 2', "net: whales and creatures have a colour"),
        (BREACH + '[[action]]\nname = "net"\ncount = 0', "net: count is a whole number from 1 to 99, not 0"),
        (BREACH + '[[action]]\nname = "net"\ncount = true', "net: count is a whole number from 1 to 99, not True"),
        (BREACH + '[[action]]\nname = "net"', "net: count is a whole number from 1 to 99, not None"),
        (BREACH + '[[action]]\nname = "net"\ncount = 2\nquick = -1', "net: quick is a whole number from 0 to 99"),
        (BREACH + WHALE + "left = [10]", "minke: left tail is a whole number from 0 to 9, not 10"),
        (BREACH + WHALE + 'right = ["x"]', "minke: right tail is a whole number from 0 to 9, not 'x'"),
    ],
)
def test_a_deck_file_that_cannot_be_right_is_refused_with_its_entry(text: str, message: str) -> None:
    with pytest.raises(BadSeaDeck, match=message):
        read_deck(text)


def test_a_deck_file_may_hold_other_digits_and_counts() -> None:
    deck = read_deck(BREACH + CRAB + WHALE + "left = [1, 2, 2]\nright = [9]")
    assert {card.name: card.count for card in deck.cards} == {
        "breach": 2,
        "crab": 2,
        "minke-left-1": 1,
        "minke-left-2": 2,
        "minke-right-9": 1,
    }
    assert read_deck(FILE.read_text(encoding="utf-8")).cards == DECK.cards


def test_rules_without_options_are_those_of_the_options_defaults() -> None:
    assert settled(GAME.settle({})) == SplashDownRules()
    assert repr(settled(GAME.settle({"play": "quick", "ties": "share"}))) == "Rules(play='quick')"


def test_a_first_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadEvent, match="option first: there is no seat 3 among 3 players"):
        GAME.start(3, {"first": 3})
