"""The pictures that the dice reader learns from: drawn by hardware/scene, in all the ways that it has, with truth."""

from __future__ import annotations

import pickle
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.scene import Scene, random_scene
from hardware.scene.objects import boards, designs
from hardware.scene.objects.dice import SceneDie
from hardware.scene.world import places
from hardware.scene.world.clutter import PlacedProp
from hardware.scene.world.render import render_without_noise
from vision.dice import detector
from vision.dice.model import Model

LAYOUT = tomllib.loads((Path(__file__).parents[2] / "firmware" / "games" / "layouts" / "tray.toml").read_text())


@dataclass(frozen=True, slots=True)
class SceneSettings:
    """What is drawn, and how often each kind of picture is a lesson."""

    mined_every: int = 4
    """One in so many pictures is searched for ghosts: it takes as long as a hundred lessons a thousand."""
    tipped_share: float = 0.35
    """Share of pictures from above in which dice are cocked."""
    photograph_share: float = 0.4
    """Share of the lessons that are photographs with dice,"""
    bare_share: float = 0.07
    """without any,"""
    own_share: float = 0.12
    """and that are tables of our own dice."""
    boarded_share: float = 0.3
    """Share of pictures without a mat in which printed boards and counters lie."""


SETTINGS = SceneSettings()
FACE = {"pips": "pips/die-{face}", "shark-attacks": "shark-attacks/{kind}-{face}"}


FACES = (
    *(f"pips/{kind}" for kind in ("die-1", "die-2", "die-3", "die-4", "die-5", "die-6")),
    *(f"shark-attacks/swimmer-{face}" for face in ("wave", "1", "2", "3")),
    *(f"shark-attacks/shark-{face}" for face in ("wave", "1", "2", "3")),
    *(f"shark-attacks/event-{face}" for face in ("sun", "rain", "attack")),
    "none",
)
"""What the reader tells apart; `none` is whatever is no face of a set we know."""
NONE = len(FACES) - 1


@dataclass(frozen=True)
class Truth:
    """A die in a picture of the pool: its face's number in FACES, corners of the upper face (4, 2) px, box, and how
    much of that face is in sight; `doubtful` if nobody should trust what it shows, not `turned` if nobody knows how the
    face is turned and the quad is but a square of its size."""

    face: int
    quad: Any
    box: tuple[float, float, float, float]
    sight: float
    doubtful: bool
    turned: bool = True

    @property
    def side(self) -> float:
        return float(np.sqrt(max(cv2.contourArea(np.float32(self.quad)), 1.0)))

    @property
    def centre(self) -> Any:
        return np.mean(self.quad, axis=0)


Picture = tuple[Any, tuple[Truth, ...], tuple[tuple[float, float, float], ...]]
"""A picture (BGR uint8), its dice, and middle x, y and side of what a finder wrongly took for dice."""


class Pool:
    """Pictures to learn from: rendered ones and, for a share of the lessons, photographs, with dice and without, all
    folders of a kind alike, and rendered tables of our own dice."""

    def __init__(
        self,
        rendered: list[Picture],
        folders: Sequence[list[Picture]] = (),
        bare: Sequence[list[Picture]] = (),
        own: list[Picture] | None = None,
    ) -> None:
        self.rendered, self.folders, self.bare, self.own = rendered, folders, bare, own

    def draw(self, rng: np.random.Generator) -> Picture:
        shelf = self.rendered
        if self.bare and rng.random() < SETTINGS.bare_share:
            shelf = self.bare[rng.integers(len(self.bare))]
        elif self.own and rng.random() < SETTINGS.own_share:
            shelf = self.own
        elif self.folders and rng.random() < SETTINGS.photograph_share:
            shelf = self.folders[rng.integers(len(self.folders))]
        return shelf[rng.integers(len(shelf))]


def training_scene(rng: np.random.Generator, faces: tuple[str, ...]) -> tuple[Any, list[tuple[Any, ...]]]:
    """A picture (BGR uint8) and for each die of it: number of its face, quad, box, share in sight, doubtful.

    Cubes that are dice of no set are told too, as the last of `faces`. No noise yet: every lesson adds its own.
    """
    scene = _boarded(_tipped(_scene(rng), rng))
    designed = (d.design if d.design.set != "pips" else designs.unusual_pip_die(d.design) for d in scene.dice)
    scene = replace(scene, dice=tuple(replace(d, design=made) for d, made in zip(scene.dice, designed, strict=True)))
    image, _ = render_without_noise(scene)
    return image, [truth for die in scene.dice if (truth := _truth(die, scene, faces)) is not None]


