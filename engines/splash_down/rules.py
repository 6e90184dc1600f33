"""What may be chosen at set-up of Splash Down, and what follows from it. Every ruling that nobody published (U) is one.

`Rules` has a field for each option, by its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain

from engines.core import ComingAndGoing, Option, Options, said
from engines.splash_down.deck import SeaCard, SeaDeck, built_in

SEATS = range(2, 9)
PEOPLE = ComingAndGoing(
    rule="SD-18",
    instead=said(
        "the cards are dealt to the players who began: "
        "nobody joins or leaves, but somebody else can take over a seat with its hand"
    ),
)
DEALT_CARDS = 4
"""Cards dealt to each player (SD-2)."""
HAND_LIMIT = 10
"""Cards that a player may hold when a card is about to be drawn (SD-11)."""
SET_SIZE = 3
"""Cards of a creature that make a set (SD-8)."""
STUDIED_CARDS = 3
"""Cards of the draw pile that Study orders (SD-12)."""
CONSOLATION_CARDS = 3
"""Cards for a drawer wrongly called by somebody who has nothing to take (SD-6)."""
ENDGAMES = ("monster", "warming", "spill", "waste")
YES_NO = (True, False)


def _house(name: str, values: tuple[str, str], doc: str, rule: str) -> Option:
    return Option(name, values[0], values, doc, rule, house=True)


OPTIONS = (
    Option("play", "full", ("full", "quick"), "the whole deck, or quick play with 69 cards and 4 Breaches", "SD-1"),
    *(Option(name, True, YES_NO, f"the {name} card is in the deck (full game)", "SD-1") for name in ENDGAMES),
    Option("first", 0, range(SEATS[-1]), "the seat that draws first: who went swimming most recently", "SD-5"),
    Option("hands", "open", ("open", "hidden"), "cards are known when drawn, or only when they are shown (at a table)"),
    _house("no_target", ("discard", "keep"), "an action that must be used and cannot goes there", "SD-6"),
    _house(
        "penalty_area", ("any", "loose"), "a wrong caller without a hand loses any scored card, or a loose one", "SD-6"
    ),
    _house("penalty_breach", ("counts", "extra"), "a Breach among the three cards is one of them, or on top", "SD-6"),
    _house("after_breach", ("next", "again"), "who draws after a Breach: the next player, or the same again", "SD-7"),
    _house("scoring", ("secret", "open"), "at a Breach scores are seen when all are done, or at once", "SD-7"),
    _house("breach_pile", ("apart", "discards"), "a Breach lies apart, or can be scavenged", "SD-7"),
    _house("pairs", ("all", "one"), "two pairs of one whale both score, or only the better one", "SD-8"),
    _house("orcas", ("count", "ignored"), "an opponent's Orca is worth 5 to an Orca, or nothing", "SD-10"),
    _house("steal", ("blind", "chosen"), "a Steal from a hand takes a card unseen, or looks and chooses", "SD-12"),
    _house("stolen_action", ("free", "forced"), "a stolen action goes to the hand, or is played at once", "SD-12"),
    _house("played", ("settled", "at-once"), "an action is discarded once settled, or when played", "SD-12"),
    _house(
        "passing_endgame", ("unexposed", "exposed"), "an endgame card that passes stays hidden, or ends it", "SD-12"
    ),
    _house("limit_endgame", ("last", "free"), "over the limit endgame cards go last, or like any", "SD-12"),
    _house("spill_reach", ("all", "none"), "under Spill Bowheads and Orcas count by all colours, or nothing", "SD-15"),
    _house(
        "take_none", ("nothing", "cards"), "a drawer who takes no scored card gets nothing, or three cards", "SD-16"
    ),
    _house("own_block", ("allowed", "forbidden"), "players may block their own actions, or not", "SD-17"),
    _house("ties", ("share", "most-cards"), "equal scores share the title, or most scored cards decide", "SD-14"),
    Option("marks", False, YES_NO, "who calls or plays an action lays a mark at WHO until all is settled"),
)


@dataclass(frozen=True, repr=False)
class SplashDownRules:
    """What is played by: the options, and what follows from them."""

    play: str = "full"
    monster: bool = True
    warming: bool = True
    spill: bool = True
    waste: bool = True
    first: int = 0
    hands: str = "open"
    marks: bool = False
    no_target: str = "discard"
    penalty_area: str = "any"
    penalty_breach: str = "counts"
    after_breach: str = "next"
    scoring: str = "secret"
    breach_pile: str = "apart"
    pairs: str = "all"
    orcas: str = "count"
    steal: str = "blind"
    stolen_action: str = "free"
    played: str = "settled"
    passing_endgame: str = "unexposed"
    limit_endgame: str = "last"
    ties: str = "share"
    spill_reach: str = "all"
    take_none: str = "nothing"
    own_block: str = "allowed"
    deck: SeaDeck = field(default_factory=built_in)

    def __repr__(self) -> str:
        """Only what was chosen otherwise than by default."""
        chosen = (f"{o.name}={getattr(self, o.name)!r}" for o in OPTIONS if getattr(self, o.name) != o.default)
        return f"Rules({', '.join(chosen)})"

    @property
    def hidden(self) -> bool:
        """Are cards drawn unseen (a table), not known (a simulation)?"""
        return self.hands == "hidden"

    def quantity(self, card: SeaCard) -> int:
        """How many of this card the game is played with (SD-1)."""
        if self.play == "quick":
            return card.quick
        return 0 if card.kind == "endgame" and not getattr(self, card.name) else card.count

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many of each card the game is played with."""
        counted = {card.name: self.quantity(card) for card in self.deck.cards}
        return {name: count for name, count in counted.items() if count}

    @cached_property
    def size(self) -> int:
        """Cards in all."""
        return sum(self.counts.values())

    @cached_property
    def species(self) -> tuple[str, ...]:
        """What a Net may name: the whales and creatures of this game."""
        return tuple(sorted({self.deck.species[name] for name in self.counts if name in self.deck.species}))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every card, kind of whale and creature that an event of this game may name."""
        return frozenset(chain(self.deck.facts, self.deck.species.values()))

    @cached_property
    def closed(self) -> SplashDownRules:
        """The same rules where hands are not seen."""
        return self if self.hidden else replace(self, hands="hidden")


def settled(options: Options) -> SplashDownRules:
    """The rules that these options make, with the built-in deck."""
    return _rules(tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, int | str | bool], ...]) -> SplashDownRules:
    return SplashDownRules(**dict(options))  # type: ignore[arg-type]
