"""What the table is made of: tiles of wood, felt, cloth, carpet, stone, paper; all drawn from noise.

A tile is (1024, 1024, 3) uint8 BGR and joins itself on all sides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from hardware.arrays import Floats, Image
from hardware.scene.optics.view import array

TILE_PX = 1024


@lru_cache(maxsize=4)  # 3 MB each
def material_tile(material: str, variant: int) -> Image:
    """One tile of a material. Raises KeyError for a material we do not have."""
    number = sorted(MATERIALS).index(material)
    rng = np.random.default_rng((9173, number, variant))
    return np.clip(MATERIALS[material](rng), 0, 255).astype(np.uint8)


def tile_noise(rng: np.random.Generator, cells: tuple[int, int], octaves: int = 1, fade: float = 0.5) -> Floats:
    """Smooth noise (1024, 1024) about 0, of unit spread, that joins itself; `cells` (down, across) per tile."""
    total = np.zeros(cells, np.float32)
    for octave in range(octaves):
        down, across = (min(c * 2**octave, TILE_PX) for c in cells)
        total = _stretched(total, down, across)
        total += rng.standard_normal((down, across), np.float32) * np.float32(fade**octave)
    total = _stretched(total, TILE_PX, TILE_PX)
    return total / np.float32(max(cv2.meanStdDev(total)[1].item(), 1e-6))


def _stretched(grid: Floats, down: int, across: int) -> Floats:
    """The grid at a whole multiple of its size, smooth, still joining itself."""
    if grid.shape == (down, across):
        return grid
    step_y, step_x = down // grid.shape[0], across // grid.shape[1]
    edged = cv2.copyMakeBorder(grid, 2, 2, 2, 2, cv2.BORDER_WRAP)
    size = edged.shape[1] * step_x, edged.shape[0] * step_y
    wide = cv2.resize(edged, size, interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(wide[2 * step_y : 2 * step_y + down, 2 * step_x : 2 * step_x + across])


def colour_between(rng: np.random.Generator, *colours: tuple[float, float, float]) -> Floats:
    """A colour (3,) somewhere between the given ones, B, G, R 0 to 255."""
    share = rng.dirichlet(np.ones(len(colours)))
    return array(share @ np.array(colours))


def _flat(colour: Floats) -> Floats:
    return np.broadcast_to(colour.astype(np.float32), (TILE_PX, TILE_PX, 3)).copy()


def _shaded(base: Floats, shade: Floats, amount: float) -> Floats:
    return base * (1 + np.float32(amount) * shade)[..., None]


WOODS = (
    (60, 95, 150),
    (120, 165, 205),
    (165, 195, 220),
    (40, 60, 100),
    (105, 140, 175),
    (70, 110, 175),
    (150, 170, 185),
)


def _wood(rng: np.random.Generator) -> Floats:
    """Boards with grain; one board, planks or parquet."""
    base = colour_between(rng, *(WOODS[i] for i in rng.choice(len(WOODS), 2, replace=False)))
    bend = tile_noise(rng, (4, 2), 2) * rng.uniform(2, 14)
    rows = np.arange(TILE_PX, dtype=np.float32)[:, None] + bend
    rings = np.zeros((TILE_PX, TILE_PX), np.float32)
    line = tile_noise(rng, (int(rng.choice([32, 64, 128])), 1), 3, 0.7)[:, 0]
    rings = cv2.remap(np.tile(line[:, None], (1, TILE_PX)), _columns(), rows % (TILE_PX - 1), cv2.INTER_LINEAR)
    pores = np.minimum(tile_noise(rng, (1024, int(rng.choice([16, 32, 64])))), 0)
    wood = _shaded(_flat(base), rings, rng.uniform(0.03, 0.13))
    wood = _shaded(wood, pores, rng.uniform(0.01, 0.09))
    planks = int(rng.choice([1, 1, 2, 4, 8]))
    if planks > 1:
        width = TILE_PX // planks
        for i in range(planks):
            rows_of = slice(i * width, (i + 1) * width)
            wood[rows_of] = np.roll(wood[rows_of], int(rng.integers(TILE_PX)), 1) * rng.uniform(0.86, 1.1)
            wood[i * width : i * width + int(rng.integers(2, 6))] *= rng.uniform(0.35, 0.8)
            cut = int(rng.integers(TILE_PX))
            wood[rows_of, cut : cut + 3] *= 0.6
    wood = _shaded(wood, tile_noise(rng, (4, 4), 2), rng.uniform(0, 0.06))
    return wood if rng.random() < 0.5 else np.ascontiguousarray(wood.transpose(1, 0, 2))


def _columns() -> Floats:
    return np.tile(np.arange(TILE_PX, dtype=np.float32), (TILE_PX, 1))


def _felt(rng: np.random.Generator) -> Floats:
    base = colour_between(rng, (60, 110, 30), (50, 80, 20), (140, 60, 25), (40, 30, 130), (60, 60, 60), (120, 40, 90))
    fibres = tile_noise(rng, (512, 512)) * 0.6 + tile_noise(rng, (128, 128), 2) * 0.5
    return _shaded(_shaded(_flat(base), fibres, rng.uniform(0.04, 0.12)), tile_noise(rng, (4, 4), 3), 0.04)


def _weave(rng: np.random.Generator) -> Floats:
    pitch = int(rng.choice([64, 128, 256]))
    x = np.arange(TILE_PX) * (2 * np.pi * pitch / TILE_PX)
    weave = np.sin(x)[:, None] * np.sin(x)[None, :]
    return array((weave + 0.5 * tile_noise(rng, (256, 256))).astype(np.float32))


def _colour(rng: np.random.Generator) -> Floats:
    """Any colour that cloth may have: (3,) B, G, R."""
    hsv = np.array([[[rng.integers(180), rng.beta(1.2, 1.6) * 230, 40 + rng.beta(2, 1.3) * 210]]], np.uint8)
    return array(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32))


def _cloth(rng: np.random.Generator) -> Floats:
    """Stripes, checks, dots or flowers, woven."""
    cloth = _flat(_colour(rng))
    style = rng.choice(["stripes", "checks", "dots", "flowers", "blots", "zigzag"])
    cells = int(rng.choice([4, 8, 16, 32]))
    x = np.arange(TILE_PX) * cells / TILE_PX
    if style in ("stripes", "checks"):
        share = rng.uniform(0.2, 0.6)
        across, other = _colour(rng), _colour(rng)
        cloth[:, (x % 1) < share] = across
        if style == "checks":
            down = (x % 1) < share
            cloth[down] = 0.5 * cloth[down] + 0.5 * other
    elif style == "zigzag":
        wave = (x[:, None] + np.abs((x[None, :] % 1) - 0.5)) % 1 < rng.uniform(0.25, 0.6)
        cloth[wave] = _colour(rng)
    elif style == "blots":
        cloth[tile_noise(rng, (cells, cells), 3) > rng.uniform(-0.3, 0.8)] = _colour(rng)
    else:
        _stamps(rng, cloth, cells, style == "flowers")
    return _shaded(_shaded(cloth, _weave(rng), rng.uniform(0.01, 0.06)), tile_noise(rng, (4, 4), 2), 0.03)


def _stamps(rng: np.random.Generator, cloth: Floats, cells: int, flowers: bool) -> None:
    """Dots in a lattice, or little flowers strewn about."""
    step, inks = TILE_PX / cells, [_colour(rng) for _ in range(3)]
    radius = step * rng.uniform(0.1, 0.36)
    shift = rng.random() < 0.5
    for row in range(cells):
        for column in range(cells):
            x, y = (column + (0.5 if shift and row % 2 else 0.0)) * step, row * step
            ink = inks[0] if not flowers else inks[(row * 7 + column * 3) % 3]
            petals = [(0.0, 0.0)]
            if flowers:
                petals = [(np.cos(a) * radius, np.sin(a) * radius) for a in np.arange(5) * 1.257 + row]
            for dx, dy in petals:
                _dot(cloth, x + dx, y + dy, max(round(radius * (0.5 if flowers else 1)), 1), ink.tolist())


def _dot(cloth: Floats, x: float, y: float, radius: int, ink: list[float]) -> None:
    """A disc that goes on over the tile's borders."""
    for over_x in (-TILE_PX, 0, TILE_PX):
        for over_y in (-TILE_PX, 0, TILE_PX):
            at = (round(x + over_x), round(y + over_y))
            if all(-radius <= c <= TILE_PX + radius for c in at):
                cv2.circle(cloth, at, radius, ink, -1, cv2.LINE_AA)