def table_scene(
    rng: np.random.Generator, faces: tuple[str, ...], on_mat: float = 0.8, leaning: float = 0.5
) -> tuple[Any, list[tuple[Any, ...]]]:
    """The same for Shark Attacks! as the device sees it: 1280x720, a share of the pictures with its mat; in some dice
    lean."""
    layout = LAYOUT if rng.random() < on_mat else None
    scene = random_scene("shark-attacks", rng, layout=layout, size=(1280, 720), mode="table")
    if rng.random() < leaning:
        some = [die if die.cocked or rng.random() > 0.3 else places.leaning_die(die, rng) for die in scene.dice]
        scene = replace(scene, dice=tuple(some))
    image, _ = render_without_noise(scene)
    return image, [truth for die in scene.dice if (truth := _truth(die, scene, faces)) is not None]


def _scene(rng: np.random.Generator) -> Scene:
    draw = rng.random()
    if draw < 0.66:
        return random_scene("pips", rng, size=(512, 384), mode="wild")
    if draw < 0.82:
        return random_scene("shark-attacks", rng, size=(512, 384), mode="wild")
    set_name = "shark-attacks" if draw < 0.96 else "pips"
    layout = LAYOUT if rng.random() < 0.7 else None
    return random_scene(set_name, rng, layout=layout, size=(896, 504), mode="table")


