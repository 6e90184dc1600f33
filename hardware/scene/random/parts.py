"""Parts of a random scene: what is thrown, the table under it, the camera's lens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.scene.objects import designs, ground
from hardware.scene.objects.dice import SceneDie
from hardware.scene.objects.faces import DieDesign
from hardware.scene.optics.cameras import CameraModel, any_camera
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.view import CameraView, array
from hardware.scene.world import places
from hardware.scene.world.scene import TableTop

GAINS = (1.0, 4.0)
"""Of a sensor in a room: some 3 in one of 300 lux, by `rpi.lux` and `rpi.agc`, `normal` (imx219.json)."""
FOCUS_ERROR = 0.03
"""By how much 1 / focus is off 1 / distance where somebody, or the camera itself, focused it (spread)."""
FIXED_FOCUS_SHARE = 0.25
"""Of cameras with fixed focus, those that nobody focused nearer."""
MIN_SHRINK_OF_WHOLE_COLOURS = 1.5
"""So many columns of a Bayer pattern to one of the picture leave nothing of it to be seen."""


def throw_of(set_name: str, rng: np.random.Generator, count: int | None, edge: float) -> list[SceneDie]:
    """Dice as a game throws them, not yet laid: all of one make, faces at random."""
    if set_name == "pips":
        made = [designs.pip_die(rng)] * (int(rng.integers(1, 9)) if count is None else count)
        if rng.random() < 0.4:
            made = [designs.pip_die(rng) for _ in made]
    else:
        made = _game_dice(rng, count)
    return [places.flat_die(d, int(rng.integers(6)), 0, 0, float(rng.uniform(0, 2 * np.pi)), edge) for d in made]


def _game_dice(rng: np.random.Generator, count: int | None) -> list[DieDesign]:
    kinds = ["swimmer"] * int(rng.integers(1, 12))
    if rng.random() < 0.35:
        kinds = kinds[: int(rng.integers(0, 8))] + ["shark"] * int(rng.integers(1, 5))
    if rng.random() < 0.4:
        kinds.append("event")
    if count is not None:
        kinds = [str(k) for k in rng.choice(["swimmer", "shark", "event"], count, p=[0.65, 0.25, 0.10])]
    make = {kind: designs.shark_attacks(rng, kind) for kind in ("swimmer", "shark", "event")}
    return [make[kind] for kind in kinds]


def some_touching(dice: list[SceneDie], area: places.Area, rng: np.random.Generator) -> list[SceneDie]:
    """The dice on the table: scattered, and some pushed against each other."""
    together = int(rng.integers(0, len(dice) + 1)) if rng.random() < 0.35 else 0
    x, y, w, h = area
    middle = (float(rng.uniform(x + 0.3 * w, x + 0.7 * w)), float(rng.uniform(y + 0.3 * h, y + 0.7 * h)))
    laid = places.clumped_dice(dice[:together], middle, [], rng)
    return laid + places.scattered_dice(dice[together:], area, [places.footprint(d) for d in laid], rng)


def any_table(rng: np.random.Generator, view: CameraView, edge: float) -> TableTop:
    """A table top of some material, at a scale that suits the camera; `edge` of the dice in mm."""
    per_mm = view.px_per_mm_at(array([0, 0, 0]))
    materials = sorted(ground.MATERIALS)
    shares = np.array([{"wood": 4, "cloth": 2.5, "plain": 3, "felt": 2, "carpet": 1.5}.get(m, 1.0) for m in materials])
    return TableTop(
        material=str(rng.choice(materials, p=shares / shares.sum())),
        variant=int(rng.integers(24)),
        tile_mm=float(ground.TILE_PX / per_mm * rng.uniform(0.5, 2.0)),
        turn=float(rng.uniform(0, 360)),
        shift=(float(rng.uniform(-500, 500)), float(rng.uniform(-500, 500))),
        tint=tuple(float(t) for t in rng.normal(1, 0.05, 3)),  # type: ignore[arg-type]
    )


def any_lens(
    rng: np.random.Generator, gentle: bool, camera: CameraModel | None = None, view: CameraView | None = None
) -> Lens:
    """A lens and sensor; `gentle`: as good as the device's own, of that `camera` where it has that `view`."""
    cast = float(rng.normal(0, 0.05))
    balance = (1 + cast, 1.0 + float(rng.normal(0, 0.02)), 1 - cast)
    own = rng.spawn(1)[0]
    if gentle:
        return _focused(_gentle(rng, own, balance), own, camera or any_camera(own), view)
    return replace(
        _rough(rng, balance),
        bayer=bool(own.random() < 0.5),
        camera_tone=float(own.uniform(0, 1)),
        vignetting=float(own.uniform(0, 0.5)),
        flare=float(own.uniform(0, 0.03)),
        local_contrast=float(own.uniform(0, 0.4)) if own.random() < 0.3 else 0.0,
    )


