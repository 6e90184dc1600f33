"""Pictures of tables and throws by a path tracer that is not ours: Mitsuba 3 (https://mitsuba-renderer.org).

What lies where comes from the simulated table. All else is drawn by chance, and by other means than `hardware/scene`
has: light that is followed as it bounces, a thin lens, cards that bow, a mat that waves, a camera's tone curve, noise
and sharpening. `pip install mitsuba` brings it; with LLVM on the machine it is ten times faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Image
from hardware.scene.objects.flat import FlatPiece, upper_side
from hardware.scene.objects.ground import MATERIALS, material_tile
from hardware.scene.objects.mat import PX_PER_MM, mat_picture
from hardware.scene.optics.view import CameraView
from hardware.scene.stage.table_stage import TableStage

try:
    import mitsuba as mi
except ModuleNotFoundError:
    raise SystemExit("Mitsuba is not installed: pip install mitsuba") from None

mi.set_variant("llvm_ad_rgb", "scalar_rgb")

Floats = NDArray[np.float64]
Parts = dict[str, Any]
"""Name of a part of a scene -> what Mitsuba makes of it."""


@dataclass(frozen=True, slots=True)
class TracerSettings:
    """What is drawn by chance, as least and most."""

    aperture_mm: tuple[float, float] = (0.5, 1.6)
    focus_share: tuple[float, float] = (0.94, 1.06)
    """Where it is sharp, as shares of how far the mat is."""
    wave_mm: tuple[float, float] = (0.0, 0.8)
    bow_mm: float = 0.6
    """How far a card that lies alone bows, as the spread of a bell."""
    roughness: tuple[float, float] = (0.25, 0.8)
    room_light: tuple[float, float] = (0.15, 0.6)
    lamp_light: tuple[float, float] = (0.28, 0.77)
    lamp_aside_mm: tuple[float, float] = (350, 1100)
    lamp_high_mm: tuple[float, float] = (700, 1400)
    lamp_size_mm: tuple[float, float] = (40, 350)
    above_camera_mm: float = 150
    """A lamp hangs so much higher than the camera, or it would hide the table."""
    balance: tuple[float, float] = (0.5, 0.95)
    """How much of the light's colour the camera takes away,"""
    lamp_casts: tuple[tuple[float, float, float], tuple[float, float, float]] = ((0.9, 1, 0.4), (1.65, 1, 1.15))
    """if a lamp may have it (R, G, B): a coloured cloth is not made grey."""
    exposure: tuple[float, float] = (0.32, 0.5)
    """How light most of the picture is."""
    highlights: tuple[float, float] = (0.75, 1.3)
    """The exposure is less where what is lightest (one px of 200) would be more than so much of full light."""
    electrons: tuple[float, float] = (400, 3000)
    """What a px of full light holds: the fewer, the more noise."""
    film: tuple[float, float] = (0.0, 0.6)
    """How much of a film's curve there is in the tone curve, beside the standard one (sRGB)."""
    saturation: tuple[float, float] = (0.8, 1.2)
    sharpening: tuple[float, float] = (0.0, 0.8)
    jpeg_quality: tuple[int, int] = (84, 96)


SETTINGS = TracerSettings()
LAMPS: Mapping[int, tuple[float, float, float]] = {
    2700: (1, 0.62, 0.28), 3500: (1, 0.75, 0.48), 4500: (1, 0.88, 0.72), 5500: (1, 0.97, 0.92), 7000: (0.86, 0.93, 1),
}  # fmt: skip
"""The colour of a lamp (R, G, B) by its temperature in kelvin, roughly."""
ROOMS = (3500, 4500, 5500)
PAPER, INK = 0.83, 0.012
"""What white paper and black ink give back of the light."""


