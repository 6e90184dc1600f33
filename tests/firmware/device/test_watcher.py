"""The camera's thread of the device: how light its pictures are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.device.watcher import MEASURE_S, Watcher
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.table_setup import setup_of
from firmware.state.table import Table
from firmware.storage.journal import NoJournal
from hardware.cameras.frame import Frame


def grey(level: int, at: float) -> Frame:
    return Frame(np.full((240, 320, 3), level, np.uint8), at)


def test_the_light_of_the_picture_is_measured_from_time_to_time(tmp_path: Path) -> None:
    device = Device(Table(Match.begin(GAMES["dice-tray"], ("Ana",)), "4711"), NoJournal(tmp_path / "j", "a test"), [])
    drawings = Drawings(tmp_path)
    observer = Observer(setup_of(device.table.match, drawings))
    watcher = Watcher(device, observer, drawings, lambda: pytest.fail("not needed"), lambda: None)
    assert watcher.light is None
    watcher.see(grey(90, 0.0))
    watcher.see(grey(20, MEASURE_S / 2))
    assert watcher.light == 90
    watcher.see(grey(20, MEASURE_S))
    assert watcher.light == 20
