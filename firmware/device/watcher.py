"""The camera's thread of the device: frames in, sights out."""

from __future__ import annotations

from collections.abc import Callable

from engines.core import said
from firmware.device.loop import Device
from firmware.observe.camera_thread import CameraThread
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.picture_check import LightWatch, piece_of
from firmware.observe.table_setup import mat_of, setup_of
from firmware.update.inputs import Fault, Saw
from hardware.cameras.frame import Camera, Frame
from vision.store import BadTeaching

MEASURE_S = 10.0
"""Seconds between two looks at how light it is."""


class Watcher(CameraThread):
    """Watches through `open_camera` and puts what it sees into the device's queue.

    The observer is told whenever another match or another drawn mat is on.
    """

    def __init__(
        self,
        device: Device,
        observer: Observer,
        drawings: Drawings,
        open_camera: Callable[[], Camera],
        ended: Callable[[], None],
    ) -> None:
        super().__init__(open_camera)
        self._device = device
        self._observer = observer
        self._drawings = drawings
        self._ended = ended
        self._trouble = ""
        self._measured = -MEASURE_S
        self.light: float | None = None
        """Mean grey of a late picture, 0 to 255; None before the first."""
        self.frame: Frame | None = None
        """The newest frame."""
        self._light_watch = LightWatch()

    def see(self, frame: Frame, settled: bool = False) -> None:
        """Puts the sight of a table that has come to rest into the queue, and why one could not be read."""
        self.frame = frame
        match = self._device.table.match
        setup = setup_of(match, self._drawings)
        if frame.at - self._measured >= MEASURE_S:
            self._measured, self.light = frame.at, float(frame.image[::16, ::16].mean())
            self._watch_light(frame, piece_of(setup))
        self._observer.use(setup)
        try:
            seen = self._observer.see(frame, settled)
        except BadTeaching as damaged:
            seen = Unread(
                said("I cannot read this game: {why}. Until then enter by hand on the page.", why=str(damaged))
            )
        if seen is None:
            return
        self._tell(seen.trouble if isinstance(seen, Unread) and seen.trouble else self._drawings.trouble(mat_of(match)))
        if isinstance(seen, Sight):
            self._device.put(Saw(seen.observation), {seen.observation.id: seen.jpeg})

    def _watch_light(self, frame: Frame, piece: str) -> None:
        """Says once when the light has become too bad to read by, and when it is well again."""
        said = self._light_watch.look(frame.image, piece)
        if said is not None:
            self._device.put(Fault("light", said))

    def _tell(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._device.put(Fault("places", trouble))

    def fault(self, text: str) -> None:
        self._device.put(Fault("camera", text))

    def ended(self) -> None:
        self._ended()
