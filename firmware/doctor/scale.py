"""How large the pieces are in the camera's picture, by the markers of whichever printed mat lies in it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.words.language import t
from engines.core import said
from firmware.doctor.check import Check
from firmware.games.layouts import Layout, card_mm, mat_names, printed_mat
from firmware.observe.picture_check import LIMITS
from firmware.state.observation import TRAY
from hardware.cameras.frame import Image
from vision.frame.mat import SeenMarkers, seen_markers

LEAST_MARKERS = 2
"""One alone may be no marker at all."""
NEARER = said("Hang the camera nearer, or give it a larger picture ([camera] width and height).")
FITS = {
    "die": said("A die is {px} px wide on this mat; {least} are needed."),
    "card": said("A card is {px} px wide on this mat; {least} are needed."),
}
TOO_SMALL = {
    "die": said("A die is only {px} px wide on this mat, and {least} are needed."),
    "card": said("A card is only {px} px wide on this mat, and {least} are needed."),
}


def scale(image: Image) -> Iterator[Check]:
    """How many px a card or die is wide in a picture (BGR uint8), and whether that is enough; nothing without a mat."""
    mats = [printed_mat(name) for name in mat_names()]
    markers = {int(marker["id"]): marker for plan in mats for marker in plan["markers"]}
    every = {"dictionary": mats[0]["dictionary"], "markers": [*markers.values()]}
    seen = seen_markers(image, every, LEAST_MARKERS)
    plan = max(mats, key=lambda plan: len(_of(plan, seen)))
    if len(_of(plan, seen)) >= LEAST_MARKERS:
        yield _judged(_px_per_mm(plan, seen), plan)


def _of(plan: Layout, seen: SeenMarkers) -> list[int]:
    """Which of the markers that are seen, by their number in the row, are this mat's."""
    ids = {int(marker["id"]) for marker in plan["markers"]}
    return [number for number, marker in enumerate(seen.ids) if marker in ids]


def _px_per_mm(plan: Layout, seen: SeenMarkers) -> float:
    """The scale where the smallest of its markers lies: that is farthest from the camera."""
    sizes = {int(marker["id"]): float(marker["size"]) for marker in plan["markers"]}
    edges = seen.edges_px()
    return float(np.min([edges[number] / sizes[seen.ids[number]] for number in _of(plan, seen)]))


def _judged(px_per_mm: float, plan: Layout) -> Check:
    piece, mm, least = (
        ("die", LIMITS.die_mm, LIMITS.die_px) if TRAY in plan["zones"] else ("card", card_mm(plan)[0], LIMITS.card_px)
    )
    px = round(px_per_mm * mm)
    if px < least:
        return Check("scale", "warn", t(TOO_SMALL[piece], px=px, least=least), t(NEARER))
    return Check("scale", "ok", t(FITS[piece], px=px, least=least))
