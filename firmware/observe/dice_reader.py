"""The dice in a picture as pieces of an observation: read by vision, named as the rules name them.

Dice of one match are alike, and one that nobody touched is there whether or not the reader finds it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from pathlib import Path

import cv2
import numpy as np

from firmware.games.faces import taught_dice
from firmware.games.profiles import FACES, ORDINARY
from firmware.state.observation import LIMITS as OBSERVATION
from firmware.state.observation import TRAY, UNCLEAR, Observation, Piece
from hardware.cameras.frame import Image
from vision.dice.calibration import Candidate
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


@dataclass(frozen=True, slots=True)
class KnownDiceLimits:
    """When a place looks as if nobody had touched the die there."""

    margin_share: float = 0.4
    """So much of its box about a die is compared too: its edges and sides."""
    min_correlation: float = 0.92
    """Of the px there and then: of dice that lay still in a film under blinds (seed 441201) none had less than 0.98, of
    pale ones that were taken from a pale strip there some had 0.89. Of 75 drawn dice that lay still in even light 73
    had more than 0.8 (25 tables, seed 28411)."""
    max_correlation_taken: float = 0.6
    """With less the die is not there any more, however alike its place looks from afar: a pale die on a pale strip;"""
    changed_values: float = 16.0
    """What differs by more picture values than this has changed,"""
    max_changed_share: float = 0.25
    """and where more than this share of its box has a die does not lie there still: the edges of a shadow are alike
    whether or not it does. Of dice of a film under blinds (seed 441201) that were taken many had a correlation up to
    0.88, and more than 0.3 changed; of those that lay still no more than 0.16 had."""
    light_step_px: int = 8
    """One px in so many, down and across, tells how much brighter the whole picture is."""
    max_gain: float = 1.5
    """No place gets brighter or darker by more than this factor."""
    most_remembered: int = 6
    """So many dice say what the others look like."""


KNOWN = KnownDiceLimits()


class KnownDice:
    """Remembers the dice of one table."""

    def __init__(self) -> None:
        self.certain: tuple[Candidate, ...] = ()
        """Some that were surely dice, as the reader saw them last."""
        self._pieces: tuple[Piece, ...] = ()
        self._photo: Image | None = None

    def met(self, candidates: Sequence[Candidate]) -> None:
        """Remembers those among all that looked like dice that surely were some."""
        certain = tuple(candidate for candidate in candidates if candidate.is_certain)
        self.certain = certain[: KNOWN.most_remembered] or self.certain

    def with_overlooked(self, observation: Observation, photo: Image) -> Observation:
        """The observation with the dice of the last one that its photograph (BGR uint8) shows untouched, though the
        reader did not find them."""
        gone = [piece for piece in self._pieces if not _is_found(piece, observation.pieces)]
        still = tuple(piece for piece in gone if self._is_untouched(piece, photo))
        pieces = observation.pieces + still
        perhaps = tuple(piece for piece in observation.perhaps if not _is_found(piece, pieces))
        return replace(observation, pieces=pieces, perhaps=perhaps)

    def taken(self, photo: Image) -> tuple[Piece, ...]:
        """The dice of the last observation of which a photograph (BGR uint8) shows that they are gone."""
        return tuple(piece for piece in self._pieces if self._is_gone(piece, photo))

    def _is_gone(self, piece: Piece, photo: Image) -> bool:
        """Whether the place of a die looks other than in the last photograph, where light neither came nor went."""
        alike = self._likeness(piece, photo)
        return alike > 0 and (alike < KNOWN.max_correlation_taken or _has_changed(piece, self._photo, photo))

    def _is_untouched(self, piece: Piece, photo: Image) -> bool:
        """Whether the place of a die looks in this photograph as it did in the last."""
        return self._likeness(piece, photo) > KNOWN.min_correlation and not _has_changed(piece, self._photo, photo)

    def _likeness(self, piece: Piece, photo: Image) -> float:
        """How alike the place of a die looks in the last photograph and in this one; 0 if nothing tells."""
        last = self._photo
        return 0.0 if last is None or last.shape != photo.shape else _likeness(piece, last, photo)

    def saw(self, observation: Observation, photo: Image) -> None:
        """Remembers an observation of a table that surely was seen, and its photograph (BGR uint8)."""
        self._pieces, self._photo = observation.pieces, photo


def _is_found(piece: Piece, among: tuple[Piece, ...]) -> bool:
    return any(hypot(other.x - piece.x, other.y - piece.y) < piece.size / 2 for other in among)


def _has_changed(piece: Piece, before: Image | None, now: Image) -> bool:
    """Whether much of a die's box differs in two photographs of one size."""
    x, y, width, height = piece.box
    box = slice(max(0, round(y)), round(y + height)), slice(max(0, round(x)), round(x + width))
    if before is None:
        return True
    few = slice(None, None, KNOWN.light_step_px)
    gain = float(np.median((now[few, few].sum(axis=2) + 1.0) / (before[few, few].sum(axis=2) + 1.0)))
    changed = np.abs(now[box] - gain * before[box]).max(axis=2) > KNOWN.changed_values
    return float(changed.mean()) > KNOWN.max_changed_share


def _likeness(piece: Piece, before: Image, now: Image) -> float:
    """How alike the place of a die, and what is about it, looks in two photographs (correlation, at least a little more
    than 0); 0 where light came or went."""
    x, y, width, height = piece.box
    left, top = max(0, round(x - KNOWN.margin_share * width)), max(0, round(y - KNOWN.margin_share * height))
    right, low = round(x + (1 + KNOWN.margin_share) * width), round(y + (1 + KNOWN.margin_share) * height)
    then, there = (cv2.cvtColor(photo[top:low, left:right], cv2.COLOR_BGR2GRAY) for photo in (before, now))
    gain = (float(there.mean()) + 1) / (float(then.mean()) + 1)
    if not 1 / KNOWN.max_gain < gain < KNOWN.max_gain:
        return 0.0
    return max(float(cv2.matchTemplate(there, then, cv2.TM_CCOEFF_NORMED)[0, 0]), 1e-3)


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
