"""The panel as one of the device's faces: OLED, buzzer and light follow the table."""

from __future__ import annotations

from collections.abc import Callable

from firmware.outputs import screens, sounds
from firmware.state.part_words import trouble
from firmware.state.table import Table
from firmware.update.inputs import Fault
from hardware.panel.board import PanelBoard


class PanelOutput:
    """Shows each table on `board`; tells `report` of parts that break, or work again."""

    def __init__(self, board: PanelBoard, report: Callable[[Fault], object]) -> None:
        self._board = board
        self._report = report
        self._told: dict[str, str] = {}
        self._shown: tuple[int, bytes] | None = None

    def show(self, before: Table, after: Table) -> None:
        """OLED first, for the eye; then the sound and the light. A part that came back is shown everything anew."""
        if "display" in self._board.mend():
            self._shown = None
        self._display(after)
        tune = sounds.tune(before, after)
        if tune:
            self._board.play(tune)
        self._board.light(sounds.light(after))
        self._tell()

    def _display(self, table: Table) -> None:
        """Send the picture, if it is another than the one on the OLED."""
        level, image = screens.contrast(table), screens.draw(table)
        picture = (level, image.tobytes())
        if picture == self._shown:
            return
        self._shown = picture
        if level:
            self._board.contrast(level)
            self._board.show(image)
        else:
            self._board.hide()

    def _tell(self) -> None:
        now = {fault.part: trouble(fault) for fault in self._board.faults}
        for part in now.keys() | self._told.keys():
            if now.get(part) != self._told.get(part):
                self._report(Fault(part, now.get(part, "")))
        self._told = now
