"""Somebody else's art on the simulated table: whether it is whole, and whether the reader was taught it."""

from __future__ import annotations

from pathlib import Path

from firmware.games.faces import FaceKind, has, set_of, taught
from firmware.games.profiles import FACES, ORDINARY, PROFILES
from hardware.art import deck as deck_art
from hardware.art import dice as dice_art
from hardware.art import pieces as piece_art
from hardware.art.card_sizes import STANDARD, CardSize
from hardware.art.folder import CARDS, DICE, KIND_OF, ArtFolder
from vision.dice.taught import load_dice
from vision.store import BadTeaching

COMMANDS = {FaceKind.CARDS: "deck", FaceKind.TILES: "tiles", FaceKind.TOKENS: "tokens"}
"""What `lifeguard teach` calls each kind."""


def card_mm_of(art: ArtFolder | None, game: str) -> CardSize:
    """Width and height of a game's cards on the simulated table, mm."""
    deck = PROFILES[game].deck
    return art.card_mm(deck) if art is not None and deck else STANDARD


def check_art(art: ArtFolder, game: str) -> None:
    """Raises ArtLacking, naming the first file, if the folder has not every piece of a game."""
    profile = PROFILES[game]
    needed = []
    if profile.deck:
        needed.append((CARDS, profile.deck, (*profile.deck_counts(), deck_art.BACK)))
    if game in piece_art.SETS:
        needed.append((KIND_OF[game], game, piece_art.pieces(game)))
    if profile.dice:
        needed.append((DICE, "", _sides(profile.dice)))
    for kind, folder, names in needed:
        art.check(kind, folder, names)


def check_taught(game: str, home: Path) -> None:
    """Raises BadTeaching if the pieces of a game were not taught: the reader may not know ours instead."""
    for kind in (kind for kind in FaceKind if has(kind, game)):
        if taught(kind, set_of(kind, game), home) is None:
            raise BadTeaching(
                f"{game}: its {kind.in_words} were never taught, and with --art ours are"
                f" not known; lifeguard teach {COMMANDS[kind]} {set_of(kind, game)} FOLDER"
            )
    dice = PROFILES[game].dice
    if dice and load_dice(dice, home) is None:
        raise BadTeaching(
            f"{game}: its dice were never taught, and with --art ours are not known; lifeguard teach dice {dice} FOLDER"
        )


def _sides(dice: str) -> tuple[str, ...]:
    """The items of a set of dice, as its pictures are called."""
    kinds = {ORDINARY: FACES[ORDINARY]} if dice == "pips" else dice_art.KINDS
    return tuple(dict.fromkeys(f"{kind}-{face}" for kind, faces in kinds.items() for face in faces))
