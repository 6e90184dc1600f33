"""The printed mat: found by its ArUco markers and by its print, so that pixels become millimetres."""

from vision.frame.mat.finding import MatSearch, find, search
from vision.frame.mat.markers import SeenMarkers, markers, seen_markers
from vision.frame.mat.plane import Layout, Mat, apply_homography
from vision.frame.mat.printed import MatGround, PrintedMat, markers_alone

__all__ = [
    "Layout",
    "Mat",
    "MatGround",
    "MatSearch",
    "PrintedMat",
    "SeenMarkers",
    "apply_homography",
    "find",
    "markers",
    "markers_alone",
    "search",
    "seen_markers",
]
