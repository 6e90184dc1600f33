"""A network goes on learning from the model file that it was exported to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.dice.model import SHIPPED

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts" / "training"))
torch = pytest.importorskip("torch", reason="torch is missing: pip install -e '.[train]'")
nets, unfold = pytest.importorskip("dice_nets"), pytest.importorskip("dice_unfold")


@pytest.mark.parametrize(
    ("name", "network", "shape"),
    [("reader", nets.Reader(), (64, 3, 48, 48)), ("stance", nets.Stance(), (64, 5, 64, 64))],
)
def test_a_network_out_of_a_model_file_answers_as_before_whether_it_learns_or_not(
    name: str, network: Any, shape: tuple[int, ...]
) -> None:
    lessons = torch.rand(shape, generator=torch.Generator().manual_seed(4))
    unfold.unfolded(network, SHIPPED, name, lessons)
    shipped = cv2.dnn.readNetFromONNX(np.load(SHIPPED)[name])
    shipped.setInput(lessons.numpy())
    wanted = shipped.forward().reshape(len(lessons), -1)
    with torch.no_grad():
        assert np.abs(network.eval()(lessons).numpy() - wanted).max() < 1e-3
        assert np.abs(network.train()(lessons).numpy() - wanted).max() < 0.05
