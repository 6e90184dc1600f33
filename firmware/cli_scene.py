"""`lifeguard scene`: pictures of the simulated table with the truth beside them, in the format that score.py reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.settings import layout as mat_layout
from hardware.scene import Seen, random_scene, render

SETS = {"shark-attacks": "shark-attacks", "dice": "pips", "dice-tray": "pips"}
"""What may be asked for -> the dice set that lies on that table."""


def scene(
    game: str,
    count: int,
    seed: int,
    folder: Path,
    set_name: str | None = None,
    wild: bool = False,
    tell: Callable[[int], None] = lambda done: None,
) -> None:
    """Writes `count` pictures and their annotations.json into `folder`, the same ones for the same seed.

    `game` is shark-attacks or dice; `set_name` another dice set on that table; `wild` any camera and any clutter
    instead of the device's own view. `tell` hears how many are done. Raises ValueError for a game or set without
    scenes, OSError if the folder cannot be written.
    """
    if game not in SETS:
        raise ValueError(f"no scenes of {game!r}; there are {', '.join(sorted(SETS))}")
    folder.mkdir(parents=True, exist_ok=True)
    layout = mat_layout("tray")
    notes = []
    for number, (picture, seen) in enumerate(_pictures(set_name or SETS[game], count, seed, layout, wild)):
        name = f"{number:04d}.jpg"
        if not cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 93]):
            raise OSError(f"cannot write {folder / name}")
        height, width = picture.shape[:2]
        notes.append({"file": name, "width": width, "height": height} | annotated(seen))
        tell(number + 1)
    (folder / "annotations.json").write_text(json.dumps({"images": notes}, indent=1) + "\n", "utf-8")


def _pictures(
    set_name: str, count: int, seed: int, layout: Mapping[str, Any], wild: bool
) -> Iterator[tuple[np.ndarray[Any, np.dtype[np.uint8]], tuple[Seen, ...]]]:
    """Each picture from a seed of its own, so that one of them can be drawn again alone; two in three on the mat."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        on_mat = layout if number % 3 else None
        yield render(random_scene(set_name, rng, layout=on_mat, mode="wild" if wild else "table"))


def annotated(seen: Sequence[Seen]) -> dict[str, Any]:
    """The dice of one picture as score.py wants them: kinds only for a set whose dice differ by kind.

    A picture with a die that nobody should be sure of (cocked, cut off, hardly visible) is marked `reject`.
    """
    if any(s.cocked or s.cut_off or s.visible < 0.3 for s in seen):
        return {"dice": [], "reject": True}
    return {"dice": [_die(s) for s in seen]}


def _die(seen: Seen) -> dict[str, Any]:
    label = {"value": seen.face, "box": list(seen.box)}
    return label if seen.set == "pips" else {"kind": seen.kind} | label
