"""Yacht on the OLED: the dice, what is best thrown anew, and the sheet of the seat that plays."""

from __future__ import annotations

from companion.words.games.yacht import category, offered
from companion.words.language import t, tn
from engines.core import said
from engines.yacht import Yacht, worth
from engines.yacht.rules import DICE, OPEN, THROWS
from firmware.outputs.screens.asking import apart
from firmware.outputs.screens.common import state_of, with_name
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import DIE_SIZES, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table


def main(table: Table) -> Paper:
    """The throw that is awaited, or the dice and what is best done with them."""
    state = state_of(table, Yacht)
    paper = Paper()
    paper.head(table.match.players[state.seat], str(state.scores()[state.seat]), state.seat)
    if state.phase == "throw" and state.throws == THROWS:
        _turn(paper, table, state)
    else:
        _dice(paper, table, state)
    return paper


def _turn(paper: Paper, table: Table, state: Yacht) -> None:
    """A turn begins; below, what the last one scored."""
    paper.icon(4, HEAD + 8, "ring")
    paper.words(40, HEAD + 6, t("throw {count}", count=DICE), WIDTH - 40)
    left = sum(held == OPEN for held in state.sheets[state.seat])
    paper.text(40, HEAD + 20, SMALL.fit(tn("the last one", "{count} to fill", left), WIDTH - 40))
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[0].seat is not None:
        name, gained = table.match.players[scored[0].seat], sum(reason.points or 0 for reason in scored)
        paper.foot(with_name("{name}: {text}", name, WIDTH - 12, text=f"+{gained}"))


def _dice(paper: Paper, table: Table, state: Yacht) -> None:
    size = DIE_SIZES[1]
    pitch = size.side + 4
    left = (WIDTH - pitch * DICE + 4) // 2
    for place, face in enumerate(state.dice):
        paper.pips(left + place * pitch, HEAD + 3, face, size)
    if state.phase == "throw":
        paper.words(1, HEAD + 28, t("throw {count}", count=DICE - len(state.dice)), WIDTH - 2)
        return
    best = worth(state)[:1]
    paper.text(1, HEAD + 25, SMALL.fit(t(THROWS_LEFT[state.throws if state.phase == "decide" else 0]), WIDTH - 2))
    for event, _ in best:
        paper.words(1, HEIGHT - BOLD.height - 3, offered(table.match, event, state), WIDTH - 2)


THROWS_LEFT = (said("best in:"), said("one throw left; best:"), said("two throws left; best:"))


COLUMNS = ((1, 46), (54, WIDTH - 1))
"""The left and right ends of both columns of a sheet, px."""


def sheet(table: Table) -> Paper:
    """The sheet of the seat that plays: each category with what it has."""
    state = state_of(table, Yacht)
    paper = Paper()
    filled = state.sheets[state.seat]
    rows = -(-len(filled) // 2)
    names = [category(name) for name in state.rules.categories]
    for column, (left, right) in enumerate(COLUMNS):
        some = slice(column * rows, (column + 1) * rows)
        figures = ["-" if held == OPEN else str(held) for held in filled[some]]
        lines = apart(names[some], right - left - max(map(SMALL.width, figures)) - 3)
        for row, (line, figure) in enumerate(zip(lines, figures, strict=True)):
            y = 1 + row * (HEIGHT // rows)
            paper.text(right, y, figure, SMALL, "right")
            paper.text(left, y, line)
    return paper


PAGES = {OledPage.MAIN: main, OledPage.WORTH: sheet}
