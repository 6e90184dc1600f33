"""What the three buttons of the panel do, by what the OLED shows."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Over
from firmware.state.table import OledPage, PanelTest, Table
from firmware.update import beginning
from firmware.update.history import redone, undone
from firmware.update.observed import answered, left_lying
from firmware.update.seats import resumed_by_button


def pressed(table: Table, button: str, how: str) -> Table:
    if table.light == "dark":
        return replace(table, page=OledPage.MAIN)
    if test := table.tried:
        pressed = tuple(sorted({*test.pressed, button}))
        return replace(table, panel_test=PanelTest(pressed, table.now))
    if not table.household.done:
        return table
    if (button, how) == ("a", "hold"):
        return replace(table, page=OledPage.CONNECT)
    if table.choosing:
        return beginning.chosen(table, button)
    if table.page == OledPage.CONNECT and (table.waiting or table.question or table.mismatch):
        return replace(table, page=OledPage.MAIN)  # to what that page hid
    if button == "c" and table.match.paused:
        return undone(table)
    if button == "c" and how != "double" and table.question and table.question.look:
        return replace(table, question=None)  # none of these: the next look may tell better
    if button == "c" and how != "double" and table.mismatch and table.mismatch.extra:
        return left_lying(table)
    if button == "c":
        return redone(table) if how == "double" else undone(table)
    if table.match.paused and button == "a" and table.page == OledPage.MAIN:
        return resumed_by_button(table)
    question = None if table.match.paused else table.question
    if question and button == "a":
        return answered(table, question.choice)
    if question and button == "b":
        return replace(table, question=replace(question, choice=(question.choice + 1) % len(question.answers)))
    if button == "b" and table.page == OledPage.MAIN and isinstance(table.match.state.awaits, Over):
        return replace(table, page=OledPage.BEGIN)
    step = 1 if button == "a" else -1
    return replace(table, page=(table.page + step) % OledPage.BEGIN)
