"""What is settled before the first card: options with their house rulings, the deck, and every way to play each card.

Nothing in here knows a game state. `Play` is one way to play one card; `Rules.plays` lists them all, so that a state
only has to ask which of them the ruling forbids now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engines.core import BLANK, BadEvent, ComingAndGoing, Event, Option, Options, said
from engines.hold_your_breath.cards import DOLPHIN, HAND_SIZE, SHIPPED, BadDiveDeck, DiveCard, DiveDeck, load

SEATS = range(2, 7)
PEOPLE = ComingAndGoing(
    rule="HB-16",
    instead=said(
        "cards, pirates and rounds are those of the players who began: "
        "nobody joins or leaves, but somebody else can take over a seat with its hand"
    ),
)
MAX_BASE_PLAYERS = 4
"""Players up to whom the base deck is enough; more take the expansion's cards in."""
SPACE_DEPTH = 5
"""What one space of the Depth Board counts (HB-2)."""


@dataclass(frozen=True, slots=True)
class DeckOption(Option):
    """A deck that comes with the engine, by name, or the path of a TOML file."""

    def read(self, value: object) -> str:
        """The name or path; the file itself is read when a game begins."""
        text = str(value).strip()
        if text in self.values or text.endswith(".toml"):
            return text
        raise BadEvent(f"option {self.name}: {text!r:.80} does not fit; it takes {self.fits()}")

    def fits(self) -> str:
        """The allowed values in words."""
        return ", ".join(map(str, self.values)) + ", or the path of a deck file (.toml)"


