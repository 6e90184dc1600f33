"""What we print is true to size, and the camera will find its way on it."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.art import dice as dice_art
from hardware.art import mat as mat_art
from hardware.print import dice, mat
from tests.hardware.print.streams import texts

LAYOUT: dict[str, Any] = {
    "name": "tray",
    "size_mm": [297, 210],
    "dictionary": "DICT_4X4_50",
    "markers": [
        {"id": k, "x": x, "y": y, "size": 22} for k, (x, y) in enumerate([(8, 8), (267, 8), (267, 180), (8, 180)])
    ],
    "zones": {"tray": [38, 12, 221, 186]},
}
PER_MM = 6
POINT = 25.4 / 72


def pages(pdf: bytes) -> list[np.ndarray]:
    """The filled shapes of each page as a picture of 6 px a mm; this reads only what our own pages consist of."""
    wide, high = (float(v) * POINT for v in re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)[0])
    pictures = []
    for text in texts(pdf):
        pictures.append(_filled(text, wide, high))
    return pictures


def _filled(text: str, wide: float, high: float) -> np.ndarray:
    picture = np.full((round(high * PER_MM), round(wide * PER_MM), 3), 255, np.uint8)
    ink, path = (0, 0, 0), []
    for line in text.splitlines():
        for *numbers, operator in re.findall(r"((?:-?[\d.]+ )*)([a-zA-Z*]+)(?: |$)", line):
            values = [float(v) for v in " ".join(numbers).split()]
            if operator == "rg":
                ink = tuple(round(v * 255) for v in values[::-1])
            elif operator == "m":
                path = [values]
            elif operator == "l":
                path.append(values)
            elif operator in ("f", "f*") and len(path) > 2:
                points = np.array(path) * POINT * [1, -1] + [0, high]
                cv2.fillPoly(picture, [np.round((points * PER_MM - 0.5) * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
                path = []
    return picture


def size_of(pdf: bytes) -> tuple[float, float]:
    """Of a page, mm."""
    wide, high = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)[0]
    return float(wide) * POINT, float(high) * POINT


def markers(picture: np.ndarray) -> dict[int, np.ndarray]:
    """Those that OpenCV finds: number -> corners (4, 2) in mm."""
    code = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(code).detectMarkers(picture)
    quads = [(np.reshape(quad, (4, 2)) + 0.5) / PER_MM for quad in corners]
    return dict(zip(np.ravel(ids).tolist(), quads, strict=True))


def test_the_mat_on_a4_has_its_markers_where_the_layout_says() -> None:
    """To a third of a millimetre, found on the page itself."""
    pdf = mat(LAYOUT, "a4")
    assert size_of(pdf) == pytest.approx((297, 210), abs=0.1)
    (picture,) = pages(pdf)
    found = markers(picture)
    assert sorted(found) == [0, 1, 2, 3]
    for marker in LAYOUT["markers"]:
        x, y, size = marker["x"], marker["y"], marker["size"]
        corners = [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
        assert np.abs(found[marker["id"]] - corners).max() < 0.33


def test_the_mat_on_letter_comes_on_two_sheets_that_fit_together() -> None:
    """Each has two markers at the right distance, and the sheets overlap by a centimetre."""
    pdf = mat(LAYOUT, "letter")
    assert size_of(pdf) == pytest.approx((279.4, 215.9), abs=0.1)
    left, right = (markers(picture) for picture in pages(pdf))
    assert (sorted(left), sorted(right)) == ([0, 3], [1, 2])
    for found, (upper, lower) in ((left, (0, 3)), (right, (1, 2))):
        assert found[lower][0] - found[upper][0] == pytest.approx([0, 172], abs=0.33)


def test_the_picture_of_the_mat_on_the_simulated_table_is_the_printed_one() -> None:
    """One drawing serves both."""
    from hardware.scene.objects.mat import mat_picture as drawn

    (printed,) = pages(mat(LAYOUT, "a4"))
    scene = cv2.resize(drawn(LAYOUT, 5), printed.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    assert np.abs(scene.astype(int) - printed).mean() < 1.5


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_there_are_stickers_for_every_side_of_every_die(paper: str) -> None:
    """Sixteen dice of six sides, 14 mm square each, counted by colour on the first sheet."""
    picture = pages(dice(paper))[0]
    counts = {}
    for kind, (body, _) in dice_art.COLOURS.items():
        closed = cv2.morphologyEx(near(picture, body), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        contours = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        boxes = [cv2.boundingRect(c) for c in contours if cv2.contourArea(c) > (8 * PER_MM) ** 2]
        assert all(abs(w / PER_MM - 14) < 0.4 and abs(h / PER_MM - 14) < 0.4 for _, _, w, h in boxes)
        counts[kind] = len(boxes)
    assert counts == {"swimmer": 66, "shark": 24, "event": 6}


@pytest.mark.parametrize(("paper", "edge"), [("a4", 8), ("letter", 17), ("a4", 18.5), ("letter", 30)])
def test_dice_of_any_size_lie_whole_on_the_sheets(paper: str, edge: float) -> None:
    """96 stickers and 16 nets, however many sheets that takes; nothing nearer to the rim than a printer can print."""
    stickers, nets, rim = 0, 0, round(4 * PER_MM)
    for picture in pages(dice(paper, edge)):
        inside = picture[rim:-rim, rim:-rim]
        assert (picture < 255).sum() == (inside < 255).sum()
        boxes = [box for body, _ in dice_art.COLOURS.values() for box in _boxes(picture, body)]
        stickers += sum(abs(w - (edge - 2)) < 0.4 and abs(h - (edge - 2)) < 0.4 for w, h in boxes)
        nets += sum(abs(w - 4 * edge) < 0.4 and abs(h - 3 * edge) < 0.4 for w, h in boxes)
    assert (stickers, nets) == (96, 16)


def near(picture: np.ndarray, ink: tuple[int, int, int]) -> np.ndarray:
    """Mask (uint8, 0 or 255) of what is printed in this ink."""
    return cv2.inRange(picture, np.subtract(ink, 7).clip(0), np.add(ink, 7).clip(0, 255))


def _boxes(picture: np.ndarray, body: tuple[int, int, int]) -> list[tuple[float, float]]:
    """Width and height, mm, of all that has a die's colour."""
    closed = cv2.morphologyEx(near(picture, body), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [(w / PER_MM, h / PER_MM) for _, _, w, h in map(cv2.boundingRect, contours)]


def test_dice_too_large_for_a_sheet_are_refused() -> None:
    with pytest.raises(ValueError, match="up to 30 mm"):
        dice("a4", 31)


def test_the_bar_to_measure_is_100_mm_long() -> None:
    """On the sheet of stickers."""
    picture = pages(dice("a4"))[0]
    bar = np.abs(picture.astype(int) - 120).max(2) < 40
    rows = np.flatnonzero(bar.sum(1) > 80 * PER_MM)
    columns = np.flatnonzero(bar[rows[0]])
    assert np.ptp(columns) / PER_MM == pytest.approx(100, abs=0.5)


def test_a_sheet_of_paper_that_nobody_has_is_refused() -> None:
    """With the names of those that there are."""
    with pytest.raises(ValueError, match="a4, letter"):
        mat(LAYOUT, "papyrus")
    with pytest.raises(ValueError, match="a4, letter"):
        dice("papyrus")


def test_a_marker_dictionary_that_nobody_has_is_refused() -> None:
    """Before anything is printed."""
    with pytest.raises(ValueError, match="DICT_NONE"):
        mat({**LAYOUT, "dictionary": "DICT_NONE"})


def test_every_face_of_the_built_in_dice_is_unlike_every_other() -> None:
    """Seen at 28 px in any quarter turn, within a kind: no two masks agree on nine tenths of the face."""
    for kind, faces in dice_art.KINDS.items():
        masks = {face: dice_art.mask(f"{kind}-{face}", 28) > 0.5 for face in dict.fromkeys(faces)}
        for a in masks:
            for b in masks:
                agree = max(float((masks[a] == np.rot90(masks[b], k)).mean()) for k in range(4))
                assert a == b or agree < 0.9, (kind, a, b)


def test_a_face_that_no_die_has_cannot_be_drawn() -> None:
    """KeyError, naming it."""
    with pytest.raises(KeyError):
        dice_art.draw("event-snow", 20)
    assert dice_art.draw("event-sun", 20).shape == (20, 20, 3)
    assert mat_art.RULER_MM == 100
