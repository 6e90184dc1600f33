"""What `lifeguard read --deck` and `lifeguard teach deck|tiles|tokens` do.

They raise ConfigError for a deck that there is not, and BadTeaching for what cannot be learnt or read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.cli.lessons.pictures import NamedPicture, named_pictures, warn_if_meant
from firmware.cli.past.corrections import keep
from firmware.cli.report import aside, doubted, readings, tell
from firmware.config import ConfigError
from firmware.games import faces
from firmware.games.deck_size import cards_of, size_of_pictures
from firmware.games.decks import built_in
from firmware.games.faces import FaceKind
from firmware.games.other_art import COMMANDS
from firmware.storage.images import decode
from hardware.art.card_sizes import CardSize, in_words
from hardware.art.deck import DECKS
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.store import load, save, write
from vision.cards.learn.folder import card_of, learn_deck
from vision.cards.learn.unfit import refuse_bare, refuse_unfit
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


def teach(name: str, folder: Path, home: Path, size: CardSize | None = None) -> None:
    """`lifeguard teach deck`: learns a deck from a folder and keeps it, or keeps nothing; `size`: of the cards, mm."""
    learnt = _learnt(FaceKind.CARDS, name, folder, lambda pictures: _deck(name, pictures, size))
    whole = with_lookalikes(learnt)
    keep(name, home, lambda where: save(whole, where))
    print(f"{name}: {summary(learnt)}")
    _tell_confusions(name, home)
    _tell_rest(name, home)


def _deck(name: str, pictures: Sequence[NamedPicture], given: CardSize | None) -> Deck:
    """The deck that pictures show, with the size of its cards. Raises BadTeaching."""
    size = given or size_of_pictures(name, pictures)
    learnt = learn_deck(name, pictures, size[0] / size[1] if size else None)
    return replace(learnt, card_mm=size)


def _learnt(kind: FaceKind, name: str, folder: Path, learn: Callable[[Sequence[NamedPicture]], Deck]) -> Deck:
    """What a folder of pictures teaches. Raises BadTeaching for what nobody, or not the game of that name, could use.

    All of it is looked at first: half a set would take the place of a whole one.
    """
    warn_of_name(kind, name)
    known = faces.names(kind, name) if name in faces.played_with(kind) else ()
    pictures = named_pictures(folder, known, faces.names_of_others(kind, name))
    # what names alone tell needs no waiting
    faces.refuse(faces.misnamed([card_of(file) for file, _ in pictures], kind, name), name, folder)
    refuse_bare(pictures)
    aside(f"learning {name} from {len(pictures)} pictures: this takes a while")
    learnt = learn(pictures)
    refuse_unfit([file for file, _ in pictures], learnt)
    faces.refuse(faces.misfit(learnt, kind, name), name, folder)
    return learnt


def _tell_confusions(game: str, home: Path) -> None:
    """A table of the cards that could be taken for others at a game's table, told from the pictures themselves."""
    if game not in faces.played_with(FaceKind.CARDS) or faces.lacks_taught(FaceKind.CARDS, game, home):
        return
    found = confusions(faces.faces(FaceKind.CARDS, game, home), cards_of(game, home))
    if not found:
        print("no two of them should be taken for each other")
        return
    print("these could be taken for each other; take a sharper picture of both, in another light:")
    for one in found[:MOST_CONFUSIONS]:
        print(f"  {one.face:<24}{one.other:<24}{one.p_right:4.0%} sure")
    if len(found) > MOST_CONFUSIONS:
        print(f"  and {len(found) - MOST_CONFUSIONS} more")


def _tell_rest(game: str, home: Path) -> None:
    """Says which other pieces of a game are still known by our art alone."""
    for kind in FaceKind:
        if game in faces.played_with(kind) and faces.lacks_taught(kind, game, home):
            print(
                f"{game} is played with {kind.in_words} too, known by our art so far: if yours look otherwise, "
                f"lifeguard teach {COMMANDS[kind]} {game} FOLDER"
            )


def summary(deck: Deck) -> str:
    """What was learnt, in words."""
    cards = set(deck.cards)
    back = " and its back" if BACK in cards else ""
    size = f", {in_words(deck.card_mm)}" if deck.card_mm else ""
    return f"{len(cards - {BACK})} cards{back} learnt from {len(deck.cards)} pictures{size}"


def teach_pieces(kind: FaceKind, name: str, folder: Path, home: Path) -> None:
    """`lifeguard teach tiles|tokens`: learns them from a folder as cards are learnt."""
    taught = _learnt(kind, name, folder, lambda p: learn_pieces(name, p, kind == FaceKind.TOKENS))
    keep(name, home, lambda where: write(taught, faces.file_of(kind, name, where), kind))
    print(f"{name}: {len(set(taught.cards))} {kind} learnt from {len(taught.cards)} pictures")
    _tell_rest(name, home)


def tell_use(kind: FaceKind, name: str, taught: Deck) -> None:
    """Says what keeps a game from using what was taught under its name, or under none."""
    if wrong := faces.misfit(taught, kind, name):
        aside(f"warning: {name} cannot be played with these: {wrong.wrong}")
    warn_of_name(kind, name)


def warn_of_name(kind: FaceKind, name: str) -> None:
    """Says what keeps a game from using what is taught under a name: no game is called so."""
    games = faces.played_with(kind)
    if kind == FaceKind.CARDS:  # a deck that no game is played with may be called as one likes
        warn_if_meant(name, games)
    elif name not in games:
        aside(f"warning: no game called {name} is played with {kind}; {' and '.join(games)} is")
