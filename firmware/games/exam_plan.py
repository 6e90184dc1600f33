"""What an exam asks for: a game's own cards, tiles and tokens, round by round, each face before any comes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
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
    pieces: int = 40
    """So many are asked for if nobody says how many, or each face once where there are more."""


MEASURES = PlanMeasures()
Piece = tuple[str, ...]
"""A piece of the game: the faces that it may show."""


def groups(game: str, options: Mapping[str, object], taught: Taught | None = None) -> Groups:
    """The names of a game's pieces by what they are called together; those of `taught` dice, if there are any."""
    profile = PROFILES[game]
    if profile.dice:
        kinds = KINDS.get(profile.dice, (ORDINARY,))
        return (("dice", tuple(taught.items if taught else (f"{k}-{f}" for k in kinds for f in FACES[k]))),)
    return tuple((label, _faces(pile)) for label, pile in _piles(game, options).items())


def enough(named: Groups) -> int:
    """How many pieces an exam has if nobody says how many."""
    return max(MEASURES.pieces, sum(len(names) for _, names in named))


def plan(game: str, options: Mapping[str, object], pieces: int, random: Random) -> Plan:
    """What to lay, round by round, until `pieces` were asked for: cards, and by turns tiles or tokens. () for games of
    dice, which are thrown.

    No face comes again before all have come. So each counts alike, however many of it the game has.
    """
    piles = list(_piles(game, options).values())
    made: list[tuple[str, ...]] = []
    while piles and sum(map(len, made)) < pieces:
        by_turns = zip_longest(*(_rounds(pile, random) for pile in piles), fillvalue=())
        made += [one for one in chain.from_iterable(by_turns) if one]
    return tuple(_first(made, pieces))


def _first(rounds: Sequence[tuple[str, ...]], pieces: int) -> Iterator[tuple[str, ...]]:
    """So many pieces of these rounds."""
    for one in rounds:
        if pieces > 0:
            yield one[:pieces]
        pieces -= len(one)


def _rounds(pile: Sequence[Piece], random: Random) -> Iterator[tuple[str, ...]]:
    """Every face of a pile once, in an order by chance, a few at a time that can lie there at once."""
    faces = _faces(pile)
    left = random.sample(faces, len(faces))
    while left:
        now = _layable(left, pile)
        left = [face for face in left if face not in now]
        yield now


def _layable(faces: Sequence[str], pile: Sequence[Piece]) -> tuple[str, ...]:
    """The first few of these faces for each of which there is a piece of its own."""
    hand, now = list(pile), list[str]()
    for face in faces:
        piece = next((piece for piece in hand if face in piece), None)
        if piece and len(now) < MEASURES.pieces_a_round:
            hand.remove(piece)
            now.append(face)
    return tuple(now)


def _faces(pile: Sequence[Piece]) -> tuple[str, ...]:
    """The faces of a pile, the back of its cards behind them all."""
    return tuple(sorted(dict.fromkeys(chain.from_iterable(pile)), key=lambda face: face == BACK))


def _piles(game: str, options: Mapping[str, object]) -> dict[str, list[Piece]]:
    """The pieces of a game by what they are called."""
    profile = PROFILES[game]
    if not profile.deck:
        return {}
    piles: dict[str, list[Piece]] = {"cards": [(name, BACK) for name in _cards(game, options)]}
    if profile.tiles:
        piles["tiles"] = list(_tiles(profile, game, options))
    if profile.tokens:
        piles["tokens"] = [(name,) for name in piece_art.pieces(game)]
    return piles


def _cards(game: str, options: Mapping[str, object]) -> tuple[str, ...]:
    """The cards that one copy of a game has for sure: those dealt to few players, for what many need may be an
    expansion, and those that no deal has, for they are shuffled in after it."""
    usually = _dealt(game, {})
    return (*_dealt(game, options), *(name for name in PROFILES[game].deck_counts() if name not in usually))


def _dealt(game: str, options: Mapping[str, object]) -> tuple[str, ...]:
    rules = game_named(game)
    awaits = rules.start(min(rules.seats), dict(options)).awaits
    assert isinstance(awaits, Chance)
    return tuple(dict.fromkeys(name for pool in awaits.pools for name, _ in pool.faces))


def _tiles(profile: GameProfile, game: str, options: Mapping[str, object]) -> Iterator[Piece]:
    """The tiles that lie there at the start, each with the faces that it has."""
    assert profile.tiles
    faces = [name for group in profile.tiles.lookalikes for name in group]
    for kind, number in Counter(lie.kind for lie in lying_at_start(game, 0, options)).items():
        shown = tuple(name for name in faces if kind_of(name) == kind)
        yield from [shown] * number if shown else ()
