"""The panels of the three card games: what a spectator may see, as plain data.

Each has `names`, every item of the game in words, `sorts`, what kind of thing an item is (only like replaces like in a
correction), `tones`, the colour of a card, and `why`, what each seat's score is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.words import hai_noon, hold_your_breath
from companion.words import sentences as sentences
from engines import core
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import INNER, RING, SIDES
from engines.hai_noon.cards import THIRD
from engines.hai_noon.deck import COLOUR, COUNT, DIVERS
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import STEP
from engines.splash_down import SplashDown

Data = dict[str, Any]


def breath(match: core.Match, state: HoldYourBreath) -> Data:
    """Hold Your Breath!: the Depth Board, this turn's Air and Swim, and what lies before whom.

    `depths` and `anchors` in the numbers of the board; `rows` are the cards played in this turn as [row, card].
    """
    deck = state.rules.cards
    tones = {
        name: "wild" if card.action == "dolphin" else "air" if card.air else "swim" if card.swim else "plain"
        for name, card in deck.items()
    }
    uses = {f"{use}-{value}": use for use in ("air", "swim") for value in (5, 10)}
    return _common(match, {"card": deck, "use": uses}, tones) | {
        "phase": "ascent" if state.anchors else "descent",
        "seat": state.seat,
        "bottom": state.rules.spaces * STEP,
        "depths": [depth * STEP for depth in state.depths],
        "anchors": [anchor * STEP for anchor in state.anchors],
        "air": state.air * STEP,
        "swum": state.swum * STEP,
        "rows": [[row, card] for row, card in state.rows],
        "panics": [[card if how == "up" else "back" for card, how in laid] for laid in state.panics],
        "sharks": [list(cards) for cards in state.sharks],
        "hands": [len(hand) for hand in state.hands],
        "deck": state.deck,
        "top": state.pile[-1] if state.pile else "",
        "assumed": state.rules.deck.assumed,
        "why": [_why(seat, *hold_your_breath.standing(state, seat), state.scores()[seat]) for seat in _seats(match)],
    }


def noon(match: core.Match, state: HaiNoon) -> Data:
    """Hai Noon: the ring of sharks clockwise from the north-west, the divers inside, the cards at the four sides.

    `divers` are by number; `square` has the number of the diver at each inner place, None where it is free.
    """
    board, cards = state.board, state.cards
    tones = {name: COLOUR[name] or "wild" for name in COUNT}
    sorts = {"card": COUNT, "ring": RING, "inner": INNER, "side": SIDES, "diver": DIVERS}
    return _common(match, sorts, tones) | {
        "phase": state.phase,
        "ring": list(board.sharks),
        "square": list(board.square),
        "divers": [
            {
                "colour": colour,
                "seat": state.rules.owners[diver],
                "health": board.health[diver],
                "caged": board.cage == diver,
                "condition": hai_noon.condition(state, diver),
            }
            for diver, colour in enumerate(DIVERS)
        ],
        "sides": [
            {"name": name, "cards": list(laid), "counted": len(laid) - idle, "third": THIRD}
            for name, laid, idle in zip(SIDES, cards.sides, cards.idle, strict=True)
        ],
        "attack": SIDES[state.side] if state.phase == "attack" else "",
        "hands": [len(hand) for hand in cards.hands],
        "deck": cards.pile,
        "top": cards.top,
        "why": [_why(seat, *hai_noon.standing(state, seat), state.scores()[seat]) for seat in _seats(match)],
    }


def splash(match: core.Match, state: SplashDown) -> Data:
    """Splash Down: what each seat has scored, the Breaches, the actions being settled, the discard pile's top."""
    deck = state.rules.deck
    open_now = state.rules.scoring == "open"
    tones = {card.name: card.colour or card.kind for card in deck.cards}
    species = {card.species for card in deck.cards if card.colour} - {card.name for card in deck.cards}
    return _common(match, {"card": [card.name for card in deck.cards], "species": species}, tones) | {
        "areas": [list(area + (laid if open_now else ())) for area, laid in zip(state.areas, state.laid, strict=True)],
        "hands": [len(hand) for hand in state.hands],
        "drawn": state.drawer if state.drawn else None,
        "breaches": state.breaches,
        "breaches_left": state.rules.counts["breach"] - state.breaches,
        "deck": state.deck,
        "played": list(state.played),
        "top": state.discards[-1] if state.discards else "",
        "ending": state.ending,
        "why": [
            _why(reason.seat, sentences.named(match, reason.text), reason.rule, reason.points, reason.house)
            for reason in state.tally().reasons
            if reason.seat is not None
        ],
    }


def _common(match: core.Match, sorts: Mapping[str, Iterable[str]], tones: Mapping[str, str]) -> Data:
    names = {item: sentences.named(match, text) for item, text in sentences.pieces(match.state).items()}
    kinds = {item: sort for sort, items in sorts.items() for item in items}
    return {"names": names, "sorts": kinds, "tones": tones}


def _why(seat: int, text: str, rule: str, points: int | None, house: bool = False) -> Data:
    return {"seat": seat, "text": text, "rule": rule, "points": points, "house": house}


def _seats(match: core.Match) -> range:
    return range(len(match.players))
