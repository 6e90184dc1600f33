"""The values of games' options in words; what an option is about, its own `doc` says."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import commas
from engines.core import Option, said
from engines.hai_noon.deck import DIVERS

YES, NO = said("yes"), said("no")
SHARED = said("shared")
VALUES: Mapping[str, Mapping[str, str]] = {
    "after_breach": {"next": said("the next player"), "again": said("the same player")},
    "air_check": {"end": said("as playing ends"), "start": said("as playing starts")},
    "ascent_tie": {"next": said("who comes next"), "lot": said("by lots")},
    "both_eaten": {
        "draw": said("a draw"),
        "mover-wins": said("who moved wins"),
        "mover-loses": said("who moved loses"),
    },
    "breach_pile": {"apart": said("apart"), "discards": said("can be scavenged")},
    "cage_alone": {"stays": said("it stays"), "off": said("it comes off")},
    "camouflage": {"one": said("one"), "both": said("both")},
    "deals": {"down": said("ever fewer"), "up": said("ever more"), "down-up": said("fewer, then more")},
    "deck": {"hold-your-breath": said("the deck that comes along")},
    "double_one": {"all": said("all points"), "turn": said("those of the turn")},
    "eating": {"fewest": said("as many, else a few more"), "never-more": said("never more than its fins")},
    "first": {"throw": said("who throws most fins")},
    "hands": {"open": said("open"), "hidden": said("hidden")},
    "last_two": {"sharks": said("the sharks"), "shared": SHARED},
    "length": {"normal": said("normal"), "short": said("short"), "long": said("long")},
    "limit_endgame": {"last": said("last"), "free": said("like any card")},
    "lost_hand": {"discard": said("to the discard pile"), "out": said("out of the match")},
    "never_dived": {"up": said("as up"), "lost": said("as lost")},
    "no_target": {"discard": said("to the discard pile"), "keep": said("to the hand")},
    "nobody_up": {
        "down-and-up": said("the longest way down and up"),
        "deepest": said("the deepest anchor"),
        "tie": said("everybody shares"),
    },
    "of_a_kind": {
        "fixed": said("fixed points"),
        "double": said("each die more doubles"),
        "none": said("like triples"),
    },
    "one_die": {
        "six": said("when 6 or less is open"),
        "high": said("when 7 and more are shut"),
        "never": said("never"),
    },
    "orcas": {"count": said("worth 5"), "ignored": said("worth nothing")},
    "own_block": {"allowed": said("allowed"), "forbidden": said("forbidden")},
    "pairs": {"all": said("both pairs"), "one": said("the better pair")},
    "passing_endgame": {"unexposed": said("stays hidden"), "exposed": said("ends the game")},
    "past_bottom": {"stops": said("stops there"), "forbidden": said("forbidden")},
    "past_surface": {"stops": said("stops there"), "forbidden": said("forbidden")},
    "penalty_area": {"any": said("any scored card"), "loose": said("a loose one")},
    "penalty_breach": {"counts": said("one of them"), "extra": said("on top")},
    "play": {"full": said("the whole deck"), "quick": said("quick play")},
    "played": {"settled": said("once settled"), "at-once": said("at once")},
    "scoring": {
        "secret": said("when all are done"),
        "open": said("at once"),
        "bonus": said("a wrong bid scores nothing"),
        "tricks": said("a wrong bid scores its tricks"),
        "minus": said("a wrong bid costs the difference"),
    },
    "sheet": {"classic": said("twelve categories"), "modern": said("thirteen categories")},
    "spill_reach": {"all": said("all colours"), "none": said("nothing")},
    "steal": {"blind": said("unseen"), "chosen": said("looks and chooses")},
    "stolen_action": {"free": said("to the hand"), "forced": said("at once")},
    "take_none": {"nothing": said("nothing"), "cards": said("three cards")},
    "tie": {"again": said("throw again"), "earliest": said("the earlier seat")},
    "ties": {
        "share": SHARED,
        "first-up": said("who was up first"),
        "most-cards": said("most scored cards"),
    },
    "trump": {"turned": said("the card turned up"), "none": said("no trump")},
    "two_out": {"all": said("with the last own diver"), "first": said("with the first own diver")},
    "wild_action": {"none": said("nothing"), "any": said("any action")},
}
"""Option -> value -> what is chosen with it."""


def value(option: Option, chosen: object) -> str:
    """What was chosen for an option: `yes`, `7`, `the next player`; a file of people's own is called as it is."""
    if isinstance(chosen, bool):
        return t(YES if chosen else NO)
    text = str(chosen)
    if option.name == "divers" and set(text.split("-")) <= set(DIVERS):
        return commas([t(colour.capitalize()) for colour in text.split("-")])
    known = VALUES.get(option.name, {}).get(text)
    return t(known) if known else text
