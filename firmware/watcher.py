"""The camera's thread: frames in, sights out; a lost camera is said and looked for again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from firmware.device import Device
from firmware.eye import Eye
from firmware.handle import Fault, Saw
from hardware.errors import CameraLost, EndOfFrames
from hardware.frame import Camera

log = logging.getLogger("lifeguard")

AGAIN = 2.0
"""Seconds until a lost camera is looked for again."""


class Watcher(Thread):
    """Watches through `open_camera` and puts what it sees into the device's queue."""

    def __init__(self, device: Device, eye: Eye, open_camera: Callable[[], Camera], ended: Callable[[], None]) -> None:
        super().__init__(name="camera", daemon=True)
        self._device = device
        self._eye = eye
        self._open = open_camera
        self._ended = ended
        self._stop_now = Event()

    def run(self) -> None:
        while not self._stop_now.is_set():
            try:
                self._watch()
            except EndOfFrames:
                self._ended()
                return
            except CameraLost as lost:
                log.warning("%s", lost)
                self._device.put(Fault("camera", str(lost)))
                self._stop_now.wait(AGAIN)

    def _watch(self) -> None:
        camera, trouble = self._open(), ""
        try:
            self._device.put(Fault("camera", ""))
            while not self._stop_now.is_set():
                sight = self._eye.see(camera.frame(), camera.settled)
                if self._eye.trouble != trouble:
                    trouble = self._eye.trouble
                    self._device.put(Fault("places", trouble))
                if sight:
                    self._device.put(Saw(sight.look), {sight.look.id: sight.jpeg})
        finally:
            camera.close()

    def stop(self) -> None:
        """Stop watching, and wait until the camera is closed."""
        self._stop_now.set()
        self.join(timeout=5)
