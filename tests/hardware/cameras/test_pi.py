"""The camera module through picamera2: every test runs against a strict specification of the calls we make and, where
picamera2 is installed, against its real class too (over stubs of libcamera, pykms and kms, which only a Pi has)."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from threading import Event
from types import ModuleType
from unittest.mock import MagicMock, call, create_autospec

import cv2
import numpy as np
import pytest

from hardware.cameras import pi
from hardware.cameras.open import CameraLost, open_camera
from hardware.cameras.pi import PATIENCE, PiCamera

FRAME = np.full((720, 1280, 3), 80, np.uint8)
MODULE_3 = {"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Model": "imx708", "Num": 0}
STICK = {"Id": "/base/soc/usb@7e980000/hub@1-1.3-1.3:1.0-046d:0825", "Model": "HD Webcam", "Num": 1}
SEEN = {"ExposureTime": 19987, "AnalogueGain": 2.5, "ColourGains": (1.9, 1.6), "LensPosition": 3.2, "Lux": 210.0}


def mode(size, fps, crop):
    return {"size": size, "fps": fps, "crop_limits": crop, "bit_depth": 10, "format": "SRGGB10_CSI2P"}


MODULE_3_MODES = [
    mode((1536, 864), 120.1, (768, 432, 3072, 1728)),
    mode((2304, 1296), 56.0, (0, 0, 4608, 2592)),
    mode((4608, 2592), 14.4, (0, 0, 4608, 2592)),
]
MODULE_2_MODES = [
    mode((640, 480), 206.7, (1000, 752, 1280, 960)),
    mode((1640, 1232), 83.7, (0, 0, 3280, 2464)),
    mode((1920, 1080), 47.6, (680, 692, 1920, 1080)),
    mode((3280, 2464), 21.2, (0, 0, 3280, 2464)),
]


class Specification:
    """The calls of picamera2 0.3 that we make, with its names of arguments."""

    @staticmethod
    def global_camera_info(): ...

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None): ...

    @property
    def camera_controls(self): ...

    @property
    def sensor_modes(self): ...

    def create_video_configuration(
        self,
        main={},  # noqa: B006 (as picamera2 has it)
        lores=None,
        raw={},  # noqa: B006
        transform=None,
        colour_space=None,
        buffer_count=6,
        controls={},  # noqa: B006
        display="main",
        encode="main",
        queue=True,
        sensor={},  # noqa: B006
        use_case="video",
    ): ...

    def configure(self, camera_config=None): ...

    def camera_configuration(self): ...

    def start(self, config=None, show_preview=False): ...

    def cancel_all_and_flush(self): ...

    def stop(self): ...

    def close(self): ...

    def set_controls(self, controls): ...

    def capture_request(self, wait=None, signal_function=None, flush=None): ...


class Request:
    """The calls of picamera2's CompletedRequest that we make."""

    def make_array(self, name): ...

    def get_metadata(self): ...

    def release(self): ...


def vendor(monkeypatch):
    """picamera2's own classes, over stubs of what only a Pi has."""
    if importlib.util.find_spec("picamera2") is None:
        pytest.skip("picamera2 is not installed (it needs libcap-dev and gcc); the hand-written specification ran")
    for name in ("libcamera", "libcamera.controls", "pykms", "kms"):
        monkeypatch.setitem(sys.modules, name, sys.modules.get(name) or MagicMock(name=name))
    picamera2 = importlib.import_module("picamera2")
    return picamera2.Picamera2, picamera2.CompletedRequest


@pytest.fixture(params=["specification", "vendor"])
def classes(request, monkeypatch):
    return (Specification, Request) if request.param == "specification" else vendor(monkeypatch)


class Bench:
    """A stubbed picamera2 in which `camera` is the camera that will be opened and `requests` those it gave."""

    def __init__(self, monkeypatch, classes):
        self.camera_class = create_autospec(classes[0])
        self.request_class = classes[1]
        self.camera = self.camera_class.return_value
        self.camera_class.global_camera_info.return_value = [MODULE_3]
        self.camera.camera_controls = dict.fromkeys((*SEEN, "AeEnable", "AwbEnable", "AfMode"), (0, 1, 0))
        self.camera.camera_configuration.return_value = {"main": {"format": "RGB888", "size": (1280, 720)}}
        self.requests = []
        self.picture = FRAME
        self.pictures = {}
        self.camera.capture_request.side_effect = self.give
        module = ModuleType("picamera2")
        module.Picamera2 = self.camera_class
        monkeypatch.setitem(sys.modules, "picamera2", module)

    def give(self, *_, **__):
        request = create_autospec(self.request_class, instance=True)
        request.make_array.side_effect = lambda name: self.pictures.get(name, self.picture)
        request.get_metadata.return_value = SEEN
        self.requests.append(request)
        return request


@pytest.fixture
def bench(monkeypatch, classes):
    return Bench(monkeypatch, classes)


