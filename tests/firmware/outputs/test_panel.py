"""The panel follows the table; a part that breaks is told once, and shown everything anew when it is back."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Match
from engines.games import GAMES
from firmware.outputs.panel import PanelOutput
from firmware.state.table import Table
from firmware.update.inputs import Fault
from hardware.panel.board import PanelWiring, SimulatedBoard, simulated


def table() -> Table:
    return Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")


def opened() -> SimulatedBoard:
    return simulated(PanelWiring(), lambda name, press: None)


def test_the_oled_shows_the_table_down_to_the_dots_on_the_chip() -> None:
    from firmware.outputs import screens

    board = opened()
    try:
        PanelOutput(board, lambda fault: None).show(table(), table())
        assert board.picture.tobytes() == screens.draw(table()).tobytes()
    finally:
        board.close()


def test_the_same_picture_is_not_sent_twice() -> None:
    board = opened()
    try:
        face = PanelOutput(board, lambda fault: None)
        face.show(table(), table())
        sent = len(board.bus.log)
        face.show(table(), table())
        assert len(board.bus.log) == sent
    finally:
        board.close()


def test_a_sleeping_table_darkens_the_oled() -> None:
    board = opened()
    try:
        face = PanelOutput(board, lambda fault: None)
        face.show(table(), table())
        face.show(table(), replace(table(), now=5000.0))
        assert not board.chip.lit
    finally:
        board.close()


def test_an_unplugged_oled_is_told_once_and_is_shown_the_picture_when_it_is_back() -> None:
    board, told = opened(), list[Fault]()
    try:
        face = PanelOutput(board, told.append)
        face.show(table(), table())
        board.bus.plugged = False
        face.show(table(), replace(table(), page=3))
        face.show(table(), replace(table(), page=3))
        board.bus.plugged = True
        face.show(table(), replace(table(), page=3))
        assert [(fault.part, bool(fault.text)) for fault in told] == [("display", True), ("display", False)]
        assert board.chip.lit
    finally:
        board.close()