def traced(stage: TableStage, seed: int, samples: int) -> Image:
    """The table of a stage (BGR uint8) as its camera sees it, with so many paths a px."""
    rng = np.random.default_rng(seed)
    wide, deep = stage.layout["size_mm"]
    wave = float(rng.uniform(*SETTINGS.wave_mm))
    parts: Parts = {"mat": _mat(mat_picture(stage.layout, PX_PER_MM), (wide, deep), wave, rng)}
    flats = [piece.flat for piece in stage.pieces]
    for number, flat in enumerate(flats):
        parts |= _piece(f"piece-{number}", flat, wave, _bow(flat, flats, rng), rng)
    return photographed(parts, stage.scene.view, np.array([wide / 2, -deep / 2, 0.0]), rng, samples)


def photographed(
    parts: Parts,
    view: CameraView,
    middle: Floats,
    rng: np.random.Generator,
    samples: int,
    materials: Sequence[str] = tuple(sorted(MATERIALS)),
) -> Image:
    """What a camera (BGR uint8) sees of things on a table top of one of these materials, in some light; it is turned to
    `middle` (3,), mm."""
    scene: Parts = {"type": "scene", "integrator": {"type": "path", "max_depth": 5}} | parts
    scene |= {"sensor": _camera(view, middle, rng, samples), "table": _table_top(middle, materials, rng)}
    scene |= _lights(middle, float(view.position_mm[2]), rng)
    light = np.array(mi.render(mi.load_dict(scene), spp=samples, seed=int(rng.integers(2**31))))[..., :3]
    return developed(light.astype(np.float64), rng)


