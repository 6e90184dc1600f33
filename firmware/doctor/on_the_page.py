"""The doctor on the page: all checks that need no part for themselves, made while the device plays.

What looks is seldom asked for, so it is imported only then: the device starts the sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from companion.api.backend import BackendBusy
from companion.api.upkeep.doctor_routes import CheckView
from companion.words.language import t
from firmware.config import Config
from firmware.doctor.check import Check
from firmware.state.table import Table
from hardware.cameras.frame import Frame

if TYPE_CHECKING:
    from firmware.doctor.machine import Machine

PANEL = {"display": "OLED", "buzzer": "buzzer", "buttons": "buttons", "led": "LED"}
"""The parts of the panel, and what the doctor calls them."""


class PageDoctor:
    """`companion.api.upkeep.doctor_routes.BoxDoctor` of a device; it looks once at a time."""

    def __init__(
        self,
        config: Config,
        home: Path,
        table: Callable[[], Table],
        frame: Callable[[], Frame | None],
        machine: Machine | None = None,
    ) -> None:
        """`home` is the folder of all data; `table` gives the present table, `frame` the camera's last picture;
        `machine` is this one if none is given."""
        self._config, self._home, self._machine = config, home, machine
        self._table, self._frame = table, frame
        self._one_at_a_time = Lock()

    def examined(self) -> tuple[CheckView, ...]:
        with self._alone():
            return tuple(_view(check) for check in self._checks(self._looked_at()))

    def report(self) -> bytes:
        from firmware.doctor import report

        with self._alone():
            machine = self._looked_at()
            return report.packed(tuple(self._checks(machine)), self._config, self._home, machine)

    def _looked_at(self) -> Machine:
        from firmware.doctor.machine import Machine

        return self._machine or Machine()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._one_at_a_time.acquire(blocking=False):
            raise BackendBusy(t("it is being looked at already; try again in a minute"))
        try:
            yield
        except OSError as error:
            raise BackendBusy(str(error)) from error
        finally:
            self._one_at_a_time.release()

    def _checks(self, machine: Machine) -> Iterator[Check]:
        from firmware.doctor.home import backed_up, disk, kept
        from firmware.doctor.machine import examined

        yield disk(self._home)
        yield kept(self._home)
        yield backed_up(self._config.backup, machine.now().date())
        yield from examined(machine, self._config.page, self._home)
        faults, frame = dict(self._table().faults), self._frame()
        yield from _seen(faults, frame)
        for part, name in PANEL.items():
            if part in faults:
                yield Check(name, "fail", faults[part])
            else:
                yield Check(name, "ok", t("Nothing is known against it."), t("The welcome tries it."))


def _view(check: Check) -> CheckView:
    return CheckView(name=check.name, title=check.title, verdict=check.verdict, seen=check.seen, todo=check.todo)


def _seen(faults: dict[str, str], frame: Frame | None) -> Iterator[Check]:
    """The camera and what its last picture tells."""
    from firmware.doctor.parts import light, rate
    from firmware.doctor.scale import scale

    if "camera" in faults:
        yield Check("camera", "fail", faults["camera"])
    elif frame is None:
        yield Check("camera", "warn", t("It has given no picture yet."), t("Wait a moment, and look again."))
    else:
        yield rate([frame], 0.0)
        yield light([frame])
        yield from scale(frame.image)