def test_it_is_set_up_for_video_in_the_bytes_that_opencv_wants(bench):
    open_camera("pi", (1280, 720), 20)
    assert bench.camera.create_video_configuration.call_args_list == [
        call(
            main={"size": (1280, 720), "format": "RGB888"},
            buffer_count=3,  # six would take 8 MB more, and nothing here needs every frame
            controls={"FrameDurationLimits": (50000, 50000)},
        )
    ]
    configuration = bench.camera.create_video_configuration.return_value
    assert bench.camera.configure.call_args_list == [call(configuration)]
    assert bench.camera.start.call_args_list == [call()]


@pytest.mark.parametrize(
    ("modes", "best", "small"),
    [(MODULE_3_MODES, (2304, 1296), (1280, 720)), (MODULE_2_MODES, (1640, 1232), (1280, 962))],
)
def test_in_its_best_mode_it_films_small_pictures_of_the_whole_view_and_keeps_all_px_beside(bench, modes, best, small):
    bench.camera.sensor_modes = modes
    open_camera("pi", (1280, 720), 20, best_mode=True)
    assert bench.camera.create_video_configuration.call_args_list == [
        call(
            main={"size": best, "format": "RGB888"},
            lores={"size": small, "format": "YUV420"},
            sensor={"output_size": best, "bit_depth": 10},
            buffer_count=3,
            controls={"FrameDurationLimits": (50000, 50000)},
        )
    ]


def test_a_frame_in_the_best_mode_shows_the_moment_that_its_larger_picture_does_and_is_handed_back_after_it(bench):
    bench.camera.sensor_modes = MODULE_3_MODES
    camera = open_camera("pi", (1280, 720), 20, best_mode=True)
    large = np.full((1296, 2304, 3), (200, 90, 40), np.uint8)
    rows = cv2.cvtColor(cv2.resize(large, (1280, 720)), cv2.COLOR_BGR2YUV_I420)
    bench.pictures = {"main": large, "lores": rows}
    frame = camera.frame()
    assert frame.image.shape == (720, 1280, 3)
    assert np.abs(frame.image.astype(int) - (200, 90, 40)).max() <= 3
    assert frame.enlarged is not None
    assert frame.enlarged() is large
    assert bench.requests[0].release.call_count == 0
    camera.frame()
    assert bench.requests[0].release.call_count == 1
    with pytest.raises(ValueError, match="until the next one is taken"):
        frame.enlarged()
    camera.close()
    assert bench.requests[1].release.call_count == 1


def test_a_camera_that_cannot_start_in_its_best_mode_films_as_before(bench):
    bench.camera.sensor_modes = MODULE_3_MODES
    bench.camera.configure.side_effect = [RuntimeError("out of memory"), None]
    frame = open_camera("pi", (1280, 720), 20, best_mode=True).frame()
    assert frame.enlarged is None
    assert bench.camera.create_video_configuration.call_args.kwargs["main"] == {"size": (1280, 720), "format": "RGB888"}


@pytest.mark.parametrize("modes", [[], [mode((1280, 720), 60, (0, 0, 1280, 720))], [{"size": (9, 9)}]])
def test_a_sensor_without_a_better_mode_films_as_before(bench, modes):
    bench.camera.sensor_modes = modes
    assert open_camera("pi", (1280, 720), 20, best_mode=True).frame().enlarged is None


def test_each_frame_is_handed_back_to_the_camera(bench):
    camera = open_camera("pi")
    first, second = camera.frame(), camera.frame()
    assert first.image is FRAME
    assert second.at >= first.at
    assert not camera.settled
    assert [request.release.call_count for request in bench.requests] == [1, 1]
    assert [request.make_array.call_args_list for request in bench.requests] == [[call("main")]] * 2
    assert bench.camera.capture_request.call_args_list == [call(wait=PATIENCE)] * 2


def test_it_focuses_by_itself_where_it_can(bench):
    open_camera("pi")
    assert bench.camera.set_controls.call_args_list == [call({"AfMode": 2})]


def test_a_camera_without_focus_is_not_asked_to_focus(bench):
    bench.camera.camera_controls = {"ExposureTime": (0, 1, 0)}
    open_camera("pi")
    assert bench.camera.set_controls.call_args_list == []


def test_locking_holds_what_the_camera_chose_in_the_first_second(bench):
    open_camera("pi", fps=20, lock=True)
    assert len(bench.requests) == 20
    assert bench.camera.set_controls.call_args_list[1:] == [
        call(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": 19987,
                "AnalogueGain": 2.5,
                "ColourGains": (1.9, 1.6),
            }
        ),
        call({"AfMode": 0, "LensPosition": 3.2}),
    ]


def test_other_bytes_than_asked_for_are_refused_not_shown_in_wrong_colours(bench):
    bench.camera.camera_configuration.return_value = {"main": {"format": "XBGR8888"}}
    with pytest.raises(CameraLost, match="does not start") as lost:
        open_camera("pi")
    assert "XBGR8888, not RGB888" in str(lost.value.__cause__)
    assert bench.camera.close.call_count == 1


