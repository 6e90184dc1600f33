"""What an exam asks for: some of a game's own cards, tiles and tokens, round by round, by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, cycle
from random import Random

from engines.core import Chance
from engines.games import game_named
from engines.names import BACK, kind_of
from firmware.games.always_there import lying_at_start
from firmware.games.profile import GameProfile
from firmware.games.profiles import FACES, KINDS, ORDINARY, PROFILES
from hardware.art import pieces as piece_art
from vision.dice.taught import Taught

Groups = tuple[tuple[str, tuple[str, ...]], ...]
Plan = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PlanMeasures:
    """How much is asked for at once."""

    pieces_a_round: int = 5
    """As many as a hand lays without a second thought, and as fit on every mat."""


MEASURES = PlanMeasures()
Piece = tuple[str, ...]
"""A piece of the game: the faces that it may show."""


def groups(game: str, options: Mapping[str, object], taught: Taught | None = None) -> Groups:
    """The names of a game's pieces by what they are called together; those of `taught` dice, if there are any."""
    profile = PROFILES[game]
    if profile.dice:
        kinds = KINDS.get(profile.dice, (ORDINARY,))
        return (("dice", tuple(taught.items if taught else (f"{k}-{f}" for k in kinds for f in FACES[k]))),)
    piles = _piles(game, options)
    named = {label: tuple(dict.fromkeys(face for piece in pile for face in piece)) for label, pile in piles.items()}
    return tuple((label, (*names, BACK) if label == "cards" else names) for label, names in named.items())


def plan(game: str, options: Mapping[str, object], pieces: int, random: Random) -> Plan:
    """What to lay, round by round, until `pieces` were asked for: cards, and by turns tiles or tokens, each as often
    as the game has it before it comes again. () for games of dice, which are thrown."""
    piles = _piles(game, options)
    if not piles:
        return ()
    kinds = cycle([_rounds(pile, random) for pile in piles.values()])
    made: list[tuple[str, ...]] = []
    while (left := pieces - sum(map(len, made))) > 0:
        made.append(next(next(kinds))[:left])
    return tuple(made)


def _rounds(pile: list[Piece], random: Random) -> Iterator[tuple[str, ...]]:
    """The pieces of a pile, a few at a time, in the order of a deal; dealt anew when there are too few left."""
    dealt: list[Piece] = []
    for _ in count():
        if len(dealt) < MEASURES.pieces_a_round:
            dealt = random.sample(pile, len(pile))
        now, dealt = dealt[: MEASURES.pieces_a_round], dealt[MEASURES.pieces_a_round :]
        yield tuple(random.choice(piece) for piece in now)


def _piles(game: str, options: Mapping[str, object]) -> dict[str, list[Piece]]:
    """The pieces of a game by what they are called; a deck is what the rules deal to few players from:
    what many need may be an expansion that not everybody has."""
    profile = PROFILES[game]
    if not profile.deck:
        return {}
    rules = game_named(game)
    awaits = rules.start(min(rules.seats), dict(options)).awaits
    assert isinstance(awaits, Chance)
    piles: dict[str, list[Piece]] = {}
    piles["cards"] = [(name,) for pool in awaits.pools for name, number in pool.faces for _ in range(number)]
    if profile.tiles:
        piles["tiles"] = list(_tiles(profile, game, options))
    if profile.tokens:
        piles["tokens"] = [(name,) for name in piece_art.pieces(game)]
    return piles


def _tiles(profile: GameProfile, game: str, options: Mapping[str, object]) -> Iterator[Piece]:
    """The tiles that lie there at the start, each with the faces that it has."""
    assert profile.tiles
    faces = [name for group in profile.tiles.lookalikes for name in group]
    for kind, number in Counter(lie.kind for lie in lying_at_start(game, 0, options)).items():
        shown = tuple(name for name in faces if kind_of(name) == kind)
        yield from [shown] * number if shown else ()
