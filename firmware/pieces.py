"""Tiles and tokens of a game: our own art as what is taught, and the reading of those that lie on its mat."""

from __future__ import annotations

from functools import cache

from hardware import piece_art
from hardware.piece_art import tiles as tile_art
from hardware.piece_art import tokens as token_art
from vision.mat import Image, Mat
from vision.pieces import Spotted
from vision.tiles import TileReader, Tiles
from vision.tokens import TokenReader, Tokens

_PX = 120
"""Width at which pieces are taught, px."""
CAGE = "cage"


def read_pieces(game: str, image: Image, mat: Mat, seats: int = 0) -> tuple[Spotted, ...]:
    """The tiles or tokens on a game's mat in a picture (BGR uint8); only tokens of the first `seats`, if given.

    None for a game without them.
    """
    zones = mat.layout["zones"]
    if game == "hai-noon":
        inner = [name for name in zones if name.startswith("inner-")]
        ring = [name for name in zones if name.startswith("ring-")]
        return _tiles().read(image, mat, [*ring, *inner, "beside"], [*inner, "beside"])
    if game == "hold-your-breath":
        names = piece_art.pieces(game)
        among = [name for name in names if not seats or int(name.rpartition("-")[2]) < seats]
        return _tokens().read(image, mat, [name for name in zones if name.startswith("depth-")], among)
    return ()


@cache
def _tiles() -> TileReader:
    names = [name for name in piece_art.pieces("hai-noon") if name != CAGE]
    faces = {name: piece_art.draw("hai-noon", name, _PX) for name in names}
    frame = (CAGE, piece_art.draw("hai-noon", CAGE, _PX), tile_art.CAGE, tile_art.WINDOW)
    return TileReader(Tiles(faces, tile_art.SIZE, frame))


@cache
def _tokens() -> TokenReader:
    game = "hold-your-breath"
    pictures = {name: piece_art.draw(game, name, _PX) for name in piece_art.pieces(game)}
    return TokenReader(Tokens(pictures, token_art.SIZE))
