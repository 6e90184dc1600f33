"""The faces of a game's cards, tiles and tokens: those that were taught under the game's name, else our own art."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from engines.french.cards import JOKER
from firmware.games.profile import GameProfile
from firmware.games.profiles import PROFILES, dice_faces
from firmware.storage.images import Picture
from hardware.art import deck as deck_art
from hardware.art import pieces as piece_art
from hardware.art.card_sizes import STANDARD
from hardware.art.pieces import tiles
from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.store import read
from vision.dice.taught import Taught, load_dice
from vision.store import BadTeaching


class FaceKind(StrEnum):
    """What has faces: the folders under $LIFEGUARD_HOME where taught ones are kept; each is a file, as decks are."""

    CARDS = "decks"
    TILES = "tiles"
    TOKENS = "tokens"

    @property
    def in_words(self) -> str:
        """What people call them."""
        return "cards" if self is FaceKind.CARDS else self.value


@dataclass(frozen=True, slots=True)
class FaceLimits:
    """How faces are drawn and sharpened, and which taught ones fit on a mat."""

    card_width_px: int = 252
    """Width at which our own cards are drawn to compare with."""
    piece_width_px: int = 120
    """Width at which our own tiles and tokens are drawn to compare with."""
    camera_blur_px: float = 2.0
    """How softly a camera takes a face, of its 128 px."""
    sharpening: float = 1.0
    """How much is made up for that."""
    max_aspect_error: float = 0.08
    """How far off taught ones may be, as a share, from their size's short side over the long one."""


LIMITS = FaceLimits()


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a taught set does not do for a game, in words, and what to do about the pictures that it is taught from."""

    wrong: str
    remedy: str
    elsewhere: bool = False
    """The pictures are of another game: what else may be wrong with them does not matter."""


def file_of(kind: FaceKind, name: str, home: Path) -> Path:
    """Where a taught set of that kind and name is kept."""
    return home / kind / f"{name}.npz"


def faces(kind: FaceKind, game: str, home: Path) -> Mapping[str, Picture]:
    """Name -> picture (BGR or BGR and cover, edge to edge) of a game's cards, tiles or tokens.

    Raises BadTeaching for a taught set that is damaged or not whole.
    """
    deck = taught(kind, game, home)
    learnt = {} if deck is None else {name: deck.images[n] for n, name in reversed(list(enumerate(deck.cards)))}
    if kind == FaceKind.CARDS:
        learnt = {name: _crisp(face) for name, face in learnt.items()}
    return {name: learnt[name] if name in learnt else draw() for name, draw in _own(kind, game).items()}


def taught(kind: FaceKind, game: str, home: Path) -> Deck | None:
    """The set that was taught under a game's name, or None. Raises BadTeaching if the game cannot use it."""
    file = file_of(kind, game, home)
    if not file.exists():
        return None
    deck = read(file)
    if wrong := misfit(deck, kind, game):
        raise BadTeaching(f"{file}: {wrong.wrong}; teach it anew, or remove the file")
    return deck


def troubles(home: Path) -> Iterator[str]:
    """Why sets that were taught cannot be used, a sentence each; a game says its own once it is played."""
    loads: list[Callable[[], object]] = [partial(taught_dice, profile.dice, home) for profile in PROFILES.values()]
    loads += [partial(taught, kind, game, home) for kind in FaceKind for game in played_with(kind)]
    for load in loads:
        try:
            load()
        except BadTeaching as damaged:
            yield str(damaged)


def played_with(kind: FaceKind) -> tuple[str, ...]:
    """The sets of cards, tiles or tokens that games are played with, by name; several games may share a deck."""
    sets = (set_of(kind, game) for game, profile in PROFILES.items() if kind in _kinds(profile))
    return tuple(dict.fromkeys(sets))


def set_of(kind: FaceKind, game: str) -> str:
    """What the set of a game is called under which its faces are taught: its deck, else the game itself."""
    return PROFILES[game].deck or game if kind == FaceKind.CARDS else game


def has(kind: FaceKind, game: str) -> bool:
    """Whether a game is played with cards, tiles or tokens."""
    return kind in _kinds(PROFILES[game])


def _kinds(profile: GameProfile) -> tuple[FaceKind, ...]:
    has = {FaceKind.CARDS: profile.deck, FaceKind.TILES: profile.tiles, FaceKind.TOKENS: profile.tokens}
    return tuple(kind for kind, there in has.items() if there)


def misfit(taught: Deck, kind: FaceKind, game: str) -> Misfit | None:
    """Why a taught set does not do for a game; None if it does, or if the game has nothing of that kind."""
    if game not in played_with(kind):
        return None
    if wrong := misnamed(taught.cards, kind, game):
        return wrong
    width, height = taught.card_mm or STANDARD if kind == FaceKind.CARDS else (1.0, 1.0)
    if abs(taught.aspect * height / width - 1) <= LIMITS.max_aspect_error:
        return None
    straight = "take them from straight above, or cut the pictures to them"
    if kind == FaceKind.CARDS:
        return Misfit(
            f"by their sides they are no cards of {width:g} x {height:g} mm", f"{straight}, or say their --size"
        )
    return Misfit("they are not square or round", straight)