def _carpet(rng: np.random.Generator) -> Floats:
    base = colour_between(rng, (150, 165, 180), (90, 110, 130), (70, 60, 60), (120, 130, 120), (60, 70, 130))
    loops = tile_noise(rng, (int(rng.choice([64, 128, 256])),) * 2) + 0.6 * tile_noise(rng, (512, 512))
    carpet = _shaded(_flat(base), loops, rng.uniform(0.07, 0.2))
    if rng.random() < 0.4:
        bands = cv2.GaussianBlur(tile_noise(rng, (4, 4), 2), (0, 0), 3)
        line = np.abs(bands - rng.uniform(-0.5, 0.5)) < rng.uniform(0.06, 0.3)
        carpet[line] *= colour_between(rng, (0.7, 0.7, 0.7), (1.2, 1.2, 1.2), (0.8, 0.9, 1.1))
    return _shaded(carpet, tile_noise(rng, (4, 4), 2), 0.05)


def _plain(rng: np.random.Generator) -> Floats:
    """A desk, a sheet of paper, a box: one colour, hardly any structure."""
    base = colour_between(rng, (235, 238, 240), (200, 205, 210), (225, 232, 238), (150, 155, 160), (180, 200, 215))
    if rng.random() < 0.25:
        base = _colour(rng)
    plain = _shaded(_flat(base), tile_noise(rng, (4, 4), 3), rng.uniform(0, 0.03))
    return _shaded(plain, tile_noise(rng, (512, 512)), rng.uniform(0, 0.025))


