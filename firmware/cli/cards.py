"""What `lifeguard read --deck` and `lifeguard teach deck|tiles|tokens` do.

They raise ConfigError for a deck that there is not, and BadTeaching for what cannot be learnt or read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.cli.report import doubted, lessons, readings, tell
from firmware.config import ConfigError
from firmware.games import faces
from firmware.games.decks import built_in
from firmware.games.faces import FaceKind
from firmware.storage.images import decode, lesson_files, lesson_picture
from hardware.art.deck import DECKS, SIZE
from vision.cards.compare.lookalikes import indistinguishable, with_lookalikes
from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.store import load, save, write
from vision.cards.learn.folder import learn_deck
from vision.cards.reader import CardReader
from vision.mat_cards.confusions import confusions
from vision.pieces.learn import learn_pieces

MOST_CONFUSIONS = 12
"""So many rows of cards that could be taken for others are printed."""


def open_deck(name: str, home: Path) -> Deck:
    """The taught deck of that name, or the built-in one.

    Raises ConfigError if there is neither, BadTeaching if its file is damaged.
    """
    deck = load(name, home)
    if deck is None and name in DECKS:
        return built_in(name, home)
    if deck is None:
        raise ConfigError(f"no deck {name!r}; there are {known(home)}; see `lifeguard teach deck --help`")
    return deck


def known(home: Path) -> str:
    """The names of the decks there are, in words."""
    own = [name for name in taught(home) if name not in DECKS]
    return ", ".join([*DECKS, *own])


def taught(home: Path) -> tuple[str, ...]:
    """The names of the decks that were taught."""
    return tuple(sorted(file.stem for file in (home / "decks").glob("*.npz")))


def describe(reading: Mapping[str, Any]) -> str:
    """One line for people: what one picture shows."""
    cards = ", ".join(card["card"] or "an unknown card" for card in reading["cards"]) or "no cards"
    return f"{reading['image']}: {cards}{doubted(reading)}"


def read(images: Sequence[str], name: str, home: Path, as_json: bool) -> int:
    """`lifeguard read --deck`: prints a line for each picture; the exit code."""
    reader = CardReader(open_deck(name, home))
    return tell(readings(images, decode, lambda image: reader.read(image).to_json()), describe, as_json)


def teach(name: str, folder: Path, home: Path) -> None:
    """`lifeguard teach deck`: learns a deck from a folder and keeps it, or keeps nothing."""
    pictures = list(lessons(lesson_files(folder), lesson_picture))
    deck = with_lookalikes(learn_deck(name, pictures, faces.card_aspect(name)))
    save(deck, home)
    _warn_of_alike(deck)
    tell_use(FaceKind.CARDS, name, deck)
    print(f"{name}: {summary(deck)}")
    _tell_confusions(name, home)


def _tell_confusions(game: str, home: Path) -> None:
    """A table of the cards that could be taken for others at a game's table, told from the pictures themselves."""
    if faces.card_aspect(game) is None or faces.lacks_taught(FaceKind.CARDS, game, home):
        return
    found = confusions(faces.faces(FaceKind.CARDS, game, home), SIZE)
    if not found:
        print("no two of them should be taken for each other")
        return
    print("these could be taken for each other; take a sharper picture of both, in another light:")
    for one in found[:MOST_CONFUSIONS]:
        print(f"  {one.face:<24}{one.other:<24}{one.p_right:4.0%} sure")
    if len(found) > MOST_CONFUSIONS:
        print(f"  and {len(found) - MOST_CONFUSIONS} more")


def _warn_of_alike(deck: Deck) -> None:
    for name, other in indistinguishable(deck):
        print(f"warning: {name} and {other} look too alike to be told apart", file=sys.stderr)


def summary(deck: Deck) -> str:
    """What was learnt, in words."""
    cards = set(deck.cards)
    back = " and its back" if BACK in cards else ""
    return f"{len(cards - {BACK})} cards{back} learnt from {len(deck.cards)} pictures"


def teach_pieces(kind: FaceKind, name: str, folder: Path, home: Path) -> None:
    """`lifeguard teach tiles|tokens`: learns them from a folder as cards are learnt."""
    taught = learn_pieces(name, list(lessons(lesson_files(folder), lesson_picture)), kind == FaceKind.TOKENS)
    write(taught, faces.file_of(kind, name, home), kind)
    _warn_of_alike(taught)
    tell_use(kind, name, taught)
    print(f"{name}: {len(set(taught.cards))} {kind} learnt from {len(taught.cards)} pictures")


def tell_use(kind: FaceKind, name: str, taught: Deck) -> None:
    """Says what keeps a game from using what was taught under its name."""
    if wrong := faces.lacks(taught, kind, name):
        print(f"warning: {name} cannot be played with these yet: {wrong}", file=sys.stderr)
    elif kind != FaceKind.CARDS and name not in faces.played_with(kind):
        print(
            f"warning: no game is called {name}; {' and '.join(faces.played_with(kind))} is played with {kind}",
            file=sys.stderr,
        )
