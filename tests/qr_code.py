"""What a phone reads from the OLED: its QR code, from the dots themselves."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image

LOOKS = ((6, 8), (4, 8), (8, 4), (5, 16))
"""Times that the dots are enlarged, and dark dots around them: OpenCV's detector misses a code in some hundred, where a
phone, which looks again and again, does not."""


def scanned(picture: Image.Image) -> str:
    """What the code in this picture says; "" where there is none.

    Args:
        picture: 128 x 64 px, one bit each, as the OLED shows it.
    """
    dots = np.array(picture.convert("L"))
    for times, around in LOOKS:
        edged = cv2.copyMakeBorder(dots, around, around, around, around, cv2.BORDER_CONSTANT)
        large = cv2.resize(edged, None, fx=times, fy=times, interpolation=cv2.INTER_NEAREST)
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            if said := detector.detectAndDecode(large)[0]:
                return said
    return ""
