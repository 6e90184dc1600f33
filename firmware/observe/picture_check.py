"""What a camera's picture is worth: focus, light, glare, the mat, the size of a piece; and the one thing to do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engines.core import said
from firmware.games.layouts import card_mm
from firmware.observe.mat_unseen import LIMITS as MAT
from firmware.observe.mat_unseen import fine_share, mat_unseen
from firmware.observe.table_seen import BLIND, is_blind
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import TRAY, Observation
from hardware.cameras.frame import Image
from vision.frame import mat


@dataclass(frozen=True, slots=True)
class PictureCheckLimits:
    """What a picture is judged by."""

    dark_level: float = 60.0
    """The brighter parts (90 of 100 px are darker) are below this where it is too dark. In 24 drawn scenes, the dimmest
    of their lamps included, they were at 120 and above."""
    enough_light: float = 75.0
    """Where it was too dark it is light again from here on, so that a cloud does not make the device talk."""
    glare_share: float = 0.15
    """Share of blown-out px (above 250) from which lamps glare; a white table in strong light had up to 0.17."""
    blown_level: int = 250
    die_mm: float = 16.0
    """The edge of a usual die."""
    die_px: int = 20
    """A die that is narrower is read badly: the detector's own dice are 10 to 32 px wide at the face."""
    cut_share: float = 0.02
    """A mat that reaches by so much of the picture's width over its border is not whole in it."""
    card_px: int = 80
    """A card that is narrower is read badly."""


LIMITS = PictureCheckLimits()
DARK = {
    "die": said("It is too dark to tell 2 from 3: switch a lamp on."),
    "card": said("It is too dark to tell the cards apart: switch a lamp on."),
}
GLARE = said("A lamp glares on the table: turn it aside, or draw a curtain.")
SOFT = said("The picture is soft: turn the lens until the number of the focus is highest.")
CUT = said("The mat is not whole in the picture: shift the camera, or hang it higher.")
SMALL = {
    "die": said("A die is only {px} px wide, and {least} are needed: hang the camera nearer."),
    "card": said("A card is only {px} px wide, and {least} are needed: hang the camera nearer."),
}
WELL = said("All is well: you can play.")


@dataclass(frozen=True, slots=True)
class PictureCheck:
    """Figures of one picture. `focus`: 0 to 100; `light`: 0 to 255; `glare`: a share; `mat`: found, cut, drawn, unseen
    or unneeded; `piece`: die or card, and how many px it is wide (None: nothing tells); `trouble`: the one thing to do,
    "" for nothing."""

    focus: int
    light: int
    glare: float
    mat: str
    piece: str
    piece_px: int | None
    least_px: int
    trouble: str


def brightness(image: Image) -> float:
    """How light the brighter parts of a picture (BGR uint8) are, 0 to 255."""
    return float(np.percentile(image[::8, ::8].mean(axis=2), 90))


def glare(image: Image) -> float:
    """The share of blown-out pixels."""
    return float((image[::4, ::4].min(axis=2) > LIMITS.blown_level).mean())


def piece_of(setup: TableSetup) -> str:
    """What is read on this table: a die or a card."""
    return "card" if setup.profile.deck else "die"


def checked(image: Image, setup: TableSetup, last: Observation | None = None) -> PictureCheck:
    """What a picture (BGR uint8) of that table is worth; dice of the `last` observation tell a scale without a mat."""
    piece, light, blown = piece_of(setup), brightness(image), glare(image)
    focus = round(100 * fine_share(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))
    sought = mat.search(image, setup.layout, None, setup.printed) if not setup.drawn else None
    found = setup.drawn.mat(image, setup.layout) if setup.drawn else sought.mat if sought else None
    px = _piece_px(found, setup, last, image.shape[1])
    least = LIMITS.card_px if piece == "card" else LIMITS.die_px
    state = _mat_state(found, setup, image)
    trouble = ""
    if is_blind(image):
        trouble = BLIND
    elif light < LIMITS.dark_level:
        trouble = DARK[piece]
    elif blown > LIMITS.glare_share:
        trouble = GLARE
    elif focus < 100 * MAT.soft_share:
        trouble = SOFT
    elif state == "unseen":
        trouble = mat_unseen(image, setup.layout, sought.seen if sought else None)
    elif state == "cut" and piece == "card":
        trouble = CUT
    elif px is not None and px < least:
        trouble = SMALL[piece].format(px=px, least=least)
    return PictureCheck(focus, round(light), round(blown, 3), state, piece, px, least, trouble)


def _mat_state(found: mat.Mat | None, setup: TableSetup, image: Image) -> str:
    """How the mat lies in a picture: drawn, found, cut off by its border, unseen, or unneeded."""
    if setup.drawn:
        return "drawn"
    if found is None:
        return "unseen" if setup.profile.deck else "unneeded"
    outline, (height, width) = found.outline(), image.shape[:2]
    rim = LIMITS.cut_share * width
    whole = outline.min() >= -rim and (outline.max(axis=0) <= (width + rim, height + rim)).all()
    return "found" if whole else "cut"


def _piece_px(found: mat.Mat | None, setup: TableSetup, last: Observation | None, width: int) -> int | None:
    """How many px a die or a card is wide in a picture of that width."""
    if found is not None:
        mm = card_mm(setup.layout)[0] if setup.profile.deck else LIMITS.die_mm
        return round(found.px_per_mm * mm)
    if setup.profile.deck or last is None:
        return None
    edges = [min(piece.box[2:]) for piece in last.pieces if piece.place == TRAY]
    return round(float(np.median(edges)) * width / last.width) if edges else None


class LightWatch:
    """Says when it has become too dark or too glaring to read the table, and when that is over."""

    def __init__(self) -> None:
        self.said = ""
        self._before = ""

    def look(self, image: Image, piece: str) -> str | None:
        """What is to be said after another look, "" for nothing any more, None for nothing new.

        Something is only said once two looks agree: a hand's shadow is no evening.
        """
        now = self._trouble(image, piece)
        agreed, self._before = now == self._before, now
        if not agreed or now == self.said:
            return None
        self.said = now
        return now

    def _trouble(self, image: Image, piece: str) -> str:
        dark = LIMITS.enough_light if self.said == DARK[piece] else LIMITS.dark_level
        if is_blind(image):
            return self._before  # the lens is covered: that is another trouble, and is said already
        if brightness(image) < dark:
            return DARK[piece]
        return GLARE if glare(image) > LIMITS.glare_share else ""