def _dark(rng: np.random.Generator) -> Floats:
    base = colour_between(rng, (18, 18, 18), (60, 52, 48), (35, 40, 50), (30, 22, 20))
    dark = _shaded(_flat(base), tile_noise(rng, (8, 8), 3), rng.uniform(0.02, 0.12))
    return dark + tile_noise(rng, (512, 512))[..., None] * rng.uniform(0, 3)


def _stone(rng: np.random.Generator) -> Floats:
    base = colour_between(rng, (120, 122, 124), (70, 68, 66), (190, 195, 200), (150, 165, 180))
    grit = tile_noise(rng, (4, 4), 7, 0.75)
    stone = _shaded(_flat(base), grit, rng.uniform(0.05, 0.16))
    if rng.random() < 0.5:
        veins = np.exp(-np.abs(tile_noise(rng, (2, 4), 5, 0.6)) * rng.uniform(8, 25))
        stone = _shaded(stone, veins, rng.uniform(-0.5, 0.3))
    if rng.random() < 0.4:
        specks = tile_noise(rng, (256, 256)) > rng.uniform(1.2, 2.2)
        stone[specks] = stone[specks] * 0.4 + _colour(rng) * 0.4
    return stone


def _squares(rng: np.random.Generator) -> Floats:
    """Squared or ruled paper, tiles with joints."""
    sheet = _plain(rng)
    cells = int(rng.choice([4, 8, 16, 32]))
    step, thick = TILE_PX // cells, int(rng.integers(1, 6))
    shade = rng.uniform(0.3, 0.85) if rng.random() < 0.7 else 1.15
    tint = colour_between(rng, (1, 0.8, 0.7), (0.8, 0.8, 0.8), (0.7, 0.8, 1)) * shade
    for i in range(cells):
        sheet[i * step : i * step + thick] *= tint
        if cells < 16 or rng.random() < 2:
            sheet[:, i * step : i * step + thick] *= tint
    return sheet


def _board(rng: np.random.Generator) -> Floats:
    """The printed map of some board game: coloured fields with dark borders."""
    count = int(rng.integers(12, 60))
    points = rng.integers(0, TILE_PX, (count, 2)).astype(np.float32)
    colours = np.stack([_colour(rng) for _ in range(count)])
    grid = np.stack(np.meshgrid(*[np.arange(0, TILE_PX, 4, dtype=np.float32)] * 2), -1).reshape(-1, 2)
    away = np.abs(grid[:, None] - points[None])
    away = np.minimum(away, TILE_PX - away)
    near = np.argmin((away**2).sum(-1), 1).reshape(TILE_PX // 4, TILE_PX // 4)
    edges = cv2.morphologyEx(near.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
    fields = colours[near].astype(np.float32)
    fields[edges] *= 0.35
    board = cv2.resize(fields, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    return _shaded(cv2.GaussianBlur(board, (0, 0), 1.5), tile_noise(rng, (8, 8), 6, 0.8), 0.06)


MATERIALS: dict[str, Callable[[np.random.Generator], Floats]] = {
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "carpet": _carpet,
    "plain": _plain,
    "dark": _dark,
    "stone": _stone,
    "squares": _squares,
    "board": _board,
}