def _tipped(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene, sometimes with some of its dice cocked; only seen from steeply above can that be told of a die."""
    if -scene.view.rotation[2, 2] < np.cos(np.radians(25)) or rng.random() > SETTINGS.tipped_share:
        return scene
    some = [die if die.cocked or rng.random() > 0.4 else places.leaning_die(die, rng) for die in scene.dice]
    return replace(scene, dice=tuple(some))


def _boarded(scene: Scene) -> Scene:
    """The scene, sometimes with a printed board under its dice, or counters beside them."""
    rng = np.random.default_rng((scene.seed, 2))
    if scene.table.mat is not None or rng.random() > SETTINGS.boarded_share:
        return scene
    per_mm = scene.view.px_per_mm_at(np.zeros(3, np.float32))
    props, taken = list(scene.props), [places.footprint(die) for die in scene.dice]
    if rng.random() < 0.6:
        x, y = scene.view.table_point(np.array(scene.view.size_px) * rng.uniform(0.3, 0.7, 2))
        props.insert(0, PlacedProp(boards.board(rng, float(np.clip(per_mm, 1, 14))), x, y, float(rng.uniform(0, 6.3))))
    for _ in range(int(rng.integers(0, 12))):
        x, y = scene.view.table_point(np.array(scene.view.size_px) * rng.uniform(0, 1, 2))
        laid = PlacedProp(boards.counter(rng, float(np.clip(per_mm, 1, 14))), x, y, float(rng.uniform(0, 6.3)))
        if places.clear_of(laid.outline, taken, 1.0):
            taken.append(laid.outline)
            props.append(laid)
    return replace(scene, props=tuple(props))


def _truth(die: SceneDie, scene: Scene, faces: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The truth about one die, or None if nothing of it is in the picture."""
    view, (width, height) = scene.view, scene.view.size_px
    outline, quad = _outline(die, scene), view.project(die.top_quad)
    left, top, wide, high = cv2.boundingRect(outline)
    if left >= width or top >= height or left + wide <= 0 or top + high <= 0:
        return None
    hidden = sum(cv2.intersectConvexConvex(quad, _outline(other, scene))[0] for other in _before(die, scene))
    sight = 1 - min(hidden / max(cv2.contourArea(quad), 1.0), 1.0)
    design = die.design
    name = FACE[design.set].format(kind=design.kind, face=die.face) if die.label and design.set in FACE else "none"
    return faces.index(name), quad, (left, top, wide, high), sight, die.cocked


def _outline(die: SceneDie, scene: Scene) -> Any:
    """The outline (N, 2) of a die in the picture, as far as its rounded edges reach."""
    middle = scene.view.project(die.place[None])
    round_ = 0.09 if die.design.ball < 1.7 else 0.25 * die.design.round
    hull = cv2.convexHull(scene.view.project(die.corners)).reshape(-1, 2)
    return np.float32(middle + (hull - middle) * (1 - round_))


def _before(die: SceneDie, scene: Scene) -> list[SceneDie]:
    """The dice that are nearer to the camera."""
    away = [float(np.linalg.norm(other.place - scene.view.position_mm)) for other in (die, *scene.dice)]
    return [other for other, distance in zip(scene.dice, away[1:], strict=True) if distance < away[0] - 1e-3]


def own_scene(rng: np.random.Generator, faces: tuple[str, ...]) -> tuple[Any, list[tuple[Any, ...]]]:
    """The same, mostly without the mat, where side faces show most."""
    return table_scene(rng, faces, on_mat=0.33, leaning=0.2)


def draw_pool(seed: int, count: int, folder: Path, own: bool = False) -> None:
    """Pictures with truth, in files of 200; with `own` tables of Shark Attacks!."""
    folder.mkdir(parents=True, exist_ok=True)
    draw = own_scene if own else training_scene
    jobs = [(seed, start, min(200, count - start), folder, draw) for start in range(0, count, 200)]
    with ProcessPoolExecutor(2) as workers:
        for done, _ in enumerate(workers.map(_draw_file, jobs), 1):
            print(f"\r{done}/{len(jobs)}", end="", file=sys.stderr)


def _draw_file(job: tuple[int, int, int, Path, Any]) -> None:
    seed, start, count, folder, draw = job
    cv2.setNumThreads(1)
    pictures = []
    for number in range(start, start + count):
        image, truths = draw(np.random.default_rng((seed, number)), FACES)
        _, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        pictures.append((data.tobytes(), truths))
    (folder / f"{seed}-{start:06d}.pkl").write_bytes(pickle.dumps(pictures))


def load_pool(folder: Path, model: Model | None = None) -> list[Picture]:
    """The pictures of a pool, each with its dice, and with what the finder of `model` wrongly takes for one."""
    pool = []
    for file in sorted(folder.glob("*.pkl")):
        for data, rows in pickle.loads(file.read_bytes()):
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            truths = tuple(Truth(*t) for t in rows)
            mined = model is not None and len(pool) % SETTINGS.mined_every == 0
            pool.append((image, truths, _ghosts(image, truths, model) if mined else ()))
    return pool


def load_own(folder: Path, model: Model) -> list[Picture]:
    """The pictures of a pool of our own dice; in one of `mined_every` with all that the finder of `model` sees, at any
    scale, off the middles of their upper faces: sides of dice above all."""
    pictures = load_pool(folder)
    mined = [
        _sides(image, truths, model) if not n % SETTINGS.mined_every else ()
        for n, (image, truths, _) in enumerate(pictures)
    ]
    return [(image, truths, sides) for (image, truths, _), sides in zip(pictures, mined, strict=True)]


def _sides(image: Any, truths: tuple[Truth, ...], model: Model) -> tuple[tuple[float, float, float], ...]:
    detections = detector.detect_all(model.detector, image)
    return tuple((f.x, f.y, f.size) for f in detections if not any(_on_face(f, truth) for truth in truths))


def _on_face(detection: detector.Detection, truth: Truth) -> bool:
    """Whether a find may be of the upper face of a die; of one that leans any side may be."""
    return bool(np.hypot(*(truth.centre - (detection.x, detection.y))) < (1.5 if truth.doubtful else 0.5) * truth.side)


def _ghosts(image: Any, truths: tuple[Truth, ...], model: Model) -> tuple[tuple[float, float, float], ...]:
    """Middle x, y and side of finds that lie on no die."""
    detections = detector.detect(model.detector, image)
    return tuple((f.x, f.y, f.size) for f in detections if not any(_within(f.x, f.y, truth.box) for truth in truths))


def _within(x: float, y: float, box: tuple[float, float, float, float]) -> bool:
    return bool(box[0] < x < box[0] + box[2] and box[1] < y < box[1] + box[3])
