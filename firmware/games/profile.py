"""What a game needs on the table beside its rules: its mat, its dice or cards, its tiles or tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

FACE_DOWN = "back"
"""What a card shows that lies face down."""
Groups = tuple[tuple[str, ...], ...]
Counts = Mapping[str, int]
"""Name of a card -> how many of it."""


@dataclass(frozen=True, slots=True)
class TileProfile:
    """A game's square tiles: those that may be mistaken for each other, and where they lie.

    Places are the beginnings of the names of zones, in the order in which they are looked at; on `covered_places` a
    tile may lie under another that leaves part of it free, or none: then `covered_shares` says how often it shows which
    face (measured in 120 games between both policies, seed 971001: 4,297 states with a caged diver).
    """

    lookalikes: Groups
    places: tuple[str, ...]
    covered_places: tuple[str, ...]
    covered_shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TokenProfile:
    """A game's round tokens: their kinds, of which each seat has one, and the beginnings of the zones they lie in."""

    kinds: tuple[str, ...]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameProfile:
    """How a game lies on the table: the name of its mat's layout, of its set of dice or its deck of cards, and what
    lies beside these. `deck_counts` gives the cards of the built-in deck in its order, with the expansion; `staying`
    are the beginnings of the kinds of pieces that lie on the table from the first event to the last, `marks` the
    places of marks."""

    layout: str
    dice: str = ""
    deck: str = ""
    deck_counts: Callable[[], Counts] = dict
    tiles: TileProfile | None = None
    tokens: TokenProfile | None = None
    staying: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    chosen: Callable[[Mapping[str, object]], GameProfile] | None = None
    """In games whose options say what lies there: the profile for these options."""

    def lookalikes(self, players: int) -> Groups:
        """The pieces of so many players, in groups of those that may be mistaken for each other."""
        cards = ((*self.deck_counts(), FACE_DOWN),) if self.deck else ()
        tiles = self.tiles.lookalikes if self.tiles else ()
        kinds = self.tokens.kinds if self.tokens else ()
        tokens = tuple(f"{kind}-{seat}" for kind in kinds for seat in range(players))
        marks = tuple(f"mark-{seat}" for seat in range(players)) if self.marks else ()
        return (*cards, *tiles, *(group for group in (tokens, marks) if group))
