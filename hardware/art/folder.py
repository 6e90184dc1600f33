"""Somebody else's art: a folder with a picture of each face, to lie on the simulated table instead of ours.

    FOLDER/cards/<game>/<name>.jpg or .png        edge to edge
    FOLDER/cards/<game>/size.txt                  may be there: a card's width and height in mm, as in 57x87
    FOLDER/tiles/<game>/<name>.png                likewise, a fourth channel says where the tile is
    FOLDER/tokens/<game>/<name>.png
    FOLDER/dice/<kind>-<face>.png                 the ink on the die's colour, edge to edge
    FOLDER/board/<game>.jpg or .png               may be there: what lies in the place of our mat, as large as it

Nothing falls back to our own art: what is not there is an `ArtLacking`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from hardware.arrays import Floats, Image
from hardware.art import deck as deck_art
from hardware.art import dice as dice_art
from hardware.art import pieces as piece_art
from hardware.art.card_sizes import STANDARD, CardSize, card_size, sizes_of

CARDS, TILES, TOKENS, DICE, BOARD = "cards", "tiles", "tokens", "dice", "board"
"""The folders in it."""
KIND_OF = {"hai-noon": TILES, "hold-your-breath": TOKENS}
"""Game -> the folder in which its pieces beside the cards are."""
RIM_SHARE = 0.04
"""The outermost part of a die's face, which shows the die's own colour."""
CLEAR_INK = 60.0
"""What differs from the die's colour by so much (of 255, over three channels) is ink."""


class ArtLacking(ValueError):
    """The folder has no picture of a piece, or one that is no picture."""


@dataclass(frozen=True, slots=True)
class ArtFolder:
    """A folder of pictures of other faces."""

    folder: Path

    def card(self, game: str, name: str, width: int) -> Image:
        """A card's face as a picture (h, width, 3) uint8 BGR, of a card's own shape. Raises ArtLacking."""
        drawn = _read(self._file(CARDS, game, name))
        return _sized(drawn[..., :3], width, deck_art.height_of(width, self.card_mm(game)))

    def card_mm(self, game: str) -> CardSize:
        """Width and height of a game's cards: as its folder says, else the size of real cards that its back's sides
        are likest to. Raises ArtLacking for a size that is none."""
        return _card_mm(self._file(CARDS, game, deck_art.BACK))

    def piece(self, game: str, name: str, width: int) -> Image:
        """A tile or token (width, width, 4) uint8, BGR and its cover, ours if it has none. Raises ArtLacking."""
        drawn = _sized(_read(self._file(KIND_OF[game], game, name)), width, width)
        if drawn.shape[2] == 4:
            return drawn
        return np.dstack([drawn, piece_art.draw(game, name, width)[..., 3]])

    def die(self, kind: str, face: str, width: int) -> tuple[Image, Floats]:
        """One side of a die (width, width, 3) uint8 BGR, and the cover (width, width) of its ink, 0 to 1.

        Raises ArtLacking.
        """
        drawn = _read(self._file(DICE, "", f"{kind}-{face}"))
        body = np.array(dice_art.COLOURS.get(kind, ((235, 235, 235), ()))[0], np.float32)
        if drawn.shape[2] == 4:
            share = drawn[..., 3:].astype(np.float32) / 255
            drawn = np.asarray(drawn[..., :3] * share + body * (1 - share), np.uint8)
        picture = _sized(drawn, width, width)
        far = np.abs(picture.astype(np.float32) - self._body(picture)).sum(2)
        return picture, np.asarray(np.clip(far / CLEAR_INK, 0, 1), np.float32)

    def die_body(self, kind: str, face: str) -> tuple[float, float, float]:
        """The colour of a die about its ink: B, G, R from 0 to 1. Raises ArtLacking."""
        b, g, r = (self._body(self.die(kind, face, 64)[0]) / 255).tolist()
        return b, g, r

    def has_board(self, game: str) -> bool:
        """Whether another board lies in the place of a game's mat."""
        return _found(self._file(BOARD, "", game)) is not None

    def board(self, game: str, width: int, height: int) -> Image:
        """That board (height, width, 3) uint8 BGR. Raises ArtLacking."""
        return _sized(_read(self._file(BOARD, "", game))[..., :3], width, height)

    def check(self, kind: str, game: str, names: Iterable[str]) -> None:
        """Raises ArtLacking, naming the first of these pieces that has no picture; `game` is "" for dice."""
        for stem in (self._file(kind, game, name) for name in names):
            if _found(stem) is None:
                raise _lacking(stem)

    def _file(self, kind: str, game: str, name: str) -> Path:
        return self.folder / kind / game / name if game else self.folder / kind / name

    @staticmethod
    def _body(picture: Image) -> Floats:
        """The median colour (3,) of the rim of a die's face."""
        rim = max(round(RIM_SHARE * len(picture)), 1)
        edges = (picture[:rim], picture[-rim:], picture[:, :rim], picture[:, -rim:])
        return np.asarray(np.median(np.concatenate([edge.reshape(-1, 3) for edge in edges]), axis=0), np.float32)


def _lacking(stem: Path) -> ArtLacking:
    return ArtLacking(f"{stem}.png: there is no such picture, nor one in .jpg; other art must have every piece")


def _found(stem: Path) -> Path | None:
    """The picture of that name; names hold dots themselves, so the ending is added, not replaced."""
    return next((file for end in (".png", ".jpg") if (file := stem.parent / f"{stem.name}{end}").is_file()), None)


@lru_cache(maxsize=32)
def _card_mm(back: Path) -> CardSize:
    said = back.with_name("size.txt")
    if said.is_file():
        try:
            return card_size(said.read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            raise ArtLacking(f"{said}: {error}") from None
    if _found(back) is None:
        return STANDARD
    height, width = _read(back).shape[:2]
    return next(iter(sizes_of(min(width, height) / max(width, height))), STANDARD)


@lru_cache(maxsize=256)
def _read(stem: Path) -> Image:
    """A picture of three or four channels. Raises ArtLacking."""
    file = _found(stem)
    if file is None:
        raise _lacking(stem)
    drawn = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_UNCHANGED) if file.stat().st_size else None
    if drawn is None or drawn.dtype != np.uint8:
        raise ArtLacking(f"{file}: not a picture of 8 bits a colour")
    if drawn.ndim == 2:
        drawn = np.repeat(drawn[..., None], 3, axis=2)
    drawn.setflags(write=False)
    return np.asarray(drawn, np.uint8)


def _sized(drawn: Image, width: int, height: int) -> Image:
    return np.asarray(cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
