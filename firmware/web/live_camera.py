"""The camera's live picture for the page: taken and judged only while somebody looks, and never too often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from threading import Lock
from time import monotonic

import cv2

from companion.api.camera.routes import CameraCheck
from firmware.device.loop import Device
from firmware.device.watcher import Watcher
from firmware.observe import picture_check
from firmware.observe.drawn_mat import Drawings
from firmware.observe.mat_unseen import LIMITS as MAT
from firmware.observe.table_setup import setup_of
from firmware.storage.images import shrunk

WIDTH_PX = 960
"""The live picture is shown at no more than this width."""
LEAST_S = 0.5
"""Seconds for which a check holds at least, however many pages ask."""
REST = 4.0
"""A check holds for so many times as long as it took: at most a fifth of one core, on any machine."""


class LiveCamera:
    """`companion.api.camera.routes.CameraBackend` around the camera's thread, which only lends its newest frame."""

    def __init__(
        self, device: Device, watcher: Watcher, drawings: Drawings, clock: Callable[[], float] = monotonic
    ) -> None:
        self._device, self._watcher, self._drawings, self._clock = device, watcher, drawings, clock
        self._one_at_a_time = Lock()
        self._due = float("-inf")
        self._last: CameraCheck | None = None

    def live(self) -> bytes | None:
        frame = self._watcher.frame
        if frame is None:
            return None
        shown = shrunk(frame.image, min(1.0, WIDTH_PX / frame.image.shape[1]))
        return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()

    def check(self) -> CameraCheck | None:
        frame = self._watcher.frame
        if frame is None:
            return None
        with self._one_at_a_time:
            began = self._clock()
            if self._last is None or began >= self._due:
                table = self._device.table
                setup = setup_of(table.match, self._drawings)
                self._last = _view(picture_check.checked(frame.image, setup, table.look), frame.image.shape)
                took = self._clock() - began
                self._due = self._clock() + max(LEAST_S, REST * took)
            return self._last


def _view(found: picture_check.PictureCheck, shape: tuple[int, ...]) -> CameraCheck:
    figures = asdict(found)
    trouble = figures.pop("trouble")
    return CameraCheck.model_validate(
        {
            **figures,
            "ok": not trouble,
            "todo": trouble or picture_check.WELL,
            "width": shape[1],
            "height": shape[0],
            "least_focus": round(100 * MAT.soft_share),
            "least_light": round(picture_check.LIMITS.dark_level),
            "most_glare": picture_check.LIMITS.glare_share,
        }
    )
