"""From a frame to an observation: motion gate, lens, mat, pieces; and a photograph to keep as evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import token_hex

import cv2

from firmware.observe.dice_reader import dice_reader, read_dice
from firmware.observe.drawn_mat import DrawnMat, Point
from firmware.observe.followed_mat import FollowedMat
from firmware.observe.known_dice import KnownDice
from firmware.observe.mat_reader import MatReader
from firmware.observe.mat_unseen import drawn_for_other_cards, mat_unseen, printed_for, wrong_size
from firmware.observe.table_seen import BLIND, SHAKES, TableSeen, is_blind
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import Observation
from firmware.storage.images import shrunk
from hardware.cameras.frame import Frame, Image
from vision.frame import lens, mat
from vision.frame.mat import Mat, MatSearch, SeenMarkers, seen_markers
from vision.frame.motion_gate import Gate
from vision.reading import Doubles

PHOTO_WIDTH_PX = 960
"""Photographs are kept at no more than this width: 60 KB each, and legible on a phone."""
JPEG_QUALITY = 82


@dataclass(frozen=True, slots=True)
class Sight:
    """A table at rest that was read: the observation, and its photograph (JPEG)."""

    observation: Observation
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Unread:
    """A table at rest that could not be read: the trouble, in a sentence; "" if it is not worth one."""

    trouble: str = ""


class Observer:
    """Watches one table, set up as `setup` says; `new_id` names each observation."""

    def __init__(self, setup: TableSetup, new_id: Callable[[], str] = lambda: token_hex(6)) -> None:
        self._setup = setup
        self._new_id = new_id
        self._motion = Gate()
        self._blind = False
        self._bend: float | None = None
        self._mat: Mat | None = None
        self._sought = MatSearch(None)
        self._other_mat = ""
        self._table_seen = TableSeen(bool(setup.profile.deck))
        self._known_dice = KnownDice()
        self._mat_reader = MatReader(setup) if setup.profile.deck else None
        self._followed = FollowedMat(setup.drawn) if setup.drawn else None
        self.still: Image | None = None
        """The last picture of the table at rest, as the camera took it."""

    def use(self, setup: TableSetup) -> None:
        """Reads by another setup from now on. How the lens bends and what moved is kept; the mat, if it may be."""
        if setup == self._setup:
            return
        self._setup, self._table_seen, self._known_dice = setup, TableSeen(bool(setup.profile.deck)), KnownDice()
        if setup.drawn is not (self._followed and self._followed.drawn):
            self._followed = FollowedMat(setup.drawn) if setup.drawn else None
        if setup.profile.deck and (self._mat_reader is None or self._mat_reader.setup != setup):
            self._mat, self._mat_reader = None, MatReader(setup)

    def corners_of(self, drawn: DrawnMat) -> tuple[Point, ...]:
        """Where the corners of a drawn mat lie in the last picture, as shares of it."""
        followed = self._followed
        return followed.corners if followed is not None and followed.drawn is drawn else drawn.corners

    def look_anew(self) -> None:
        """The table is read as soon as it is at rest, whether or not anything has moved since."""
        self._motion = Gate()

    def see(self, frame: Frame, settled: bool = False) -> Sight | Unread | None:
        """What this frame shows, if the table has come to rest since the last, or that it cannot for the camera shakes
        or is blind; `settled` passes the gate by."""
        if settled:
            return self.observe(frame.image)
        if self._blind and not is_blind(frame.image):
            self._blind = False
            self.look_anew()  # a bright table would be taken for a hand before the glare
        shook, held = self._motion.shakes, self._motion.hand
        still = self.gate(frame)
        if still is not None:
            return self.observe(still, self._table_seen)
        if self._motion.hand and not held and is_blind(frame.image):
            self._blind = True  # glare all over, where the mat was as bright: no hand is waited for
            return Unread(BLIND)
        if self._motion.shakes and not shook:
            return Unread(BLIND if is_blind(frame.image) else SHAKES)
        return None

    def observe(self, still: Image, before: TableSeen | None = None) -> Sight | Unread:
        """What a picture (BGR uint8) of a table at rest shows: by itself, or after what was seen `before` of it."""
        self.still, followed = still, self._followed
        self._blind = is_blind(still)
        if self._blind:
            return Unread(BLIND)
        if trouble := drawn_for_other_cards(self._setup):
            return Unread(trouble)
        if followed is not None and (trouble := followed.see(still, self._setup.layout)):
            return Unread(trouble)
        seen = self._find_bend(still)
        image = self.straighten(still)
        in_view = self.locate(image, seen)
        observation = self.read(image, self._mat, _photo_size(image))
        photo = shrunk(image, _photo_scale(image))  # not before: reading takes the most memory
        if observation is None:
            return Unread(self._other_mat or mat_unseen(image, self._setup.layout, self._sought.seen))
        if before is not None:
            if self._setup.profile.dice:
                observation = self._known_dice.with_rest(observation, photo, self._mat)
                observation = self._known_dice.with_overlooked(observation, photo)
            taken = self._known_dice.taken(photo) if self._setup.profile.dice else ()
            doubt = before.doubt(image, observation, in_view, self._sought.markers, taken)
            if doubt is not None:
                if self._mat_reader is not None:
                    self._mat_reader.take_back()
                return Unread(doubt)
            if not observation.pieces and not self._setup.profile.deck:
                observation = replace(observation, sure=True)  # seen bare: an even cloth need not look sharp
            if self._setup.profile.dice:
                self._known_dice.saw(observation, photo, self._mat)
        if followed is not None:
            followed.remember(still, observation)
        return Sight(observation, _jpeg(photo))

    def unnamed(self) -> tuple[str, ...]:
        """The zones of a mat of cards in which something lies in the last picture that was not named."""
        if self.still is None or self._mat is None or self._mat_reader is None:
            return ()
        return self._mat_reader.unnamed(self.straighten(self.still), self._mat)

    def gate(self, frame: Frame) -> Image | None:
        """The picture of this frame, held still, if the table has come to rest since the last."""
        enlarged = frame.enlarged if self._setup.profile.deck else None  # dice are large enough, and read sooner so
        still = self._motion.push(frame.image, frame.at, enlarged)
        return None if still is None else still.image

    def _find_bend(self, still: Image) -> SeenMarkers | None:
        """Finds once how the lens bends, by a printed mat; the markers that were sought for it, where the straightened
        picture has them.

        Dice need no straight picture, and a drawn mat follows it as it is.
        """
        if not self._setup.profile.deck or self._setup.drawn is not None or self._bend is not None:
            return None
        seen, size = seen_markers(still, self._setup.layout), (still.shape[1], still.shape[0])
        self._bend = lens.bend_by(seen, size)
        return seen if self._straight else replace(seen, px=lens.unbent(seen.px, round(self._bend or 0.0, 3), size))

    @property
    def _straight(self) -> bool:
        """Whether the lens hardly bends, as far as that is known."""
        return abs(self._bend or 0.0) < lens.LIMITS.min_bend

    def straighten(self, still: Image) -> Image:
        """The picture as a lens without distortion takes it, as far as it is known how the lens bends."""
        as_it_is = not self._setup.profile.deck or self._setup.drawn is not None
        return still if as_it_is else lens.straightened(still, self._bend or 0.0)

    def as_taken(self, points: Doubles, size: tuple[int, int]) -> Doubles:
        """Points (N, 2) px of the straightened picture of this size (width, height), where the camera took them."""
        return points if self._straight else lens.bent(points, round(self._bend or 0.0, 3), size)

    def locate(self, image: Image, seen: SeenMarkers | None = None) -> Mat | None:
        """The mat, if it is in view; a hand's shadow or a piece on a marker hides it for a moment: it is kept. Its
        markers are sought unless it is told which are `seen`."""
        layout = self._setup.layout
        if self._followed is not None:
            self._mat = self._followed.mat(layout)
            return self._mat
        last = self._mat if self._mat and self._mat.layout == layout else None  # another game's is none of this one's
        self._sought = mat.search(image, layout, last, self._setup.printed, seen)
        self._other_mat = self._of_other_cards(image) if last is None and self._setup.profile.deck else ""
        if self._other_mat:
            return None
        self._mat = self._sought.mat or last
        return self._sought.mat

    def _of_other_cards(self, image: Image) -> str:
        """What is said of a mat that was printed for cards of another size; "" of any other mat."""
        seen = self._sought.seen
        if seen is None or not seen.ids:
            return ""
        size = (image.shape[1], image.shape[0])
        px = self.as_taken(seen.px.reshape(-1, 2), size).reshape(seen.px.shape)
        other = printed_for(self._setup, seen, px, size)
        return wrong_size(self._setup, other) if other else ""

    def read(self, image: Image, found: Mat | None, photo_size: tuple[int, int]) -> Observation | None:
        """The pieces in a picture, in px of its photograph of that size (width, height).

        None as long as the mat of cards is not found, for it says all places.
        """
        scale = _photo_scale(image)
        if not self._setup.profile.deck and not self._setup.profile.dice:
            return Observation(self._new_id(), *photo_size, ())  # nothing counts that lies there
        if self._mat_reader is None or not self._setup.profile.deck:
            reader = dice_reader(self._setup.profile.dice, self._setup.home)
            seen = read_dice(reader, image, found, scale, self._known_dice, self._setup.print_below)
            return Observation(self._new_id(), *photo_size, seen.pieces, (), seen.sure, perhaps=seen.perhaps)
        if found is None:
            return None
        pieces, sure = self._mat_reader.read(image, found, scale)
        return Observation(self._new_id(), *photo_size, pieces, (), sure)


def _photo_scale(image: Image) -> float:
    """What makes px of a picture px of its photograph."""
    return min(1.0, PHOTO_WIDTH_PX / int(image.shape[1]))


def _photo_size(image: Image) -> tuple[int, int]:
    """Width and height of the photograph of a picture."""
    scale = _photo_scale(image)
    return round(image.shape[1] * scale), round(image.shape[0] * scale)


def _jpeg(photo: Image) -> bytes:
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
