"""The arrays of this folder by name; rows come first, then columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture, BGR: rows x columns x 3; x 4 with its cover as fourth channel; rows x columns a cover alone."""
Floats = NDArray[np.float32]
"""Numbers as float32, of any shape."""
Matrix = NDArray[np.float64]
"""A homography (3, 3) or points (N, 2), float64."""
Mask = NDArray[np.bool_]
"""Where something is: rows x columns."""
Indices = NDArray[np.intp]
"""Positions in another array."""
