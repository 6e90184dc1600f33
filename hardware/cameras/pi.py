"""A camera module on the Raspberry Pi's ribbon, through picamera2."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from hardware.cameras.frame import Frame
from hardware.cameras.frozen import FrozenPicture, within
from hardware.errors import CameraLost

FORMAT = "RGB888"
"""libcamera's name for three bytes that lie in memory as blue, green, red: what OpenCV wants."""
BUFFERS = 3
"""Pictures that the camera keeps in memory, 2.8 MB each at 1280 x 720, and raw ones beside them: one is filled, one
waits, one is copied. picamera2 would take six, so that a film lacks no frame."""
PATIENCE = 5.0
"""Seconds to wait for a frame before the camera counts as lost."""
BLOCKED = PATIENCE + 1.0
"""Seconds after which a call of picamera2 will never return: some of its versions wait for ever."""
CONTINUOUS, BY_HAND = 2, 0
"""libcamera's AfMode: it focuses all the time; it stays where it is put."""
UNCOVER = "Take off its cover and give it light; if it has some, switch off and push its ribbon in at both ends."
RIBBON = "Switch off, push the camera's ribbon in at both ends (contacts towards the contacts), close the latches."


class PiCamera:
    """Films from the camera module. Not settled: the motion gate has to wait for the table to come to rest."""

    settled = False

    def __init__(
        self, size: tuple[int, int], fps: float, lock: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Raises CameraLost, saying what to do."""
        self._clock = clock
        self._picture = FrozenPicture()
        self._camera = _find()
        try:
            self._begin(size, fps)
            if lock:
                self._lock(round(fps))
        except (RuntimeError, ValueError) as error:
            self.close()
            raise CameraLost("The camera module does not start.", RIBBON) from error

    def _begin(self, size: tuple[int, int], fps: float) -> None:
        duration = round(1e6 / fps)
        main = {"size": size, "format": FORMAT}
        controls = {"FrameDurationLimits": (duration, duration)}
        wanted = self._camera.create_video_configuration(main=main, buffer_count=BUFFERS, controls=controls)
        self._camera.configure(wanted)
        given = self._camera.camera_configuration()["main"]["format"]
        if given != FORMAT:
            raise ValueError(f"it gives pictures as {given}, not {FORMAT}")
        self._camera.start()
        self._set({"AfMode": CONTINUOUS})

    def _lock(self, warm_up: int) -> None:
        """Hold exposure, white balance and focus as they are after `warm_up` frames."""
        for _ in range(warm_up):
            _, seen = self._take()
        held = {name: seen[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in seen}
        self._set({"AeEnable": False, "AwbEnable": False, **held})
        if "LensPosition" in seen:
            self._set({"AfMode": BY_HAND, "LensPosition": seen["LensPosition"]})

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set those controls that this camera has: module 2 has no focus, and picamera2 raises for what it lacks."""
        known = self._camera.camera_controls
        wanted = {name: value for name, value in controls.items() if name in known}
        if wanted:
            self._camera.set_controls(wanted)

    def _take(self) -> tuple[Any, Mapping[str, Any]]:
        """The next picture and what the camera says of it (exposure, gains)."""
        try:
            request = within(BLOCKED, lambda: self._camera.capture_request(wait=PATIENCE))
            try:
                return request.make_array("main"), request.get_metadata()
            finally:
                request.release()
        except (RuntimeError, TimeoutError) as error:
            with suppress(AttributeError, RuntimeError, TimeoutError):  # an older picamera2 cannot
                within(
                    BLOCKED, self._camera.cancel_all_and_flush
                )  # the request that was waited for in vain: `stop` waits behind it
            self.close()
            raise CameraLost("The camera module gives no more pictures.", RIBBON) from error

    def frame(self) -> Frame:
        """The next frame. Raises CameraLost when none comes, or always the same."""
        image, _ = self._take()
        frame = Frame(image, self._clock())
        if self._picture.hangs(frame):
            self.close()
            raise CameraLost("The camera module gives the same picture again and again.", UNCOVER)
        return frame

    def close(self) -> None:
        """Stop and let go of the camera, whatever state it is in."""
        for let_go in (self._camera.stop, self._camera.close):
            with suppress(RuntimeError, TimeoutError):
                within(BLOCKED, let_go)


def _find() -> Any:
    """The first camera on a ribbon, opened. picamera2 is imported here, for it only imports on a Pi."""
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError) as error:  # a ValueError: a part of it was built for another numpy
        raise CameraLost(
            "picamera2 cannot be imported ({error}).",
            "On a Raspberry Pi: `sudo apt install python3-picamera2`, and a virtual environment made with "
            "--system-site-packages. Elsewhere choose another camera with --camera.",
            error=error,
        ) from error
    if not [one for one in Picamera2.global_camera_info() if "/usb" not in one["Id"]]:
        raise CameraLost("No camera module is found on the ribbon.", RIBBON)
    try:
        return Picamera2()
    except (RuntimeError, IndexError) as error:
        raise CameraLost(
            "The camera module cannot be opened.", "Another program may hold it: stop that one first."
        ) from error