def trouble_of(wrong: Misfit | None, game: str, folder: Path) -> dict[str, str]:
    """Why what a folder teaches does not do for a game, as `vision.store.refuse` takes it; {} if it does."""
    return {str(folder): f"{game} cannot be played with these: {wrong.wrong}; {wrong.remedy}"} if wrong else {}


def names_of_others(kind: FaceKind, game: str) -> frozenset[str]:
    """What the other pieces of a game are called."""
    others = [other for other in FaceKind if other != kind and game in played_with(other)]
    return frozenset(name for other in others for name in names(other, game))


def names(kind: FaceKind, game: str) -> tuple[str, ...]:
    """What a game's cards (with their back), tiles or tokens are called."""
    return tuple(_own(kind, game))


def misnamed(learnt: Collection[str], kind: FaceKind, game: str) -> Misfit | None:
    """Why faces of these names do not do for a game; None if they do, or if the game has nothing of that kind."""
    if game not in played_with(kind):
        return None
    known = names(kind, game)
    return _misnamed(learnt, known, [name for name in known if name not in (tiles.CAGE, JOKER)], game)


def misnamed_dice(learnt: Collection[str], game: str) -> Misfit | None:
    """Why dice of these faces do not do for the game whose dice are called so; None if they do, or if there is none."""
    needed = dice_faces(game)
    return _misnamed(learnt, needed, needed, game) if needed else None


def taught_dice(name: str, home: Path) -> Taught | None:
    """The dice that were taught under that name, or None. Raises BadTeaching if the game cannot use them."""
    taught = load_dice(name, home)
    if taught and (wrong := misnamed_dice(taught.items, name)):
        raise BadTeaching(f"{name}: {wrong.wrong}; teach these dice anew, or remove dice/{name}.npz")
    return taught


def _misnamed(learnt: Iterable[str], known: Collection[str], needed: Sequence[str], game: str) -> Misfit | None:
    """What is wrong with the names of some faces, if a game knows some and needs some."""
    learnt, listed = set(learnt), f"`lifeguard teach names {game}` lists all names"
    lacking, strange = [name for name in needed if name not in learnt], sorted(learnt - set(known))
    if not lacking and not strange:
        return None
    if not learnt & {*known} - {BACK}:
        return Misfit(
            f"none is called like a piece of it, such as {needed[0]}",
            f"give the folder of its pictures, or rename these; {listed}",
            elsewhere=True,
        )
    if others := _games_of(strange):
        return Misfit(
            f"{_some(strange)} belong to {', '.join(others)}", "keep one folder for each game", elsewhere=True
        )
    wrong = [f"it lacks {_some(lacking)}"] * bool(lacking) + [f"{game} knows no {_some(strange)}"] * bool(strange)
    free = [name for name in known if name not in learnt]
    return Misfit(", and ".join(wrong), f"{_renamed(lacking, free, strange)}; {listed}")


def _games_of(strange: Sequence[str]) -> list[str]:
    """The sets of other games that most of these names belong to; none if most belong to none."""
    sets = {name: {*dice_faces(name)} for name in (profile.dice for profile in PROFILES.values())}
    for kind in FaceKind:
        for name in played_with(kind):
            sets.setdefault(name, set()).update(names(kind, name))
    found = {name: known & {*strange} for name, known in sets.items()}
    return (
        [name for name, known in found.items() if known] if 2 * len(set().union(*found.values())) > len(strange) else []
    )


def _renamed(lacking: Sequence[str], free: Collection[str], strange: Sequence[str]) -> str:
    """What to do about names that lack, and others that nobody knows; `free`: those that no picture has yet."""
    if not strange:
        each = f"add a picture of each, named as in {lacking[0]}.jpg"
        return each if len(lacking) > 1 else f"add its picture, {lacking[0]}.jpg"
    meant = [(name, get_close_matches(name.lower(), free, 1)) for name in strange]
    renamed = [f"{name}.jpg to {known[0]}.jpg" for name, known in meant if known]
    return f"rename {_some(renamed)}" if renamed else f"rename or remove {strange[0]}.jpg"


def lacks_taught(kind: FaceKind, game: str, home: Path) -> bool:
    """Whether a game has no taught set of that kind that it can use."""
    try:
        return taught(kind, game, home) is None
    except BadTeaching:
        return True


def _crisp(face: Picture) -> Picture:
    """A face as sharp as a drawn one: a soft one is mostly rim and ground, and thus much like an empty place."""
    soft = cv2.GaussianBlur(face, (0, 0), LIMITS.camera_blur_px)
    return np.asarray(cv2.addWeighted(face, 1 + LIMITS.sharpening, soft, -LIMITS.sharpening, 0), np.uint8)


def _own(kind: FaceKind, game: str) -> dict[str, Callable[[], Picture]]:
    """Our own art, drawn when it is needed."""
    if kind == FaceKind.CARDS:
        return {
            name: partial(deck_art.draw, game, name, LIMITS.card_width_px) for name in (*deck_art.faces(game), BACK)
        }
    return {name: partial(piece_art.draw, game, name, LIMITS.piece_width_px) for name in piece_art.pieces(game)}


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:4])
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"
