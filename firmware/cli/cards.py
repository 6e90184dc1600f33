"""What `lifeguard read --deck` and `lifeguard teach deck|tiles|tokens` do.

They raise ConfigError for a deck that there is not, and BadTeaching for what cannot be learnt or read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.cli.lessons.pictures import NamedPicture, meant, named_pictures, spelt
from firmware.cli.past.corrections import keep
from firmware.cli.report import aside, doubted, readings, tell
from firmware.config import ConfigError
from firmware.games import faces
from firmware.games.deck_size import cards_of, size_of_pictures
from firmware.games.decks import built_in
from firmware.games.faces import FaceKind
from firmware.games.other_art import COMMANDS
from firmware.storage.images import decode, lesson_files
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
from vision.store import BadPictures, BadTeaching, refuse

Learn = Callable[[Sequence[NamedPicture]], Deck]
"""What makes a set of pictures. Raises BadTeaching; BadPictures for those that have to be taken again."""
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
    _tell_rest(name, home, folder)


def _deck(name: str, pictures: Sequence[NamedPicture], given: CardSize | None) -> Deck:
    """The deck that pictures show, with the size of its cards. Raises BadTeaching."""
    size = given or size_of_pictures(name, pictures)
    learnt = learn_deck(name, pictures, size[0] / size[1] if size else None)
    return replace(learnt, card_mm=size)


def _learnt(kind: FaceKind, name: str, folder: Path, learn: Learn) -> Deck:
    """What a folder of pictures teaches. Raises BadTeaching for what nobody, or not the game of that name, could use.

    All of it is looked at first: half a set would take the place of a whole one. All that is wrong is said at once.
    """
    refuse_name(kind, name)
    known = faces.names(kind, name) if name in faces.played_with(kind) else ()
    pictures, wrong = named_pictures(folder, known, faces.names_of_others(kind, name))
    misnamed = faces.misnamed([card_of(file) for file in (*dict(pictures), *wrong)], kind, name)
    wrong |= faces.trouble_of(misnamed, name, folder)
    if not pictures or (misnamed and misnamed.elsewhere):
        refuse(wrong)  # that needs no waiting
    aside(f"learning {name} from {len(pictures)} pictures: this takes a while")
    learnt = _all_fit(pictures, wrong, learn)
    refuse(faces.trouble_of(faces.misfit(learnt, kind, name), name, folder))
    return learnt


def _all_fit(pictures: Sequence[NamedPicture], wrong: dict[str, str], learn: Learn) -> Deck:
    """What all pictures teach. Raises BadPictures with all that is `wrong`: with what is known before, and with what
    shows where those in which something is wrong are left out."""
    if not pictures:
        refuse(wrong)
    try:
        refuse_bare(pictures)
        learnt = learn(pictures)
    except BadPictures as bad:
        left = [(file, image) for file, image in pictures if file not in bad.wrong]
        return _all_fit(left, wrong | bad.wrong, learn)
    except BadTeaching:
        refuse(wrong)
        raise
    try:
        refuse_unfit([file for file, _ in pictures], learnt)
    except BadPictures as bad:
        wrong = wrong | bad.wrong
    refuse(wrong)
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


def _tell_rest(game: str, home: Path, folder: Path) -> None:
    """Says which other pieces of a game are still known by our art alone, and whether a folder has their pictures."""
    there = {card_of(file.name) for file in lesson_files(folder)}
    for kind in FaceKind:
        if game not in faces.played_with(kind) or not faces.lacks_taught(kind, game, home):
            continue
        command = f"lifeguard teach {COMMANDS[kind]} {game}"
        names = faces.names(kind, game)
        if {spelt(name, names) for name in there} & {*names} - {BACK}:
            print(f"{game} is played with {kind.in_words} too; their pictures are there: now {command} {folder}")
        else:
            print(
                f"{game} is played with {kind.in_words} too, known by our art so far: if yours look otherwise, "
                f"{command} FOLDER"
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
    _tell_rest(name, home, folder)


def tell_use(kind: FaceKind, name: str, taught: Deck) -> None:
    """Says what keeps a game from using what was taught under its name, or under none."""
    if wrong := faces.misfit(taught, kind, name):
        aside(f"warning: {name} cannot be played with these: {wrong.wrong}")
    if trouble := _trouble_of_name(kind, name):
        aside(f"warning: {trouble}")


def refuse_name(kind: FaceKind, name: str) -> None:
    """Raises ConfigError for a name under which no game uses what is taught, though it was meant to."""
    if trouble := _trouble_of_name(kind, name):
        raise ConfigError(trouble)


def _trouble_of_name(kind: FaceKind, name: str) -> str:
    """What keeps a game from using what is taught under a name, and what to do: no game is called so; "" if nothing.

    A deck that no game is played with may be called as one likes, but not as one misspells a game.
    """
    games = faces.played_with(kind)
    game = meant(name, games)
    if kind == FaceKind.CARDS:
        return f"no game is called {name}; did you mean {game}? Call a deck of your own less like it" if game else ""
    remedy = f"did you mean {game}?" if game else f"{' and '.join(games)} is"
    return "" if name in games else f"no game called {name} is played with {kind}; {remedy}"