EITHER = (False, True)
OPTIONS = (
    DeckOption(
        "deck", SHIPPED[0], SHIPPED, "the cards: a deck that comes along, or a deck file of your own", "HB-1", True
    ),
    Option("hands", "open", ("open", "hidden"), "hidden: nobody shows this device a hand or the Dive Deck"),
    Option("first", 0, range(6), "the seat that begins: the last to have been swimming"),
    Option("spaces", 20, range(4, 61), "spaces of the Depth Board, each a depth of 5", "HB-2", True),
    Option("past_bottom", "stops", ("stops", "forbidden"), "a Swim past the bottom", "HB-2", True),
    Option("past_surface", "stops", ("stops", "forbidden"), "a Swim past the Surface", "HB-14", True),
    Option(
        "air_check", "end", ("end", "start"), "when a player must have Air: as playing ends or starts", "HB-4", True
    ),
    Option("second_panic", False, EITHER, "whether want of Air costs a card that already is in Panic", "HB-4", True),
    Option("optional_refill", False, EITHER, "whether a player may choose not to draw", "HB-5", True),
    Option("second_shark", True, EITHER, "whether two Sharks may lie before one player", "HB-10", True),
    Option(
        "one_last_turn_each", False, EITHER, "after the last card one turn for every other, not equal turns", "HB-11"
    ),
    Option(
        "ascent_tie",
        "next",
        ("next", "lot"),
        "who begins the Ascent among equals: who comes next, or lots",
        "HB-12",
        True,
    ),
    Option(
        "surfaced_turns", True, EITHER, "whether a pirate that is up in the Ascent keeps taking turns", "HB-14", True
    ),
    Option("nobody_up", "down-and-up", ("down-and-up", "deepest", "tie"), "who wins if no pirate is up", "HB-15", True),
    Option("never_dived", "up", ("up", "lost"), "what a pirate that never left the Surface counts as", "HB-15", True),
    Option("ties", "share", ("share", "first-up"), "equal depth: shared, or to who was up first", "HB-15", True),
)


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a card: `use` is air, swim or an action, with what that takes; -1, 0 or "" where it takes none.

    `spaces` are those of the Air or Swim, `target` is a seat, `shark` the card before the player that leaves or moves;
    `wild`: the card is a Dolphin.
    """

    event: Event
    card: str
    effect: str
    """What it does, whichever card does it."""
    use: str
    spaces: int = 0
    target: int = -1
    shark: str = ""
    wild: bool = False


@dataclass(frozen=True, slots=True)
class HoldYourBreathRules:
    """The options of one game, settled, for so many players."""

    players: int
    deck: DiveDeck
    first: int = 0
    spaces: int = 20
    past_bottom: str = "stops"
    past_surface: str = "stops"
    air_check: str = "end"
    second_panic: bool = False
    optional_refill: bool = False
    second_shark: bool = True
    one_last_turn_each: bool = False
    ascent_tie: str = "next"
    surfaced_turns: bool = True
    nobody_up: str = "down-and-up"
    never_dived: str = "up"
    ties: str = "share"
    counts: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    """How many there are of each card, names ascending."""
    cards: dict[str, DiveCard] = field(default_factory=dict, compare=False, repr=False)
    airy: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The cards that can be played as Air."""
    plays: tuple[dict[str, tuple[Play, ...]], ...] = field(default=(), compare=False, repr=False)
    """By seat and card: every way to play it, fair or not."""
    lookup: dict[tuple[int, tuple[str, ...]], Play] = field(default_factory=dict, compare=False, repr=False)
    """By seat and items of an event: the same."""
    words: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Every item that some event of this game may have."""


def settle(players: int, options: Options) -> HoldYourBreathRules:
    """The rules of one game. Raises BadDiveDeck for a bad deck file, BadEvent for a first seat not there."""
    chosen = {name: value for name, value in options.items() if name not in ("deck", "hands")}
    if int(options["first"]) >= players:
        raise BadEvent(f"option first: there is no seat {options['first']} with {players} players; seats count from 0")
    try:
        return _rules(players, load(str(options["deck"])), tuple(chosen.items()))
    except BadDiveDeck as error:
        raise BadDiveDeck(f"option deck: {error}") from None


@lru_cache(maxsize=64)
def _rules(players: int, deck: DiveDeck, chosen: tuple[tuple[str, int | str | bool], ...]) -> HoldYourBreathRules:
    counts = deck.counts(expansion=players > MAX_BASE_PLAYERS)
    if players > MAX_BASE_PLAYERS and counts == deck.counts(expansion=False):
        raise BadDiveDeck(f"{players} players need the expansion, and this deck has no cards of it")
    if sum(counts.values()) <= HAND_SIZE * players:
        raise BadDiveDeck(f"{sum(counts.values())} cards are too few for {players} hands of {HAND_SIZE}")
    cards = {card.name: card for card in deck.cards if card.name in counts}
    airy = frozenset(card.name for card in cards.values() if card.airs)
    if not airy:
        raise BadDiveDeck("no card of it has Air")
    sharks = tuple(card.name for card in cards.values() if "shark" in card.actions)
    plays = tuple(
        {card.name: tuple(_ways(card, seat, players, sharks)) for card in cards.values()} for seat in range(players)
    )
    lookup = {(seat, p.event.items): p for seat in range(players) for ways in plays[seat].values() for p in ways}
    words = frozenset({BLANK, *map(str, range(players)), *(word for _, items in lookup for word in items)})
    options: dict[str, Any] = dict(chosen)
    return HoldYourBreathRules(
        players, deck, **options, counts=counts, cards=cards, airy=airy, plays=plays, lookup=lookup, words=words
    )


def _ways(card: DiveCard, seat: int, players: int, sharks: tuple[str, ...]) -> Iterator[Play]:
    """Every way in which `seat` could play `card` (HB-3, HB-6 to HB-10)."""
    wild = card.action == DOLPHIN

    def way(use: str, *rest: str, spaces: int = 0, target: int = -1, shark: str = "") -> Play:
        word = f"{use}-{spaces * SPACE_DEPTH}" if spaces else use
        event, effect = Event("play", seat, (card.name, word, *rest)), " ".join((word, *rest))
        return Play(event, card.name, effect, use, spaces, target, shark, wild)

    for value in card.airs:
        yield way("air", spaces=value // SPACE_DEPTH)
    for value in card.swims:
        yield way("swim", spaces=value // SPACE_DEPTH)
    others = [other for other in range(players) if other != seat]
    for action in card.actions:
        if action in ("panic", "shark", "discard"):
            yield from (way(action, str(other), target=other) for other in others)
        elif action == "calm":
            yield way("calm", "panic")
            yield from (way("calm", shark, str(o), target=o, shark=shark) for shark in sharks for o in others)
        elif action == "kraken":
            yield way("kraken", "five")
            yield from (way("kraken", shark, shark=shark) for shark in sharks)
        else:
            yield way("draw")
