"""The dice of one table that lie untouched from look to look: pictures tell, whatever the reader makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from firmware.state.observation import Observation, Piece
from hardware.arrays import Floats, Image
from vision.dice.calibration import Candidate
from vision.frame.mat import Mat


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
    min_correlation_at_rest: float = 0.94
    """A die was not touched if its place, or its box alone, is so alike there and then. On 200 drawn mats (seed
    481000000) the place of one that lay 0.7 mm or further off than another with its face was no more than 0.92 alike;
    of 407 that lay still all but one were more than 0.97."""
    max_correlation_moved: float = 0.92
    """It was, or another lies there, if both are less alike: on 130 drawn mats (seed 490002) 136 that lay still were
    more than 0.96 alike,"""
    min_gain_moved: float = 0.04
    """and both are so much more alike a little further on,"""
    max_shade_moved: float = 0.05
    """or its box is as bright as it was, within this share, while no other die lies or lay near: a shadow, or a die
    before it, makes them less alike, and moves nothing. A 1 that fell 1 mm from where a 1 had lain, turned by 8
    degrees, counted as kept (Yacht, seed 465301, no. 12)."""
    near_sides: float = 1.75
    """So many sides away a die may hide a part of another, or shade it."""
    reach_sides: float = 0.75
    """A die that is read so many of its sides from where one lay may be that one: a leaning one was read 8 mm off."""
    reach_px: int = 8
    """So far about its place in a photograph a die is sought that was moved."""


KNOWN = KnownDiceLimits()


class KnownDice:
    """Remembers the dice of one table."""

    def __init__(self) -> None:
        self.certain: tuple[Candidate, ...] = ()
        """Some that were surely dice, as the reader saw them last."""
        self._pieces: tuple[Piece, ...] = ()
        self._photo: Image | None = None
        self._mat: Mat | None = None

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
        last = self._last_photo(photo)
        if last is None:
            return False
        alike = _likeness(piece, last, photo)
        return alike > 0 and (alike < KNOWN.max_correlation_taken or _has_changed(piece, last, photo))

    def _is_untouched(self, piece: Piece, photo: Image) -> bool:
        """Whether the place of a die looks in this photograph as it did in the last."""
        last = self._last_photo(photo)
        if last is None:
            return False
        return _likeness(piece, last, photo) > KNOWN.min_correlation and not _has_changed(piece, last, photo)

    def _last_photo(self, photo: Image) -> Image | None:
        """The last photograph, if it can be compared with this one."""
        return self._photo if self._photo is not None and self._photo.shape == photo.shape else None

    def with_rest(self, observation: Observation, photo: Image, mat: Mat | None = None) -> Observation:
        """The observation with the dice that the last photograph and this one (BGR uint8) show untouched just where
        they lay; and of those that came to lie about where another had lain, that they did.

        Of the latter only if the camera has not moved: where the `mat` lies as it did, or a die does.
        """
        traces = [self._trace(piece, observation.pieces, photo) for piece in observation.pieces]
        stands_still = _is_where(mat, self._mat) or any(trace is not None and trace.at_rest for trace in traces)
        pieces = list(observation.pieces)
        for number, trace in enumerate(traces):
            if trace is not None and trace.at_rest:
                pieces[number] = _as_it_lay(pieces[number], trace.before)
            elif trace is not None and trace.moved and stands_still:
                pieces[number] = replace(pieces[number], since=observation.id)
        return replace(observation, pieces=tuple(pieces))

    def _trace(self, piece: Piece, pieces: Sequence[Piece], photo: Image) -> DieTrace | None:
        """What a photograph tells of the die of the last one that lay about where this one lies, if one did: to which
        none of the `pieces` is nearer."""
        last = self._last_photo(photo)
        if not self._pieces or last is None:
            return None
        before = _nearest(piece, self._pieces)
        reach = KNOWN.reach_sides * max(piece.size, before.size)
        if _distance(piece, before) > reach or _nearest(before, pieces) != piece:
            return None
        others = [die for die in (*self._pieces, *pieces) if die not in (before, piece)]
        alone = all(_distance(before, other) > KNOWN.near_sides * before.size for other in others)
        return _traced(before, last, photo, alone)

    def saw(self, observation: Observation, photo: Image, mat: Mat | None = None) -> None:
        """Remembers an observation of a table that surely was seen, its photograph (BGR uint8), and where its mat
        lay."""
        self._pieces, self._photo, self._mat = observation.pieces, photo, mat


@dataclass(frozen=True, slots=True)
class DieTrace:
    """What two photographs tell of a die of the first, `before`: whether they show it untouched, or not any more."""

    before: Piece
    at_rest: bool = False
    moved: bool = False


def _traced(before: Piece, last: Image, photo: Image, alone: bool) -> DieTrace:
    """What becomes of a die from the last photograph to this one, both BGR uint8 and of one size; `alone`: no other
    die lies or lay near."""
    reach = KNOWN.reach_px
    found = [_alike(before, last, photo, margin, reach) for margin in (0.0, KNOWN.margin_share)]
    here = max(float(alike[reach, reach]) for alike in found)
    moved = all(alike.max() - alike[reach, reach] > KNOWN.min_gain_moved for alike in found)
    moved = moved or (alone and abs(_gain(_about(before, last, 0.0), last, photo) - 1) < KNOWN.max_shade_moved)
    return DieTrace(before, here > KNOWN.min_correlation_at_rest, moved and here < KNOWN.max_correlation_moved)


def _as_it_lay(piece: Piece, before: Piece) -> Piece:
    """A die just where it lay, whatever it is read as now."""
    x, y, size, box, angle, place = before.x, before.y, before.size, before.box, before.angle, before.place
    return replace(piece, x=x, y=y, size=size, box=box, angle=angle, place=place, since=before.since)


def _is_where(mat: Mat | None, last: Mat | None) -> bool:
    return mat is not None and last is not None and mat.is_where(last)


def _nearest(piece: Piece, among: Sequence[Piece]) -> Piece:
    return min(among, key=lambda other: _distance(piece, other))


def _distance(piece: Piece, other: Piece) -> float:
    return hypot(piece.x - other.x, piece.y - other.y)


def _is_found(piece: Piece, among: tuple[Piece, ...]) -> bool:
    return any(_distance(other, piece) < piece.size / 2 for other in among)


def _has_changed(piece: Piece, before: Image, now: Image) -> bool:
    """Whether much of a die's box differs in two photographs of one size."""
    x, y, width, height = piece.box
    box = slice(max(0, round(y)), round(y + height)), slice(max(0, round(x)), round(x + width))
    few = slice(None, None, KNOWN.light_step_px)
    gain = float(np.median((now[few, few].sum(axis=2) + 1.0) / (before[few, few].sum(axis=2) + 1.0)))
    changed = np.abs(now[box] - gain * before[box]).max(axis=2) > KNOWN.changed_values
    return float(changed.mean()) > KNOWN.max_changed_share


