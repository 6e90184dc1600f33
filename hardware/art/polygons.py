"""What all art is made of: polygons in colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points (N, 2) float64: x to the right, y down; mm, or units of the figure that is drawn."""
Colour = tuple[int, int, int]
"""Blue, green, red, each 0 to 255."""
ColouredPolygon = tuple[Colour, Points]
"""A polygon and the colour that it is filled with."""
InkedPolygon = tuple[bool, Points]
"""A polygon in the die's ink, or (False) in its body colour."""
Art = tuple[ColouredPolygon, ...]
"""Polygons in the order in which they are painted."""
