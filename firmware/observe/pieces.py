"""Tiles and tokens of a game: the reading of those that lie on its mat."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from firmware.config import home
from firmware.games.faces import TILES, TOKENS, faces
from hardware.art import pieces as piece_art
from hardware.art.pieces import tiles as tile_art
from hardware.art.pieces import tokens as token_art
from vision.frame.mat import Image, Mat
from vision.pieces.reading import PlacedPiece
from vision.pieces.tiles import TileReader, Tiles
from vision.pieces.tokens import TokenReader, Tokens

CAGE = "cage"


def read_pieces(game: str, image: Image, mat: Mat, seats: int = 0) -> tuple[PlacedPiece, ...]:
    """The tiles or tokens on a game's mat in a picture (BGR uint8); only tokens of the first `seats`, if given.

    None for a game without them.
    """
    zones = mat.layout["zones"]
    if game == "hai-noon":
        inner = [name for name in zones if name.startswith("inner-")]
        ring = [name for name in zones if name.startswith("ring-")]
        return _tiles(home()).read(image, mat, [*ring, *inner, "beside"], [*inner, "beside"])
    if game == "hold-your-breath":
        names = piece_art.pieces(game)
        among = [name for name in names if not seats or int(name.rpartition("-")[2]) < seats]
        return _tokens(home()).read(image, mat, [name for name in zones if name.startswith("depth-")], among)
    return ()


@cache
def _tiles(home: Path) -> TileReader:
    known = dict(faces(TILES, "hai-noon", home))
    cage = known.pop(CAGE)
    if cage.shape[2] == 3:  # taught: where it is cut out is ours
        cover = piece_art.draw("hai-noon", CAGE, len(cage))[..., 3]
        cage = np.dstack([cage, cv2.resize(cover, cage.shape[1::-1], interpolation=cv2.INTER_AREA)])
    return TileReader(Tiles(known, tile_art.SIZE, (CAGE, cage, tile_art.CAGE, tile_art.WINDOW)))


@cache
def _tokens(home: Path) -> TokenReader:
    return TokenReader(Tokens(faces(TOKENS, "hold-your-breath", home), token_art.SIZE))