@pytest.mark.parametrize("error", [RuntimeError("Camera frontend has timed out!"), TimeoutError()])
def test_a_camera_that_stops_is_closed_says_what_to_do_and_can_be_opened_again(bench, error):
    camera = open_camera("pi")
    camera.frame()
    bench.camera.capture_request.side_effect = error
    with pytest.raises(CameraLost, match=r"gives no more pictures\. Switch off, push the camera's ribbon in"):
        camera.frame()
    assert bench.camera.close.call_count == 1
    bench.camera.capture_request.side_effect = bench.give
    assert open_camera("pi").frame().image is FRAME


def test_a_request_that_was_waited_for_in_vain_is_cancelled_for_stopping_waits_behind_it(bench):
    """In picamera2 a time-out leaves its job at the head of the queue, and `stop` is a job as well."""
    camera, pending = open_camera("pi"), []

    def stalled(*_, **__):
        pending.append("request")
        raise TimeoutError

    def stop():
        if pending:
            pytest.fail("stop would wait for ever")

    bench.camera.capture_request.side_effect = stalled
    bench.camera.cancel_all_and_flush.side_effect = pending.clear
    bench.camera.stop.side_effect = stop
    with pytest.raises(CameraLost):
        camera.frame()
    assert bench.camera.stop.call_count == 1


def test_a_request_that_never_comes_back_loses_the_camera(bench, monkeypatch):
    """Some versions of picamera2 wait for ever, whatever `wait` says."""
    never = Event()
    camera = open_camera("pi")
    camera.frame()
    monkeypatch.setattr(pi, "BLOCKED", 0.05)
    bench.camera.capture_request.side_effect = bench.camera.stop.side_effect = lambda *_, **__: never.wait()
    with pytest.raises(CameraLost, match="gives no more pictures"):
        camera.frame()
    assert bench.camera.close.call_count == 1
    never.set()


def test_the_same_picture_again_and_again_is_a_frozen_camera(bench):
    times = iter((0.0, 1.0, 5.5, 7.0, 10.0, 12.5))
    camera = PiCamera((1280, 720), 20, clock=lambda: next(times))
    for seen in (FRAME, FRAME, FRAME + 1, FRAME + 1, FRAME + 1):
        bench.picture = seen
        camera.frame()
    with pytest.raises(CameraLost, match="the same picture again and again"):
        camera.frame()
    assert bench.camera.close.call_count == 1


def test_a_camera_that_works_is_stopped_without_cancelling_anything(bench):
    """Which may leave it in any state: picamera2 keeps it for what timed out."""
    camera = open_camera("pi")
    camera.frame()
    camera.close()
    assert bench.camera.cancel_all_and_flush.call_count == 0
    assert bench.camera.stop.call_count == 1


def test_a_picamera2_built_for_another_numpy_says_what_to_do(monkeypatch):
    class Mismatched:
        def find_spec(self, name, *_):
            if name == "picamera2":
                raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Mismatched(), *sys.meta_path])
    with pytest.raises(CameraLost, match=r"cannot be imported \(numpy\.dtype size changed"):
        open_camera("pi")


def test_a_frame_that_breaks_off_is_handed_back_too(bench):
    camera = open_camera("pi")

    def broken(*_, **__):
        request = bench.give()
        request.make_array.side_effect = RuntimeError("no buffer")
        return request

    bench.camera.capture_request.side_effect = broken
    with pytest.raises(CameraLost):
        camera.frame()
    assert bench.requests[-1].release.call_count == 1


def test_no_camera_on_the_ribbon_says_how_to_push_it_in(bench):
    bench.camera_class.global_camera_info.return_value = [STICK]
    with pytest.raises(CameraLost, match=r"No camera module is found on the ribbon\. Switch off"):
        open_camera("pi")
    assert bench.camera_class.call_count == 0


def test_a_camera_that_another_program_holds_says_so(bench):
    bench.camera_class.side_effect = RuntimeError("Failed to acquire camera: Device or resource busy")
    with pytest.raises(CameraLost, match=r"cannot be opened\. Another program may hold it") as lost:
        open_camera("pi")
    assert "Device or resource busy" in str(lost.value.__cause__)


def test_a_camera_that_does_not_start_is_closed(bench):
    bench.camera.start.side_effect = RuntimeError("Camera did not start properly.")
    with pytest.raises(CameraLost, match="does not start"):
        open_camera("pi")
    assert bench.camera.close.call_count == 1


def test_closing_survives_a_camera_that_is_already_gone(bench):
    camera = open_camera("pi")
    bench.camera.stop.side_effect = RuntimeError("gone")
    bench.camera.close.side_effect = RuntimeError("gone")
    camera.close()
    camera.close()


def test_without_picamera2_it_says_where_it_comes_from(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="sudo apt install python3-picamera2"):
        open_camera("pi")


def test_the_specification_has_the_vendors_names_of_arguments(monkeypatch):
    for ours, theirs in zip((Specification, Request), vendor(monkeypatch), strict=True):
        for name, function in inspect.getmembers(ours, inspect.isfunction):
            if name == "__init__" and ours is Request:
                continue
            known = list(inspect.signature(getattr(theirs, name)).parameters)
            assert set(inspect.signature(function).parameters) <= set(known), name
