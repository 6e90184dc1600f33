"""Tiles and tokens of a game: the reading of those that lie on its mat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from engines.names import face_of, kind_of
from firmware.games.faces import FaceKind, faces, taught
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import HIDDEN
from hardware.art import pieces as piece_art
from hardware.art.pieces import tiles as tile_art
from hardware.art.pieces import tokens as token_art
from vision.frame.mat import Mat, MatGround
from vision.frame.mat.learnt_ground import learnt_ground
from vision.pieces.compare import on_one_paper
from vision.pieces.reading import PlacedPiece
from vision.pieces.tiles import TileReader, Tiles
from vision.pieces.tokens import TokenReader, Tokens
from vision.reading import Image

CAGE = "cage"
BESIDE = "beside"
"""Where the cage lies on nothing."""
MIN_LYING = 0.5
"""What is less surely a piece in the picture that was drawn on is taken for a part of the table."""
MAX_PLAIN_SPREAD = 22.0
"""Picture values (standard deviation) by which a plain ground varies at most in a cage's window."""


def read_pieces(setup: TableSetup, image: Image, mat: Mat, ground: MatGround | None) -> tuple[PlacedPiece, ...]:
    """The tiles, tokens and marks on a game's mat in a picture (BGR uint8); none for a game without them. `ground`:
    what the mat shows where nothing lies, if that is known."""
    own, marks = _own_pieces(setup, image, mat, ground), setup.profile.marks
    return (*own, *_discs(piece_art.MARKS, setup, marks, image, mat, ground)) if marks else own


def _own_pieces(setup: TableSetup, image: Image, mat: Mat, ground: MatGround | None) -> tuple[PlacedPiece, ...]:
    """A game's own tiles or tokens."""
    zones, profile = mat.layout["zones"], setup.profile
    if tiles := profile.tiles:
        reader = _tiles(setup.game, setup.home)
        return reader.read(image, mat, _zones(zones, tiles.places), _zones(zones, tiles.covered_places), ground)
    if tokens := profile.tokens:
        return _discs(setup.game, setup, _zones(zones, tokens.places), image, mat, ground)
    return ()


def _discs(
    name: str, setup: TableSetup, places: Iterable[str], image: Image, mat: Mat, ground: MatGround | None
) -> tuple[PlacedPiece, ...]:
    """The round pieces of a set, of the seats that play, in these places."""
    among = [disc for disc in piece_art.pieces(name) if not setup.seats or seat_of(disc) < setup.seats]
    return _tokens(name, setup.home).read(image, mat, places, among, ground)


def ground_of(setup: TableSetup) -> MatGround | None:
    """What the mat of a table shows where nothing lies: its print; where places were drawn, what lay there then, but
    for the pieces."""
    if setup.drawn is None:
        return setup.printed
    still, mat = setup.drawn.still, setup.drawn.mat(setup.drawn.still, setup.layout)
    lying = [piece for piece in read_pieces(setup, still, mat, None) if piece.confidence > MIN_LYING]
    return learnt_ground(still, mat, [(p.at[0] - p.size / 2, p.at[1] - p.size / 2, p.size, p.size) for p in lying])


def under_cages(setup: TableSetup, seen: Iterable[PlacedPiece]) -> Iterator[PlacedPiece]:
    """The tile under a cage that hides it wholly: one of those that are not `seen` elsewhere, showing what such tiles
    mostly do. Pieces as likely as that, with the doubt `HIDDEN`."""
    tiles = setup.profile.tiles
    if tiles is None:
        return
    by_place: dict[str, list[PlacedPiece]] = {}
    for piece in seen:
        by_place.setdefault(piece.place, []).append(piece)
    caged = [here[0] for here in by_place.values() if len(here) == 1 and here[0].name == CAGE]
    lying = {kind_of(piece.name) for here in by_place.values() for piece in here}
    unseen = [name for group in tiles.lookalikes for name in group if kind_of(name) not in lying]
    shares = {name: share for name in unseen if (share := tiles.covered_shares.get(face_of(name)))}
    for cage in caged:
        if cage.place != BESIDE and (whole := sum(shares.values())):
            ranked = tuple(sorted(((name, share / whole) for name, share in shares.items()), key=lambda one: -one[1]))
            yield replace(cage, candidates=ranked, size=tile_art.TILE_MM, doubt=HIDDEN)


def seat_of(token: str) -> int:
    """The seat whose token it is: 2 for `pirate-2`."""
    return int(token.rpartition("-")[2])


def _zones(zones: Iterable[str], beginnings: Iterable[str]) -> list[str]:
    """The zones whose names begin so, in the order of the beginnings."""
    names = tuple(zones)
    return [name for beginning in beginnings for name in names if name.startswith(beginning)]


@lru_cache(maxsize=4)
def _tiles(game: str, home: Path) -> TileReader:
    known = _faces(FaceKind.TILES, game, home)
    cage = known.pop(CAGE)
    if cage.shape[2] == 3:
        cage = np.dstack([cage, _cover(game, cage)])
    return TileReader(Tiles(known, tile_art.TILE_MM, (CAGE, cage, tile_art.CAGE_MM, tile_art.WINDOW_MM)))


def _faces(kind: FaceKind, game: str, home: Path) -> dict[str, Image]:
    """The faces of a game's tiles or tokens; taught ones as under one light."""
    known = dict(faces(kind, game, home))
    return known if taught(kind, game, home) is None else on_one_paper(known)


def _cover(game: str, cage: Image) -> Image:
    """Where a taught cage covers what lies under it: where ours does, if through its window one sees the plain ground;
    everywhere, if something is printed there."""
    edge = len(cage)
    rim = round(edge * (1 - tile_art.WINDOW_MM / tile_art.CAGE_MM) / 2) + edge // 12
    if float(cage[rim:-rim, rim:-rim].std((0, 1)).max()) > MAX_PLAIN_SPREAD:
        return np.full(cage.shape[:2], 255, np.uint8)
    cover = piece_art.draw(game, CAGE, edge)[..., 3]
    return np.asarray(cv2.resize(cover, cage.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4)
def _tokens(game: str, home: Path) -> TokenReader:
    return TokenReader(Tokens(_faces(FaceKind.TOKENS, game, home), token_art.TOKEN_MM))
