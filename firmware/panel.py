"""The panel as one of the device's faces: OLED, buzzer and light follow the table."""

from __future__ import annotations

from collections.abc import Callable

from firmware import screens, sounds
from firmware.handle import Fault
from firmware.table import Table
from hardware.board import Board


class PanelFace:
    """Shows each table on `board`; tells `report` of parts that break, or work again."""

    def __init__(self, board: Board, report: Callable[[Fault], object]) -> None:
        self._board = board
        self._report = report
        self._told: dict[str, str] = {}

    def show(self, before: Table, after: Table) -> None:
        """OLED first, for the eye; then the sound and the light."""
        self._board.mend()
        if after.light == "dark":
            self._board.hide()
        else:
            self._board.contrast(screens.contrast(after))
            self._board.show(screens.draw(after))
        tune = sounds.tune(before, after)
        if tune:
            self._board.play(tune)
        self._board.light(sounds.light(after))
        self._tell()

    def _tell(self) -> None:
        now = {fault.part: str(fault) for fault in self._board.faults}
        for part in now.keys() | self._told.keys():
            if now.get(part, "") != self._told.get(part, ""):
                self._report(Fault(part, now.get(part, "")))
        self._told = now
