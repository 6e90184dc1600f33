"""The camera's thread of the device: frames in, sights out."""

from __future__ import annotations

from collections.abc import Callable

from firmware.device.loop import Device
from firmware.observe.camera_thread import CameraThread
from firmware.observe.observer import Observer
from firmware.update.inputs import Fault, Saw
from hardware.cameras.frame import Camera, Frame


class Watcher(CameraThread):
    """Watches through `open_camera` and puts what it sees into the device's queue."""

    def __init__(
        self, device: Device, eye: Observer, open_camera: Callable[[], Camera], ended: Callable[[], None]
    ) -> None:
        super().__init__(open_camera)
        self._device = device
        self._eye = eye
        self._ended = ended
        self._trouble = ""

    def see(self, frame: Frame, settled: bool = False) -> None:
        """Puts the sight of a table that has come to rest into the queue, and why one could not be read."""
        sight = self._eye.see(frame, settled)
        if self._eye.trouble != self._trouble:
            self._trouble = self._eye.trouble
            self._device.put(Fault("places", self._trouble))
        if sight:
            self._device.put(Saw(sight.look), {sight.look.id: sight.jpeg})

    def fault(self, text: str) -> None:
        self._device.put(Fault("camera", text))

    def ended(self) -> None:
        self._ended()
