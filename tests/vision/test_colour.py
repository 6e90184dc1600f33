"""Colours are called what people call them."""

from __future__ import annotations

import numpy as np
import pytest

from vision import colour


@pytest.mark.parametrize("name", colour.NAMED)
def test_each_colour_has_its_name_in_light_and_in_shade(name: str) -> None:
    body = np.array(colour.NAMED[name])
    for light in (0.9, 1.0, 1.05):
        patch = np.broadcast_to(np.clip(body * light, 0, 255).astype(np.uint8), (9, 9, 3))
        assert colour.name(patch) == name


def test_pips_do_not_change_the_name() -> None:
    patch = np.full((20, 20, 3), colour.NAMED["red"], np.uint8)
    patch[4:9, 4:14] = 255
    assert colour.name(patch) == "red"
