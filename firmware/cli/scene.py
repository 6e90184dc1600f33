"""`lifeguard scene`: pictures of the simulated table with the truth beside them, in the format that score.py reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np

from firmware.cli.report import counted
from firmware.config import ConfigError
from firmware.games.decks import counts
from firmware.games.other_art import check_art
from firmware.games.profiles import layout as mat_layout
from firmware.simulation.tables import TABLES, tables
from hardware.art import deck as deck_art
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Image
from hardware.scene import SeenDie, random_scene, render
from hardware.scene.objects.designs import with_art
from hardware.scene.random.card_scene import card_scene
from hardware.scene.world.cards import SeenCard
from hardware.scene.world.cards import seen_cards as seen_cards
from vision.dice.reader import BUILT_IN

SETS = {"shark-attacks": "shark-attacks", "dice": "pips", "dice-tray": "pips"}
"""What may be asked for -> the dice set that lies on that table."""
DICE_GAMES = {"shark-attacks": "shark-attacks", "pips": "dice-tray"}
"""Dice set -> the game that is played with it."""
CARDS = "cards"


def scene(
    game: str,
    count: int,
    seed: int,
    folder: Path,
    set_name: str | None = None,
    wild: bool = False,
    deck: str = "hai-noon",
    art: ArtFolder | None = None,
) -> None:
    """Writes `count` pictures and their annotations.json into `folder`, the same ones for the same seed.

    `game` is a game's table, dice or cards; `set_name` another dice set on that table; `wild` any camera and any
    clutter instead of the device's own view, for dice and cards; `deck` the built-in deck that cards are of; `art`
    their pictures, if not ours. Raises ConfigError for a game, set or deck without scenes, ArtLacking if a piece has no
    picture, OSError if the folder cannot be written.
    """
    _known(game, (*SETS, *TABLES, CARDS), "scenes")
    if set_name is not None:
        _known(set_name, BUILT_IN, "dice set")
    if game == CARDS:
        _known(deck, deck_art.DECKS, "deck")
    if art is not None:
        check_art(art, deck if game == CARDS else game if game in TABLES else DICE_GAMES[set_name or SETS[game]])
    pictures = _of(game, count, seed, set_name, wild, deck, art)
    notes = []
    for number, (picture, truth) in enumerate(counted(pictures, count)):
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{number:04d}.jpg"
        if not cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 93]):
            raise OSError(f"cannot write {folder / name}")
        height, width = picture.shape[:2]
        notes.append({"file": name, "width": width, "height": height} | truth)
    (folder / "annotations.json").write_text(
        json.dumps({"images" if game in SETS else "scenes": notes}, indent=1) + "\n", "utf-8"
    )


def _of(
    game: str, count: int, seed: int, set_name: str | None, wild: bool, deck: str, art: ArtFolder | None
) -> Iterator[tuple[Image, dict[str, Any]]]:
    """The pictures that were asked for."""
    if game == CARDS:
        return _card_pictures(deck, count, seed, wild, art)
    if game in TABLES:
        return tables(game, count, seed, art=art)
    return _pictures(set_name or SETS[game], count, seed, mat_layout("tray"), wild, art)


def _known(name: str, there: Sequence[str], what: str) -> None:
    if name not in there:
        raise ConfigError(f"{what}: there is no {name!r}; there are {', '.join(sorted(there))}")


def _pictures(
    set_name: str, count: int, seed: int, layout: Mapping[str, Any], wild: bool, art: ArtFolder | None
) -> Iterator[tuple[Image, dict[str, Any]]]:
    """Each picture from a seed of its own, so that one of them can be drawn again alone; two in three on the mat."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        on_mat = layout if number % 3 else None
        made = random_scene(set_name, rng, layout=on_mat, mode="wild" if wild else "table")
        dice = tuple(replace(die, design=with_art(die.design, art)) if die.label else die for die in made.dice)
        picture, seen = render(replace(made, dice=dice))
        yield picture, annotated(seen)


def _card_pictures(
    deck: str, count: int, seed: int, wild: bool, art: ArtFolder | None
) -> Iterator[tuple[Image, dict[str, Any]]]:
    """The same for cards of a built-in deck, 1 to 16 in a picture; each deck in scenes of its own."""
    faces = counts(deck)
    for number in range(count):
        rng = np.random.default_rng((seed, number, crc32(deck.encode())))
        scene = card_scene(deck, faces, rng, wild=wild)
        scene = replace(scene, cards=tuple(replace(card, art=art) for card in scene.cards))
        yield render(scene)[0], annotated_cards(seen_cards(scene.view, scene.cards))


def annotated(seen: Sequence[SeenDie]) -> dict[str, Any]:
    """The dice of one picture as score.py wants them: kinds only for a set whose dice differ by kind.

    A picture with a die that nobody should be sure of (cocked, cut off, hardly visible) is marked `reject`.
    """
    if any(s.cocked or s.cut_off or s.visible < 0.3 for s in seen):
        return {"dice": [], "reject": True}
    return {"dice": [_die(s) for s in seen]}


def _die(seen: SeenDie) -> dict[str, Any]:
    label = {"value": seen.face, "box": list(seen.box)}
    return label if seen.set == "pips" else {"kind": seen.kind} | label


def annotated_cards(seen: Sequence[SeenCard]) -> dict[str, Any]:
    """The cards of one picture as score.py wants them; what shows its back is the back.

    Those whose sleeves hide even that count neither way (`ignore`).

    A picture in which the border cuts a card is marked `reject`: a reader must not be sure of it.
    """
    if any(s.cut_off for s in seen):
        return {"cards": [], "reject": True}
    hidden = [{"box": list(s.box)} for s in seen if s.name is None and not s.back]
    shown = [_card(s) for s in seen if s.name is not None or s.back]
    return {"cards": shown, **({"ignore": hidden} if hidden else {})}


def _card(seen: SeenCard) -> dict[str, Any]:
    quad = [[round(x, 1), round(y, 1)] for x, y in seen.quad]
    return {"card": seen.name or deck_art.BACK, "quad": quad, "box": list(seen.box)}
