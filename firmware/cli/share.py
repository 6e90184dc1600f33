"""What `lifeguard deck export` and `lifeguard deck import` do: what was taught, as one file to carry elsewhere.

They raise ConfigError for what was not taught, and BadTeaching for a file that is damaged or of another kind.
"""

from __future__ import annotations

from pathlib import Path

from firmware.cli import cards
from firmware.cli.past.corrections import keep
from firmware.config import ConfigError
from firmware.games import faces
from firmware.games.faces import FaceKind
from vision.cards.deck.store import kind_of, read, write
from vision.dice.taught import load_dice, read_dice, save_dice, write_dice
from vision.store import NAME, BadTeaching

FOLDERS = {"deck": FaceKind.CARDS, "tiles": FaceKind.TILES, "tokens": FaceKind.TOKENS}
"""What is kept as decks are, and where; dice are kept in their own way."""
SAID = {"deck": "cards", "dice": "faces"}
"""What is counted, where it is not called like its kind."""


def export(kind: str, name: str, output: Path, home: Path) -> None:
    """Copies what was taught to a file; of decks the built-in ones too."""
    if kind == "dice":
        dice = load_dice(name, home)
        if dice is None:
            raise _unknown(kind, name)
        write_dice(dice, output)
    elif kind == "deck":
        write(cards.open_deck(name, home), output, kind)
    else:
        file = faces.file_of(FOLDERS[kind], name, home)
        if not (NAME.fullmatch(name) and file.exists()):
            raise _unknown(kind, name)
        write(read(file), output, kind)
    print(output)


def bring(file: Path, home: Path) -> None:
    """Keeps what is in a file that was exported, as what it was taught as."""
    kind = kind_of(file)
    if kind == "dice":
        dice = read_dice(file)
        name, count = _name(dice.set, file), len(dice.items)
        keep(name, home, lambda where: save_dice(dice, where))
    elif kind not in FOLDERS:
        raise BadTeaching(f"{file}: there are {', '.join(FOLDERS)} and dice to carry, no {kind!r}")
    else:
        deck = read(file)
        name, count = _name(deck.name, file), len(set(deck.cards))
        keep(name, home, lambda where: write(deck, faces.file_of(FOLDERS[kind], name, where), kind))
        cards.tell_use(FOLDERS[kind], name, deck)
    print(f"{name}: {count} {SAID.get(kind, kind)}")


def _name(name: str, file: Path) -> str:
    if not NAME.fullmatch(name):
        raise BadTeaching(f"{file}: not taught by this program (its name is {name!r})")
    return name


def _unknown(kind: str, name: str) -> ConfigError:
    return ConfigError(f"no {kind} {name!r} were taught here; see `lifeguard teach {kind} --help`")
