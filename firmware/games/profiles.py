"""What each game needs on the table beside its rules: its mat, its dice or cards, its tiles or tokens."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engines.hai_noon import deck as hai_noon
from engines.hold_your_breath import cards as hold_your_breath
from engines.splash_down import deck as splash_down

LAYOUTS = Path(__file__).parent / "layouts"
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
    are the beginnings of the kinds of pieces that lie on the table from the first event to the last."""

    layout: str
    dice: str = ""
    deck: str = ""
    deck_counts: Callable[[], Counts] = dict
    tiles: TileProfile | None = None
    tokens: TokenProfile | None = None
    staying: tuple[str, ...] = ()

    def lookalikes(self, players: int) -> Groups:
        """The pieces of so many players, in groups of those that may be mistaken for each other."""
        cards = ((*self.deck_counts(), FACE_DOWN),) if self.deck else ()
        tiles = self.tiles.lookalikes if self.tiles else ()
        kinds = self.tokens.kinds if self.tokens else ()
        tokens = tuple(f"{kind}-{seat}" for kind in kinds for seat in range(players))
        return (*cards, *tiles, tokens) if tokens else (*cards, *tiles)


DIVER_FACES = tuple(f"diver-{diver}-{face}" for diver in hai_noon.DIVERS for face in ("healthy", "injured"))

PROFILES = {
    "shark-attacks": GameProfile("tray", dice="shark-attacks"),
    "dice-tray": GameProfile("tray", dice="pips"),
    "hold-your-breath": GameProfile(
        "hold-your-breath",
        deck="hold-your-breath",
        deck_counts=lambda: hold_your_breath.load("hold-your-breath").counts(expansion=True),
        tokens=TokenProfile(kinds=("pirate", "anchor"), places=("depth-",)),
        staying=("pirate",),
    ),
    "hai-noon": GameProfile(
        "hai-noon",
        deck="hai-noon",
        deck_counts=lambda: hai_noon.COUNT,
        tiles=TileProfile(
            lookalikes=(("shark-hungry", "shark-full"), DIVER_FACES),
            places=("ring-", "inner-", "beside"),
            covered_places=("inner-", "beside"),
            covered_shares={"healthy": 0.81, "injured": 0.19},
        ),
        staying=("shark", "cage"),
    ),
    "splash-down": GameProfile(
        "splash-down",
        deck="splash-down",
        deck_counts=lambda: {card.name: card.count for card in splash_down.built_in().cards},
    ),
    "pig": GameProfile("tray-keep", dice="pips"),
    "farkle": GameProfile("tray-keep", dice="pips"),
    "yacht": GameProfile("tray-keep", dice="pips"),
}
"""The games that a camera can follow."""

ORDINARY = "die"
"""The kind, in the rules, of ordinary dice of whatever colour."""

FACES = {
    "swimmer": ("wave", "1", "2", "3"),
    "shark": ("wave", "1", "2", "3"),
    "event": ("sun", "rain", "attack"),
    ORDINARY: ("1", "2", "3", "4", "5", "6"),
}
"""What a die of each kind can show; a taught set's kinds show what was taught."""

KINDS = {"shark-attacks": ("swimmer", "shark", "event")}
"""The kinds of dice in a game's own set; of ordinary dice any will do."""


def dice_faces(dice: str) -> tuple[str, ...]:
    """The faces that a set of dice must have by its name, kind first ("shark-1"); () if any will do."""
    return tuple(f"{kind}-{face}" for kind in KINDS.get(dice, ()) for face in FACES[kind])


@lru_cache(maxsize=16)
def layout(name: str) -> dict[str, Any]:
    """The layout of a mat, lengths in mm. Raises KeyError for an unknown name."""
    path = LAYOUTS / f"{name}.toml"
    if not path.is_file():
        raise KeyError(
            f"there is no mat {name!r}; there are {', '.join(sorted(p.stem for p in LAYOUTS.glob('*.toml')))}"
        )
    return tomllib.loads(path.read_text(encoding="utf-8"))