def developed(light: Floats, rng: np.random.Generator) -> Image:
    """What a camera makes of light (h, w, 3; R, G, B): BGR uint8, after JPEG."""
    mean = light.reshape(-1, 3).mean(0)
    cast = np.clip(mean / mean[1], *SETTINGS.lamp_casts)
    light = light / (cast / cast.mean()) ** _any(rng, SETTINGS.balance)
    most, lightest = np.percentile(light.mean(2), (70, 99.5))
    light *= min(_any(rng, SETTINGS.exposure) / most, _any(rng, SETTINGS.highlights) / lightest)
    full = _any(rng, SETTINGS.electrons)
    light += rng.normal(0, 1, light.shape) * np.sqrt(np.maximum(light, 0) / full + (1.5 / full) ** 2)
    light = light.clip(0)
    share, straight = _any(rng, SETTINGS.film), light.clip(0, 1)
    standard = np.where(straight <= 0.0031308, 12.92 * straight, 1.055 * straight ** (1 / 2.4) - 0.055)
    film = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)  # Narkowicz's fit of ACES, 2015
    toned = (1 - share) * standard + share * film.clip(0, 1) ** (1 / 2.2)
    grey = toned.mean(2, keepdims=True)
    toned = (grey + (toned - grey) * _any(rng, SETTINGS.saturation)).clip(0, 1)
    picture = np.ascontiguousarray(255 * toned[..., ::-1], np.float32)
    picture += np.float32(_any(rng, SETTINGS.sharpening)) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.0))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*SETTINGS.jpeg_quality))]
    packed = cv2.imencode(".jpg", picture.clip(0, 255).round().astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _any(rng: np.random.Generator, limits: tuple[float, float]) -> float:
    return float(rng.uniform(*limits))


def _camera(view: CameraView, middle: Floats, rng: np.random.Generator, samples: int) -> Parts:
    """The camera of a view, with a lens that has one distance at which it is sharp; it bends nothing."""
    width, height = view.size_px
    at, ahead, down = (np.asarray(each, np.float64) for each in (view.position_mm, view.rotation[2], view.rotation[1]))
    far = float(np.linalg.norm(at - middle))
    return {
        "type": "thinlens",
        "fov": float(2 * np.degrees(np.arctan(width / 2 / view.focal_px))),
        "fov_axis": "x",
        "aperture_radius": _any(rng, SETTINGS.aperture_mm),
        "focus_distance": far * _any(rng, SETTINGS.focus_share),
        "to_world": _facing(at, at + 100 * ahead, -down),
        "film": {
            "type": "hdrfilm", "width": width, "height": height, "pixel_format": "rgb",
            "rfilter": {"type": "gaussian", "stddev": 0.45},
        },
        "sampler": {"type": "independent", "sample_count": samples},
    }  # fmt: skip


def _facing(at: Floats, towards: Floats, up: Floats) -> Any:
    return mi.ScalarTransform4f().look_at(origin=at.tolist(), target=towards.tolist(), up=up.tolist())


def _table_top(middle: Floats, materials: Sequence[str], rng: np.random.Generator) -> Parts:
    material = materials[int(rng.integers(len(materials)))]
    tile = material_tile(material, int(rng.integers(6)))
    to_world = mi.ScalarTransform4f().translate([float(middle[0]), float(middle[1]), -0.3])
    to_world = to_world.rotate([0, 0, 1], float(rng.uniform(0, 360))).scale([2500, 2500, 1])
    top = surface(tile, _any(rng, SETTINGS.roughness))
    top["base_color"] |= {"to_uv": mi.ScalarTransform3f().scale([20, 20]), "wrap_mode": "repeat"}
    return {"type": "rectangle", "to_world": to_world, "bsdf": top}


def _mat(picture: Image, size_mm: tuple[float, float], wave: float, rng: np.random.Generator) -> Any:
    """The mat: paper that waves by up to so many mm."""
    u, v = np.meshgrid(np.linspace(0, 1, 25), np.linspace(0, 1, 25))
    x, y, phase = u * size_mm[0], -v * size_mm[1], rng.uniform(0, 6, 2)
    high = wave * (0.5 + 0.25 * np.sin(x / 90 + y / 140 + phase[0]) + 0.25 * np.sin(y / 80 - x / 170 + phase[1]))
    return sheet("mat", np.stack([x, y, high], 2), surface(picture, _any(rng, SETTINGS.roughness)))


def _bow(flat: FlatPiece, others: list[FlatPiece], rng: np.random.Generator) -> float:
    """How far a card bows, mm: upwards in the middle if that is less than 0. One that others lie on does not."""
    bow = float(rng.normal(0, SETTINGS.bow_mm))
    near = (max(flat.size) + max(other.size) > 2 * np.hypot(flat.x - other.x, flat.y - other.y) for other in others)
    return bow if flat.card and flat.count == 1 and sum(near) == 1 else 0.0  # it is near itself


def _piece(name: str, flat: FlatPiece, wave: float, bow: float, rng: np.random.Generator) -> Parts:
    """A piece: its upper side, cut out as its picture says, and its sides."""
    picture, (wide, high), foot = upper_side(flat), flat.size, flat.lift + wave + 0.05
    across = float(rng.uniform(0, 1))

    def placed(x: Floats, y: Floats, z: float) -> Floats:
        """Points of the upper side (mm from its middle, y up) on the table, as high as it bows there."""
        c, s = np.cos(flat.turn), np.sin(flat.turn)
        edges = across * (2 * x / wide) ** 2 + (1 - across) * (2 * y / high) ** 2
        raised = bow * edges if bow > 0 else bow * (edges - 1)
        return np.stack([c * x - s * y + flat.x, s * x + c * y + flat.y, z + raised], -1)

    u, v = np.meshgrid(np.linspace(-0.5, 0.5, 7), np.linspace(-0.5, 0.5, 7))
    cut_out = {
        "type": "mask",
        "opacity": _texture(picture[..., 3:] / 255),
        "nested": surface(picture, _any(rng, SETTINGS.roughness)),
    }
    made: Parts = {name: sheet(name, placed(u * wide, -v * high, foot + flat.thick), cut_out)}
    grey = 0.7 if flat.card else 0.45
    paint = {"type": "twosided", "side": {"type": "diffuse", "reflectance": {"type": "rgb", "value": grey}}}
    cover = np.asarray(picture[..., 3] > 127, np.uint8)
    for number, line in enumerate(cv2.findContours(cover, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)[0]):
        edge = (cv2.approxPolyDP(line, 0.7, True)[:, 0] + 0.5) / cover.shape[::-1] - 0.5
        x, y = np.r_[edge, edge[:1]].T * ((wide,), (-high,))
        side = np.stack([placed(x, y, foot), placed(x, y, foot + flat.thick)])
        made[f"{name}-{number}"] = sheet(f"{name}-{number}", side, paint)
    return made


def _lights(middle: Floats, camera_mm: float, rng: np.random.Generator) -> Parts:
    """A room that is not dark, and one or two lamps or windows of one colour."""
    room = np.array(LAMPS[int(rng.choice(ROOMS))]) * _any(rng, SETTINGS.room_light)
    made: Parts = {"room": {"type": "constant", "radiance": {"type": "rgb", "value": room.tolist()}}}
    colour = np.array(LAMPS[int(rng.choice([*LAMPS]))])
    for number in range(int(rng.integers(1, 3))):
        way, aside = float(rng.uniform(0, 2 * np.pi)), _any(rng, SETTINGS.lamp_aside_mm)
        high = max(_any(rng, SETTINGS.lamp_high_mm), camera_mm + SETTINGS.above_camera_mm)
        size = _any(rng, SETTINGS.lamp_size_mm)
        at = middle + np.array([aside * np.cos(way), aside * np.sin(way), high])
        power = colour * _any(rng, SETTINGS.lamp_light) * (high**2 + aside**2) / size**2
        shape = _facing(at, middle, np.array([0, 0.01, 1])).scale([size, size * float(rng.uniform(0.4, 1)), 1])
        radiance = {"type": "rgb", "value": power.tolist()}
        made[f"lamp-{number}"] = {
            "type": "rectangle", "to_world": shape, "emitter": {"type": "area", "radiance": radiance},
        }  # fmt: skip
    return made


def surface(picture: Image, roughness: float) -> Parts:
    """Print: what a picture (BGR uint8) says, as paper and ink give back light, a little glossy."""
    values = picture[..., 2::-1].astype(np.float64) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    colours = _texture(INK + (PAPER - INK) * light)
    return {"type": "principled", "base_color": colours, "roughness": roughness, "specular": 0.5}


def _texture(values: Floats) -> Parts:
    bitmap = mi.Bitmap(np.ascontiguousarray(values, np.float32))
    return {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "clamp"}


def sheet(name: str, points: Floats, print_: Parts, normals: Floats | None = None, shares: Floats | None = None) -> Any:
    """A sheet through points (rows, columns, 3) in mm, with a picture over all of it.

    `normals`, likewise, make it smooth; `shares`: which part of the picture, across and down, comes at each column and
    row, if not evenly."""
    rows, columns = points.shape[:2]
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    faces = np.concatenate([np.stack([first, first + columns, first + 1], 1),
                            np.stack([first + 1, first + columns, first + columns + 1], 1)])  # fmt: skip
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(print_)
    smooth = normals is not None
    mesh = mi.Mesh(
        name, rows * columns, len(faces), has_vertex_normals=smooth, has_vertex_texcoords=True, props=properties
    )
    even = np.linspace(0, 1, columns), np.linspace(0, 1, rows)
    across, down = np.meshgrid(*(even if shares is None else (shares, shares)))
    values = mi.traverse(mesh)
    values["vertex_positions"] = points.reshape(-1).astype(np.float32)
    if normals is not None:
        values["vertex_normals"] = normals.reshape(-1).astype(np.float32)
    values["vertex_texcoords"] = np.stack([across, down], 2).reshape(-1).astype(np.float32)
    values["faces"] = faces.reshape(-1).astype(np.uint32)
    values.update()
    return mesh