def _gentle(rng: np.random.Generator, own: np.random.Generator, balance: tuple[float, float, float]) -> Lens:
    """A good camera, not yet of any model; its noise in those of the model's at a gain of 1."""
    return Lens(
        blur_px=float(rng.uniform(0.25, 0.65)),
        noise_levels=float(rng.uniform(*GAINS)) ** 0.5,
        coarse_noise_share=float(rng.uniform(0.1, 0.5)),
        response_exponent=float(rng.uniform(0.9, 1.15)),
        gains_bgr=balance,
        sharpening=float(rng.uniform(0, 0.6)) if rng.random() < 0.3 else 0.0,
        auto_exposure=float(rng.uniform(0, 0.7)),
        jpeg_quality=int(rng.integers(70, 97)) if rng.random() < 0.25 else 0,
        vignetting=float(own.uniform(0, 0.3)),
        flare=float(own.uniform(0, 0.015)),
    )


def _rough(rng: np.random.Generator, balance: tuple[float, float, float]) -> Lens:
    """Any camera, however held."""
    return Lens(
        blur_px=float(rng.choice([rng.uniform(0.3, 1.0), rng.uniform(0.8, 2.2)])),
        shake_px=(float(rng.normal(0, 2.5)), float(rng.normal(0, 2.5))) if rng.random() < 0.12 else (0.0, 0.0),
        noise_levels=float(rng.gamma(1.5, 2.2)),
        coarse_noise_share=float(rng.uniform(0, 0.7)),
        response_exponent=float(rng.uniform(0.7, 1.4)),
        gains_bgr=tuple(b * float(rng.uniform(0.9, 1.15)) for b in balance),  # type: ignore[arg-type]
        monochrome=bool(rng.random() < 0.05),
        sharpening=float(rng.uniform(0.2, 1.6)) if rng.random() < 0.45 else 0.0,
        auto_exposure=float(rng.uniform(0, 1)),
        jpeg_quality=int(rng.integers(35, 97)) if rng.random() < 0.6 else 0,
    )


def _focused(lens: Lens, rng: np.random.Generator, camera: CameraModel, view: CameraView | None) -> Lens:
    """The lens as that camera has it, focused on what it looks at; one in four of fixed focus as it was bought."""
    width = view.size_px[0] if view else 1280
    distance = 1 / float(view.inverse_depth(24).mean()) if view else 400.0
    focus = distance * float(np.exp(rng.normal(0, FOCUS_ERROR)))
    shrink = camera.shrink(width)
    as_bought = rng.random() < FIXED_FOCUS_SHARE
    return replace(
        lens,
        blur_px=float(np.hypot(lens.blur_px, camera.diffraction_px(width))),
        defocus_px_mm=camera.defocus_px_mm(width),
        focus_mm=camera.fixed_focus_mm if camera.fixed_focus_mm and as_bought else focus,
        noise_levels=lens.noise_levels * camera.noise_levels / shrink,
        bayer=shrink < MIN_SHRINK_OF_WHOLE_COLOURS,
        camera_tone=camera.camera_tone,
    )
