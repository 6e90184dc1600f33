"""Cameras: folders, videos, USB; and what they say when they are not there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.cameras.open import CameraLost, EndOfFrames, open_camera
from hardware.cameras.recorded import UNREADABLE, UnfitPicture, decode
from hardware.cameras.usb import UsbCamera


def picture(colour=(200, 40, 10), size=(64, 48)) -> Image.Image:
    """A plain picture, `colour` as red, green, blue."""
    return Image.new("RGB", size, colour)


def frames(camera):
    seen = []
    while True:
        try:
            seen.append(camera.frame())
        except EndOfFrames:
            return seen


def test_a_folder_is_played_in_the_order_of_the_names_and_each_picture_is_settled(tmp_path):
    for name in ("b.png", "a.png", "10.png", "9.PNG"):
        picture().save(tmp_path / name, format="PNG")
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.png").write_bytes(b"")
    camera = open_camera(str(tmp_path))
    assert camera.settled
    assert [frame.name for frame in frames(camera)] == ["10.png", "9.PNG", "a.png", "b.png"]


def test_pictures_come_as_blue_green_red(tmp_path):
    picture((200, 40, 10)).save(tmp_path / "a.png")
    frame = open_camera(str(tmp_path)).frame()
    assert frame.image.shape == (48, 64, 3)
    assert frame.image.dtype == np.uint8
    assert frame.image.flags["C_CONTIGUOUS"]
    assert frame.image[0, 0].tolist() == [10, 40, 200]


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_pictures_of_other_kinds_become_colour(tmp_path, mode):
    picture((0, 0, 0)).convert(mode).save(tmp_path / "a.tif")
    assert open_camera(str(tmp_path)).frame().image.shape == (48, 64, 3)


@pytest.mark.parametrize("turn", range(1, 9))
def test_photographs_are_turned_upright_by_their_exif_data(tmp_path, turn):
    upright = picture((0, 0, 0))
    upright.paste((255, 255, 255), (0, 0, 32, 24))  # the upper left quarter
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = upright.transpose(undo[turn]) if turn in undo else upright
    exif = Image.Exif()
    exif[0x0112] = turn
    stored.save(tmp_path / "a.jpg", exif=exif, quality=95)
    image = open_camera(str(tmp_path)).frame().image
    assert image.shape == (48, 64, 3)
    assert [int(image[y, x, 0]) > 128 for y, x in ((10, 10), (10, 50), (40, 10), (40, 50))] == [
        True,
        False,
        False,
        False,
    ]


def test_a_photograph_with_a_damaged_byte_in_its_exif_data_is_turned_upright_all_the_same(tmp_path):
    exif = Image.Exif()
    exif[0x0112], exif[0x010E], exif[0x011A] = 6, "hello", 72.0
    picture((0, 0, 0)).save(tmp_path / "a.jpg", exif=exif)
    data = bytearray((tmp_path / "a.jpg").read_bytes())
    data[data.index(b"Exif\0\0") + 17] = 0
    (tmp_path / "a.jpg").write_bytes(data)
    assert open_camera(str(tmp_path)).frame().image.shape == (64, 48, 3)


def test_sixteen_bits_of_grey_become_eight(tmp_path):
    Image.fromarray(np.full((48, 64), 100 * 257, np.uint16)).save(tmp_path / "a.png")
    image = open_camera(str(tmp_path)).frame().image
    assert image.shape == (48, 64, 3)
    assert (image == 100).all()


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((1, 30_000), "1 x 30000 px are no photograph"),
        ((13_000, 13_000), "13000 x 13000 px are more than 25 megapixels; make it smaller"),
        ((15, 15), "15 x 15 px are no photograph"),
        ((400, 39), "400 x 39 px are no photograph"),
    ],
)
def test_a_picture_larger_or_slimmer_than_any_cameras_is_not_decoded(tmp_path, size, said):
    Image.new("1", size).save(tmp_path / "a.png")
    with pytest.raises(UnfitPicture, match=said):
        decode(tmp_path / "a.png")


@pytest.mark.parametrize("kind", ["jpg", "png", "tif", "webp", "bmp"])
def test_half_a_picture_is_none(tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    picture(size=(300, 300)).save(path)
    assert decode(path).shape == (300, 300, 3)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(UNREADABLE):
        decode(path)


def test_a_picture_that_cannot_be_decoded_is_passed_over_with_one_message(tmp_path):
    picture().save(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").write_bytes(b"this is no picture")
    (tmp_path / "c.jpg").write_bytes((tmp_path / "a.jpg").read_bytes()[:400])  # the copy broke off
    (tmp_path / "d.png").write_bytes(b"")
    picture().save(tmp_path / "e.jpg")
    said = []
    seen = frames(open_camera(str(tmp_path), say=said.append))
    assert [frame.name for frame in seen] == ["a.jpg", "e.jpg"]
    assert [line.split(":")[0] for line in said] == [f"{name} is passed over" for name in ("b.jpg", "c.jpg", "d.png")]


def test_without_a_listener_a_bad_picture_is_a_warning_in_the_log(tmp_path, caplog):
    (tmp_path / "a.jpg").write_bytes(b"")
    with pytest.raises(EndOfFrames):
        open_camera(str(tmp_path)).frame()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_the_end_of_a_folder_stays_the_end(tmp_path):
    picture().save(tmp_path / "a.png")
    camera = open_camera(str(tmp_path))
    assert len(frames(camera)) == 1
    assert frames(camera) == []


def test_a_single_picture_is_one_settled_look(tmp_path):
    picture().save(tmp_path / "a.png")
    camera = open_camera(str(tmp_path / "a.png"))
    assert camera.settled
    assert [frame.name for frame in frames(camera)] == ["a.png"]


def test_a_closed_folder_gives_no_more(tmp_path):
    picture().save(tmp_path / "a.png")
    camera = open_camera(str(tmp_path))
    camera.close()
    assert frames(camera) == []


def test_an_empty_folder_says_what_it_wants(tmp_path):
    with pytest.raises(CameraLost, match=r"holds no pictures\. Put some in it"):
        open_camera(str(tmp_path))


def test_what_is_no_camera_says_what_is():
    with pytest.raises(CameraLost, match=r"There is no camera, folder or video 'sony'\. Give pi, usb:0"):
        open_camera("sony")


@pytest.fixture
def video(tmp_path):
    path = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    assert writer.isOpened()
    for level in (0, 100, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def test_a_video_is_played_frame_by_frame_on_its_own_clock(video):
    camera = open_camera(str(video))
    seen = frames(camera)
    assert not camera.settled
    assert [frame.at for frame in seen] == pytest.approx([0.0, 0.05, 0.1])
    assert [round(float(frame.image.mean()), -1) for frame in seen] == [0, 100, 200]
    camera.close()


def test_a_file_that_is_no_video_says_so(tmp_path):
    path = tmp_path / "throw.mp4"
    path.write_bytes(b"no video at all")
    with pytest.raises(CameraLost, match="is not a video that OpenCV can play"):
        open_camera(str(path))


class Stick:
    """A USB camera in the words of cv2.VideoCapture; `pictures` are what it gives, None for a frame that failed."""

    def __init__(self, pictures=(), opens=True):
        self.pictures = list(pictures)
        self.opens = opens
        self.asked = []
        self.given = {cv2.CAP_PROP_EXPOSURE: 157.0}

    def __call__(self, number, api):
        self.opened = (number, api)
        return self

    def isOpened(self):
        return self.opens

    def set(self, name, value):
        self.asked.append((name, value))
        return True

    def get(self, name):
        return self.given[name]

    def read(self):
        image = self.pictures.pop(0) if self.pictures else None
        return image is not None, image

    def release(self):
        self.opens = False


GREY = np.full((720, 1280, 3), 90, np.uint8)
NOISY = GREY.copy()
NOISY[0, 0] += 1


def test_a_usb_camera_is_asked_for_size_rate_and_one_frame_kept(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    stick = Stick([NOISY, GREY])
    camera = UsbCamera(2, (1280, 720), 20, capture=stick, clock=lambda: 7.5)
    frame = camera.frame()
    assert stick.opened == (2, cv2.CAP_V4L2)
    assert stick.asked == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720),
        (cv2.CAP_PROP_FPS, 20),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ]
    assert frame.image is GREY
    assert frame.at == 7.5
    assert not camera.settled


def test_locking_holds_exposure_and_white_balance_as_they_are_after_a_second():
    stick = Stick([NOISY, *[GREY] * 20])
    UsbCamera(0, (1280, 720), 20, lock=True, capture=stick)
    assert stick.pictures == []
    assert stick.asked[5:] == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        (cv2.CAP_PROP_EXPOSURE, 157.0),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_AUTOFOCUS, 0),
    ]


def test_a_few_bad_frames_are_forgiven():
    camera = UsbCamera(0, (1280, 720), 20, capture=Stick([None, None, NOISY, None, GREY]))
    assert camera.frame().image is GREY


def test_a_camera_that_hangs_is_lost_after_one_long_wait():
    seconds = iter([0.0, 10.0])
    camera = UsbCamera(0, (1280, 720), 20, capture=Stick([None, GREY]), clock=lambda: next(seconds))
    with pytest.raises(CameraLost, match="gives no more pictures"):
        camera.frame()


def test_a_camera_that_repeats_one_picture_for_seconds_is_lost_and_says_what_to_do():
    seconds = iter([0.0, 0.0, 0.0, 0.1, 5.0, 5.1, 5.2, 5.3])  # two of the clock for each picture: asked for, and come
    stick = Stick([NOISY, *[GREY] * 3])
    camera = UsbCamera(0, (1280, 720), 20, capture=stick, clock=lambda: next(seconds))
    camera.frame()
    camera.frame()
    with pytest.raises(CameraLost, match=r"the same picture again and again\. Take off its cover"):
        camera.frame()
    assert not stick.isOpened()


def test_a_camera_whose_picture_changes_in_one_px_lives_however_still_the_table_lies():
    seconds = iter(range(100))
    camera = UsbCamera(0, (1280, 720), 20, capture=Stick([GREY, NOISY] * 10), clock=lambda: next(seconds))
    assert len([camera.frame() for _ in range(19)]) == 19


def test_a_camera_that_is_covered_from_the_first_on_gives_no_frame_and_is_lost():
    seconds = iter(range(100))
    stick = Stick([GREY] * 9)
    camera = UsbCamera(0, (1280, 720), 20, capture=stick, clock=lambda: next(seconds))
    with pytest.raises(CameraLost, match=r"the same picture again and again\. Take off its cover"):
        camera.frame()
    assert not stick.isOpened()


def test_an_unplugged_usb_camera_is_closed_says_what_to_do_and_can_be_opened_again():
    stick = Stick([NOISY, GREY])
    camera = UsbCamera(0, (1280, 720), 20, capture=stick)
    camera.frame()
    with pytest.raises(CameraLost, match=r"USB camera 0 gives no more pictures\. Plug the USB camera in"):
        camera.frame()
    assert not stick.isOpened()
    assert UsbCamera(0, (1280, 720), 20, capture=Stick([NOISY, GREY])).frame().image is GREY


def test_a_usb_camera_that_another_program_holds_says_so():
    with pytest.raises(CameraLost, match=r"cannot be opened\. Close whatever else films with it"):
        UsbCamera(0, (1280, 720), 20, capture=Stick(opens=False))


def test_a_usb_camera_that_is_not_there_is_not_even_tried(monkeypatch, capfd):
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(CameraLost, match=r"There is no USB camera 63"):
        open_camera("usb:63")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("source", ["usb:", "usb:x", "usb:-1"])
def test_a_usb_camera_needs_its_number(source):
    with pytest.raises(CameraLost, match="names no USB camera"):
        open_camera(source)
