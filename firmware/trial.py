"""`lifeguard run --trial`: is this version well here? All parts are opened, and nothing is played.

An update starts it in the place of the service, on a copy of the journal: a version that is not well has then changed
nothing.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import ExitStack, closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from engines.core import said
from firmware.device.loop import Device
from firmware.device.opening import Start, language_of, present
from firmware.device.terminal import say
from firmware.device.upkeep.health import health_notes
from firmware.observe.camera_thread import CameraThread
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.table_setup import setup_of
from firmware.run import JOURNAL, beating, camera_opener, followed, seen
from firmware.storage import lock
from firmware.storage.journal import Journal, NoJournal
from firmware.storage.schema import connect
from firmware.update.inputs import Fault
from firmware.web.device_page import serve_table
from hardware.cameras.frame import Frame

SAID = said("Version {version} is tried. Wait a minute: then the game goes on.")
FOLDER = "trial-"
"""How the folder of the copy is called, in the folder of all data."""


class Looking(CameraThread):
    """Looks until a picture of a table at rest was looked at to the end, whatever lies there."""

    def __init__(self, device: Device, observer: Observer, drawings: Drawings, start: Start) -> None:
        super().__init__(camera_opener(start.config, device, start.art))
        self._device, self._observer = device, observer
        observer.use(setup_of(device.table.match, drawings))
        self.looked = False

    def see(self, frame: Frame, settled: bool = False) -> None:
        if self._observer.see(frame, settled) is not None:
            self.looked = True

    def fault(self, text: str) -> None:
        self._device.put(Fault("camera", text))


def trial(start: Start) -> None:
    """Opens all parts, as `run` does, on a copy of what is kept, and notes which of them are well, until it is stopped.

    Raises HomeRefused, JournalError for a journal that this version cannot use, sqlite3.Error, OSError.
    """
    with ExitStack() as stack:
        stack.enter_context(lock.held(start.home))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=start.home, prefix=FOLDER)))
        copy = _copied(start.home / JOURNAL, folder / JOURNAL)
        table, _ = present(copy, start.config, start.anew)
        said = SAID.format(version=version("lifeguard"))
        table = replace(table, faults=(("trial", said),), language=language_of(start.home, start.config))
        device = Device(table, NoJournal(copy.path, said), [])
        device.journal.trouble = copy.trouble
        copy.close()
        web = seen(start, device, stack)
        drawings = Drawings(start.home)
        looking = Looking(device, Observer(setup_of(table.match, drawings)), drawings, start)
        noted = health_notes(device, web.local_address, lambda: looking.looked)
        stack.callback(noted.stop)
        stack.callback(looking.stop)
        looking.start()
        device.begin()
        page = serve_table(web, device, followed(), start.config)
        say(said)
        beating(device, web, page, noted.begin)


def _copied(journal: Path, copy: Path) -> Journal:
    """A copy of a journal, brought to this version."""
    if journal.exists():
        with closing(connect(journal, "ro")) as source, closing(sqlite3.connect(copy, isolation_level=None)) as target:
            source.backup(target)
    return Journal(copy)
