"""The pictures of a folder that teaches a set, named as the game of that set names its pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

from firmware.cli.report import aside, lessons
from firmware.storage.images import Picture, lesson_files, lesson_picture
from vision.cards.learn.folder import card_of
from vision.store import BadPictures

NamedPicture = tuple[str, Picture]
"""A picture and the name of its file."""
LIKE_A_GAMES = 0.82
"""A set's name is taken for a misspelt game's if it is so much like it."""


def named_pictures(
    folder: Path, known: Collection[str], others: Collection[str] = ()
) -> tuple[list[NamedPicture], dict[str, str]]:
    """The pictures of a folder, but for those of the game's `others`, and what is wrong with files that are none.

    Pieces that are `known` are named just so. Raises BadTeaching for a folder without pictures.
    """
    files = lesson_files(folder)
    own = [file for file in files if card_of(spelt(file.name, others)) not in others]
    if len(own) < len(files):
        aside(f"{len(files) - len(own)} pictures in {folder} are of the game's other pieces: they are passed over")
    wrong: dict[str, str] = {}

    def readable(file: Path) -> Picture | BadPictures | None:
        try:
            return lesson_picture(file)
        except BadPictures as unreadable:
            return unreadable

    read: Iterable[tuple[str, Picture | BadPictures]] = lessons(own, readable)
    pictures = []
    for name, picture in read:
        if isinstance(picture, BadPictures):
            wrong[spelt(name, known)] = picture.wrong[name]
        else:
            pictures.append((spelt(name, known), picture))
    return pictures, wrong


def spelt(file: str, known: Collection[str]) -> str:
    """A file's name with the piece's name in it as it is known: people begin with a capital, and write blanks."""
    piece = card_of(file)
    written = re.sub(r"[\s_]+", "-", piece.lower())
    return (written if written in known else piece) + file[len(piece) :]


def meant(name: str, games: Sequence[str]) -> str:
    """The game that a set's name is a misspelling of: no game would be played with that set; "" if there is none.

    What goes on after a game's whole name ("hai-noon-2") is a name of its own.
    """
    written = re.sub(r"[\s_]+", "-", name.lower())
    if name in games or any(re.match(rf"{re.escape(game)}[-._\d]", written) for game in games):
        return ""
    return next(iter(get_close_matches(written, games, 1, LIKE_A_GAMES)), "")
