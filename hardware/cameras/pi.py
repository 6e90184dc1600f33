"""A camera module on the Raspberry Pi's ribbon, through picamera2."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import cv2
import numpy as np

from hardware.cameras.frame import Frame, Image
from hardware.cameras.frozen import FrozenPicture, within
from hardware.errors import CameraLost

FORMAT = "RGB888"
"""libcamera's name for three bytes that lie in memory as blue, green, red: what OpenCV wants."""
SMALL_FORMAT = "YUV420"
"""What the second, small stream can be on every Pi: before the fifth none other."""
WHOLE_VIEW_SHARE = 0.9
"""A mode of the sensor that shows less than this of what the widest one does cuts the table off."""
MOST_PX = 4_000_000
"""More px than these read nothing better, and fill the memory."""
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


log = logging.getLogger("lifeguard.camera")


class PiCamera:
    """Films from the camera module. Not settled: the motion gate has to wait for the table to come to rest."""

    settled = False

    def __init__(
        self,
        size: tuple[int, int],
        fps: float,
        lock: bool = False,
        best_mode: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`best_mode`: each frame can also be had with as many px as the sensor gives of the whole view at that rate.
        Raises CameraLost, saying what to do."""
        self._clock = clock
        self._picture = FrozenPicture()
        self._camera = _find()
        self._small: tuple[int, int] | None = None
        """Width and height of the small stream, if it films two."""
        self._held: Any = None
        """The request of the newest frame, while more px of it can be had."""
        try:
            if not (best_mode and self._begins_with_two_streams(size, fps)):
                self._begin(fps, main={"size": size, "format": FORMAT})
            if lock:
                self._lock(round(fps))
        except (RuntimeError, ValueError) as error:
            self.close()
            raise CameraLost("The camera module does not start.", RIBBON) from error

    def _best_mode(self, size: tuple[int, int], fps: float) -> Mapping[str, Any] | None:
        """The sensor's mode with the most px that shows the whole view at that rate, if it has more than `size`."""
        try:
            modes = [mode for mode in self._camera.sensor_modes if mode["fps"] >= fps]
            widest = max((_px(mode["crop_limits"][2:]) for mode in self._camera.sensor_modes), default=0)
            whole = [mode for mode in modes if _px(mode["crop_limits"][2:]) >= WHOLE_VIEW_SHARE * widest]
            return max(
                (mode for mode in whole if _px(size) < _px(mode["size"]) <= MOST_PX),
                key=lambda mode: _px(mode["size"]),
                default=None,
            )
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
            log.warning("The camera does not tell its modes; cards are read as they are filmed.", exc_info=error)
            return None

    def _begins_with_two_streams(self, size: tuple[int, int], fps: float) -> bool:
        """Whether it films from its best mode: as wide as `size`, and with all px beside that."""
        best = self._best_mode(size, fps)
        if best is None:
            return False
        wide, high = best["size"]
        small = size[0], 2 * round(size[0] * high / wide / 2)  # as high as shows what the sensor sees
        try:
            self._begin(
                fps,
                main={"size": (wide, high), "format": FORMAT},
                lores={"size": small, "format": SMALL_FORMAT},
                sensor={"output_size": (wide, high), "bit_depth": best["bit_depth"]},
            )
        except (OSError, RuntimeError, TypeError, ValueError) as error:  # no memory for it, or an older picamera2
            log.warning(
                "The camera does not start in its best mode; cards are read as they are filmed.", exc_info=error
            )
            return False
        self._small = small
        return True

    def _begin(self, fps: float, **streams: Mapping[str, Any]) -> None:
        """Films these streams at that rate."""
        duration = round(1e6 / fps)
        controls = {"FrameDurationLimits": (duration, duration)}
        wanted = self._camera.create_video_configuration(**streams, buffer_count=BUFFERS, controls=controls)
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
            self._let_go()
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
            self._held = within(BLOCKED, lambda: self._camera.capture_request(wait=PATIENCE))
            try:
                return self._held.make_array("lores" if self._small else "main"), self._held.get_metadata()
            except RuntimeError:
                self._let_go()
                raise
        except (RuntimeError, TimeoutError) as error:
            with suppress(AttributeError, RuntimeError, TimeoutError):  # an older picamera2 cannot
                within(
                    BLOCKED, self._camera.cancel_all_and_flush
                )  # the request that was waited for in vain: `stop` waits behind it
            self.close()
            raise CameraLost("The camera module gives no more pictures.", RIBBON) from error

    def frame(self) -> Frame:
        """The next frame. Raises CameraLost when none comes, or always the same."""
        self._let_go()
        image, _ = self._take()
        if self._small is None:
            self._let_go()
            frame = Frame(image, self._clock())
        else:
            padded = cv2.cvtColor(image, cv2.COLOR_YUV2BGR_I420)  # its rows may be longer than its pictures
            small = np.ascontiguousarray(padded[:, : self._small[0]], np.uint8)
            frame = Frame(small, self._clock(), enlarged=partial(self._enlarged, self._held))
        if self._picture.hangs(frame):
            self.close()
            raise CameraLost("The camera module gives the same picture again and again.", UNCOVER)
        return frame

    def _enlarged(self, request: Any) -> Image:
        """All px of the newest frame."""
        if request is not self._held:
            raise ValueError("a frame can be enlarged until the next one is taken")
        try:
            return np.asarray(request.make_array("main"), np.uint8)
        except RuntimeError as error:
            self.close()
            raise CameraLost("The camera module gives no more pictures.", RIBBON) from error

    def _let_go(self) -> None:
        """Hand the newest frame's buffer back to the camera."""
        request, self._held = self._held, None
        if request is not None:
            request.release()

    def close(self) -> None:
        """Stop and let go of the camera, whatever state it is in."""
        with suppress(RuntimeError):
            self._let_go()
        for let_go in (self._camera.stop, self._camera.close):
            with suppress(RuntimeError, TimeoutError):
                within(BLOCKED, let_go)


def _px(size: Sequence[int]) -> int:
    return size[0] * size[1]


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
