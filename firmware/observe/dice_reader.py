"""The dice in a picture as pieces of an observation: read by vision, named as the rules name them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from firmware.games.faces import taught_dice
from firmware.games.profiles import FACES, ORDINARY
from firmware.state.observation import TRAY, UNCLEAR, Piece
from hardware.cameras.frame import Image
from vision.dice.reader import DiceReader
from vision.frame.mat import Mat
from vision.reading import Die


@dataclass(frozen=True, slots=True)
class DicePieceLimits:
    """How far a die is believed that vision doubts."""

    max_p_doubted: float = 0.6
    """No further than this."""


LIMITS = DicePieceLimits()


@lru_cache(maxsize=4)
def dice_reader(dice: str, home: Path) -> DiceReader:
    """The reader of a set of dice, of the taught one if there is one of that name; loaded once. Raises BadTeaching."""
    return DiceReader(dice, taught=taught_dice(dice, home))


def read_dice(reader: DiceReader, image: Image, mat: Mat | None, scale: float) -> tuple[tuple[Piece, ...], bool]:
    """The dice in a picture (BGR uint8) and whether all are sure; `scale` makes its px those of the photograph.

    Those beside the places of the mat are set aside, and left out.
    """
    reading = reader.read(image, mat)
    placed = ((die, TRAY if mat is None else mat.zone_at(die.centre)) for die in reading.dice)
    return tuple(_piece(die, mat, scale, place) for die, place in placed if place is not None), reading.sure


def _piece(die: Die, mat: Mat | None, scale: float, place: str) -> Piece:
    x, y, width, height = (v * scale for v in die.box)
    if mat is None:
        (at_x, at_y), size = (die.centre[0] * scale, die.centre[1] * scale), die.size * scale
    else:
        (at_x, at_y), size = mat.to_mm([die.centre])[0].tolist(), die.size / mat.px_per_mm
    return Piece(items_of(die), at_x, at_y, size, (x, y, width, height), die.angle, place, die.doubt)


def items_of(die: Die) -> tuple[tuple[str, float], ...]:
    """Kind and face together, likeliest first; ordinary dice are one kind whatever their colour.

    A die that leans or is hidden may as well come to show any other face: what is not believed of the one that it
    shows goes to the others, so that the table is asked, or the rules decide.
    """
    kinds = ((ORDINARY, 1.0),) if die.set == "pips" else die.kind_candidates or ((die.kind, 1.0),)
    trust = LIMITS.max_p_doubted if die.doubt else 1.0
    faces = dict(die.candidates)
    both = []
    for kind, p in kinds:
        own = [face for face in FACES.get(kind, faces) if face in faces]
        other = (1 - trust) / max(len(own) - 1, 1) if die.doubt not in ("", UNCLEAR) else 0.0
        both += [(f"{kind}-{face}", p * (faces[face] * trust + (1 - faces[face]) * other)) for face in own]
    return tuple(sorted(both, key=lambda pair: -pair[1]))
