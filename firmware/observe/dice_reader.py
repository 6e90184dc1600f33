"""The dice in a picture as pieces of an observation: read by vision, named as the rules name them.

Dice of one match are alike, and one that nobody touched is there whether or not the reader finds it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from firmware.games.faces import taught_dice
from firmware.games.profiles import FACES, ORDINARY
from firmware.observe.known_dice import KnownDice
from firmware.state.observation import LIMITS as OBSERVATION
from firmware.state.observation import TRAY, UNCLEAR, Piece
from hardware.cameras.frame import Image
from vision.dice.reader import DiceReader
from vision.frame.mat import Mat, MatGround
from vision.reading import Die


@dataclass(frozen=True, slots=True)
class DicePieceLimits:
    """How far a die is believed that vision doubts."""

    max_p_doubted: float = 0.6
    """No further than this."""
    min_p_first_of_two: float = 0.95
    """A die that is hardly seen as one shows its first face, if it is one, where of the two that is so likely."""
    p_other_hardly_seen: float = 0.004
    """Each other face of such a die is no less likely than this, beside the first: it is asked about, but people may
    vouch for it."""
    feature_digits: int = 3
    """What its face looks like is kept with so many digits: more tell nothing, and fill reports of a bug."""
    beyond_share: float = 0.25
    """A die is of a place if the middle of its face lies no further beyond it than so much of its side: a camera that
    looks from aslant sees the face moved. What was put aside lies half a side away, and touches the place."""
    p_any_face: float = 0.5
    """What may be a die shows with this probability any face, and else what it looks like."""


LIMITS = DicePieceLimits()


@lru_cache(maxsize=4)
def dice_reader(dice: str, home: Path) -> DiceReader:
    """The reader of a set of dice, of the taught one if there is one of that name; loaded once. Raises BadTeaching."""
    return DiceReader(dice, taught=taught_dice(dice, home))


@dataclass(frozen=True, slots=True)
class SeenDice:
    """The dice of a picture, whether all are sure, and what else may be dice."""

    pieces: tuple[Piece, ...]
    sure: bool
    perhaps: tuple[Piece, ...] = ()


def read_dice(
    reader: DiceReader,
    image: Image,
    mat: Mat | None,
    scale: float,
    known: KnownDice,
    printed: MatGround | None = None,
) -> SeenDice:
    """The dice in a picture (BGR uint8); `scale` makes its px those of the photograph.

    Those beside the places of the mat are set aside, and left out, as is what shows nothing but what is `printed` on
    it. What is `known` of the table's dice is remembered.
    """
    candidates = reader.candidates(image, mat, known=known.certain, printed=printed)
    reading = reader.reading(image, candidates, mat is not None)
    known.met(candidates)
    perhaps = map(_of_any_face, _placed(reading.perhaps, mat, scale))
    return SeenDice(_placed(reading.dice, mat, scale), reading.sure, tuple(perhaps))


def _placed(dice: Sequence[Die], mat: Mat | None, scale: float) -> tuple[Piece, ...]:
    placed = (
        (die, TRAY if mat is None else mat.zone_at(die.centre, LIMITS.beyond_share * die.size / mat.px_per_mm))
        for die in dice
    )
    return tuple(_piece(die, mat, scale, place) for die, place in placed if place is not None)


def _of_any_face(piece: Piece) -> Piece:
    """What may be a die: it may show any face."""
    whole, share = sum(p for _, p in piece.items) or 1.0, LIMITS.p_any_face / max(len(piece.items), 1)
    items = ((name, (1 - LIMITS.p_any_face) * p / whole + share) for name, p in piece.items)
    return replace(piece, items=tuple(items), doubt=UNCLEAR, features=())


def _piece(die: Die, mat: Mat | None, scale: float, place: str) -> Piece:
    x, y, width, height = (v * scale for v in die.box)
    if mat is None:
        (at_x, at_y), size = (die.centre[0] * scale, die.centre[1] * scale), die.size * scale
    else:
        (at_x, at_y), size = mat.to_mm([die.centre])[0].tolist(), die.size / mat.px_per_mm
    doubt = UNCLEAR if _is_hardly_seen(die) else die.doubt
    items = items_of(die)
    is_clear = bool(items) and items[0][1] >= OBSERVATION.p_clear
    features = () if is_clear else tuple(np.round(die.features, LIMITS.feature_digits).tolist())
    box = (x, y, width, height)
    return Piece(items, at_x, at_y, size, box, die.angle, place, doubt, die.looked_like, features)


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
        other = LIMITS.p_other_hardly_seen * max(faces.values()) if _is_hardly_seen(die) else other
        both += [(f"{kind}-{face}", p * (faces[face] * trust + (1 - faces[face]) * other)) for face in own]
    return tuple(sorted(both, key=lambda pair: -pair[1]))


def _is_hardly_seen(die: Die) -> bool:
    """Whether it is in doubt that a die lies there, and not which face it then shows."""
    if die.doubt != "unreadable" or not die.candidates:
        return False
    first, second = (*(p for _, p in die.candidates), 0.0)[:2]
    return first > LIMITS.min_p_first_of_two * (first + second)
