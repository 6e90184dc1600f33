"""The pictures of a folder that teaches a set, named as the game of that set names its pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path

from firmware.cli.report import aside, lessons
from firmware.storage.images import Picture, lesson_files, lesson_picture
from vision.cards.learn.folder import card_of

NamedPicture = tuple[str, Picture]
"""A picture and the name of its file."""
LIKE_A_GAMES = 0.8
"""A set's name is taken for a misspelt game's if it is so much like it."""


def named_pictures(folder: Path, known: Collection[str], others: Collection[str] = ()) -> list[NamedPicture]:
    """The pictures of a folder, but for those of the game's `others`; pieces that are `known` are named just so.

    Raises BadTeaching for a folder without pictures, and for a file that is none.
    """
    files = lesson_files(folder)
    own = [file for file in files if card_of(spelt(file.name, others)) not in others]
    if len(own) < len(files):
        aside(f"{len(files) - len(own)} pictures in {folder} are of the game's other pieces: they are passed over")
    return [(spelt(name, known), picture) for name, picture in lessons(own, lesson_picture)]


def spelt(file: str, known: Collection[str]) -> str:
    """A file's name with the piece's name in it as it is known: people begin with a capital, and write blanks."""
    piece = card_of(file)
    written = re.sub(r"[\s_]+", "-", piece.lower())
    return (written if written in known else piece) + file[len(piece) :]


def warn_if_meant(name: str, games: Sequence[str]) -> None:
    """Says that a set's name is like a game's, but is not it: no game would be played with that set."""
    meant = () if name in games else get_close_matches(name.lower(), games, 1, LIKE_A_GAMES)
    if meant:
        aside(f"warning: no game is called {name}; for {meant[0]} teach it under just that name")
