"""From frames to looks: the motion gate, the mat, the reader, and a photograph to keep as evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from secrets import token_hex
from typing import Any

import cv2

from firmware.config import home
from firmware.games import layouts
from firmware.games.profiles import FACES, ORDINARY, PROFILES, GameProfile
from firmware.observe.drawn_mat import BUMPED, DrawnMat
from firmware.observe.mat_reader import LaidReader
from firmware.state.observation import TRAY, Observation, Piece
from firmware.storage.images import shrunk
from hardware.cameras.frame import Frame, Image
from vision.dice.reader import DiceReader
from vision.dice.taught import load_dice
from vision.frame import lens, mat
from vision.frame.motion_gate import Gate
from vision.reading import Die

Layout = Mapping[str, Any]
Laid = tuple[int, Iterable[tuple[str, object]]]
"""How many play, and the game's options."""
PHOTO_WIDTH = 960
"""Photographs are kept at no more than this width (px): 60 KB each, and legible on a phone."""
DOUBTED = 0.6
"""A piece that vision doubts is believed no further than this."""
UNCLEAR = "unclear"
"""The doubt about a die that lies well but is hard to read: its candidates say all."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A look, its photograph (JPEG), and the whole frame that it was read from."""

    look: Observation
    jpeg: bytes


@cache
def reader(dice: str) -> DiceReader:
    """The reader of a set of dice, of the taught one if there is one of that name; loaded once."""
    return DiceReader(dice, taught=load_dice(dice, home()))


class Observer:
    """Watches one table.

    `game` tells the name of the game that is on; `laid` for how many it is laid out and with which options, where that
    matters to the mat; `drawn` gives the mat that was drawn over the picture for a game, if one was.
    """

    def __init__(
        self,
        game: Callable[[], str],
        name: Callable[[], str] = lambda: token_hex(6),
        laid: Callable[[], Laid] = lambda: (0, ()),
        drawn: Callable[[str], DrawnMat | None] = lambda game: None,
    ) -> None:
        self._game = game
        self._name = name
        self._laid = laid
        self._drawn = drawn
        self._mat: mat.Mat | None = None
        self._bend: float | None = None
        self._reader: tuple[object, Layout, LaidReader] | None = None
        self.gate = Gate()
        self.still: Image | None = None
        """The last picture of the table at rest, as the camera took it."""
        self.trouble = ""
        """Why the table at rest could not be read, in a sentence; "" if it could."""

    def see(self, frame: Frame, settled: bool = False) -> Sight | None:
        """The sight in this frame, if the table has come to rest since the last; `settled` passes the gate by."""
        if not settled and self.gate.push(frame.image, frame.at) is None:
            return None
        return self.read(frame.image)

    def read(self, image: Image) -> Sight | None:
        """The sight in a picture (BGR uint8) of a table at rest; None where the game cannot be read by camera."""
        setting = PROFILES.get(self._game())
        if setting is None:
            return None
        self.still, drawn = image, self._drawn(self._game())
        self.trouble = "" if drawn is None or drawn.fits(image) else BUMPED
        if self.trouble:
            return None
        scale = min(1.0, PHOTO_WIDTH / image.shape[1])
        if setting.deck and drawn is None:
            image = self._straight(image)
        look = self._cards(image, scale) if setting.deck else self._dice(setting, image, scale)
        if look is None:
            return None
        photo = shrunk(image, scale)
        jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()
        return Sight(replace(look, width=photo.shape[1], height=photo.shape[0]), jpeg)

    def _dice(self, setting: GameProfile, image: Image, scale: float) -> Observation:
        """The dice in a picture; those beside the tray are set aside, and left out."""
        drawn = self._drawn(self._game())
        found = self._found(image, layouts.mat(self._game(), drawn=drawn.zones if drawn else None))
        reading = reader(setting.dice).read(image, found)
        inside = [die for die in reading.dice if found is None or found.zone_at(die.centre) == TRAY]
        return Observation(self._name(), 0, 0, tuple(_piece(die, found, scale) for die in inside), (), reading.sure)

    def _cards(self, image: Image, scale: float) -> Observation | None:
        """The cards, tiles and tokens in a picture; None as long as their mat is not found, for it says all places."""
        zones, laid = self._laid_out()
        found = self._found(image, zones)
        if found is None:
            return None
        pieces, sure = laid.read(image, found, scale)
        return Observation(self._name(), 0, 0, pieces, (), sure)

    def _laid_out(self) -> tuple[Layout, LaidReader]:
        """The mat of the game that is on, and its reader."""
        game, (seats, options) = self._game(), self._laid()
        drawn = self._drawn(game)
        key = (game, seats, tuple(options), drawn)
        if self._reader is None or self._reader[0] != key:
            zones: Layout = layouts.mat(game, seats, dict(options), drawn.zones if drawn else None)
            self._mat, self._reader = None, (key, zones, LaidReader(game, zones, seats))
        return self._reader[1:]

    def _straight(self, image: Image) -> Image:
        """The picture as a lens without distortion takes it; how the lens bends is found once."""
        if self._bend is None:
            self._bend = lens.bend_of(image, self._laid_out()[0])
        return image if self._bend is None else lens.straightened(image, self._bend)

    def _found(self, image: Image, zones: Layout) -> mat.Mat | None:
        """The mat; a hand's shadow or a piece on a marker hides it for a moment: it is where it was."""
        if drawn := self._drawn(self._game()):
            return drawn.mat(image, zones)
        last = self._mat if self._mat and self._mat.layout == zones else None  # another game's is none of this one's
        self._mat = mat.find(image, zones, last) or last
        return self._mat


def _piece(die: Die, found: mat.Mat | None, scale: float) -> Piece:
    x, y, width, height = (v * scale for v in die.box)
    if found is None:
        (at_x, at_y), size = (die.centre[0] * scale, die.centre[1] * scale), die.size * scale
    else:
        (at_x, at_y), size = found.to_mm([die.centre])[0].tolist(), die.size / found.px_per_mm
    return Piece(_items(die), at_x, at_y, size, (x, y, width, height), die.angle, "tray", die.doubt)


def _items(die: Die) -> tuple[tuple[str, float], ...]:
    """Kind and face together, likeliest first; ordinary dice are one kind whatever their colour.

    A die that leans or is hidden may as well come to show any other face: what is not believed of the one that it
    shows goes to the others, so that the table is asked, or the rules decide.
    """
    kinds = ((ORDINARY, 1.0),) if die.set == "pips" else die.kind_candidates or ((die.kind, 1.0),)
    trust = DOUBTED if die.doubt else 1.0
    faces = dict(die.candidates)
    both = []
    for kind, p in kinds:
        own = [face for face in FACES.get(kind, faces) if face in faces]
        other = (1 - trust) / max(len(own) - 1, 1) if die.doubt not in ("", UNCLEAR) else 0.0
        both += [(f"{kind}-{face}", p * (faces[face] * trust + (1 - faces[face]) * other)) for face in own]
    return tuple(sorted(both, key=lambda pair: -pair[1]))
