"""What `lifeguard teach names` does: what pictures of a game's pieces are to be called, and which pieces these are."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.config import ConfigError
from firmware.games import faces
from firmware.games.faces import FaceKind
from firmware.games.other_art import COMMANDS
from firmware.games.profiles import PROFILES, dice_faces
from firmware.outputs.exam_words import piece


def tell(name: str) -> None:
    """Prints the names of a game, or of the game with the deck or dice of that name. Raises ConfigError."""
    game = known_game(name)
    taught = list(_sets(game))
    if not taught:
        raise ConfigError(f"{game}: nothing to teach: it is played with ordinary dice")
    for command, names in taught:
        print(f"lifeguard teach {command} FOLDER")
        for each in names:
            print(f"  {each:<26}{piece(game, each)}")


def known_game(name: str) -> str:
    """The game of that name, or that is played with the deck or dice of that name. Raises ConfigError."""
    game = next((game for game, profile in PROFILES.items() if name in (game, profile.deck, profile.dice)), None)
    if game is None:
        raise ConfigError(f"no game {name!r}; there are {', '.join(PROFILES)}")
    return game


def _sets(game: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each `lifeguard teach` that a game has use for: its kind and set, and the names."""
    for kind in FaceKind:
        if faces.has(kind, game):
            of = faces.set_of(kind, game)
            yield f"{COMMANDS[kind]} {of}", faces.names(kind, of)
    if dice := dice_faces(PROFILES[game].dice):
        yield f"dice {PROFILES[game].dice}", dice