def _likeness(piece: Piece, before: Image, now: Image) -> float:
    """How alike the place of a die, and what is about it, looks in two photographs (correlation, at least a little more
    than 0); 0 where light came or went."""
    gain = _gain(_about(piece, before, KNOWN.margin_share), before, now)
    if not 1 / KNOWN.max_gain < gain < KNOWN.max_gain:
        return 0.0
    return max(float(_alike(piece, before, now, KNOWN.margin_share)[0, 0]), 1e-3)


def _gain(place: tuple[slice, slice], before: Image, now: Image) -> float:
    """By what factor a place is brighter now than it was before."""
    return (float(now[place].mean()) + 1) / (float(before[place].mean()) + 1)


def _alike(piece: Piece, before: Image, now: Image, margin: float, reach: int = 0) -> Floats:
    """How alike the box of a die, and a `margin` of it about, is in two photographs (correlation): in the midst where
    it lay, and about that where it is moved by up to `reach` px down and across."""
    down, across = _about(piece, before, margin, reach)
    wide = slice(down.start - reach, down.stop + reach), slice(across.start - reach, across.stop + reach)
    then, there = (cv2.cvtColor(part, cv2.COLOR_BGR2GRAY) for part in (before[down, across], now[wide]))
    return np.asarray(cv2.matchTemplate(there, then, cv2.TM_CCOEFF_NORMED), np.float32)


def _about(piece: Piece, photo: Image, margin: float, reach: int = 0) -> tuple[slice, slice]:
    """The rows and columns of the box of a die, and a `margin` of it about, but for those nearer than `reach` px to the
    border of its photograph; one of each, where none is left."""
    x, y, width, height = piece.box
    return _within(y, height, margin, photo.shape[0], reach), _within(x, width, margin, photo.shape[1], reach)


def _within(start: float, length: float, margin: float, of: int, reach: int) -> slice:
    first = min(max(reach, round(start - margin * length)), of - reach - 1)
    last = max(min(of - reach, round(start + (1 + margin) * length)), first + 1)
    return slice(first, last)
