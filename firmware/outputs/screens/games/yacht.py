"""Yacht on the OLED: the dice, what is best thrown anew, and the sheet of the seat that plays."""

from __future__ import annotations

from companion.words.games.yacht import category, offered
from engines.yacht import Yacht, worth
from engines.yacht.rules import DICE, OPEN, THROWS
from firmware.outputs.screens.common import state_of
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
    paper.text(40, HEAD + 6, f"throw {DICE}", BOLD)
    left = sum(held == OPEN for held in state.sheets[state.seat])
    paper.text(40, HEAD + 20, f"{left} to fill" if left > 1 else "the last one")
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[0].seat is not None:
        name, gained = table.match.players[scored[0].seat], sum(reason.points or 0 for reason in scored)
        paper.foot(f"{BOLD.fit(name, WIDTH - 12 - BOLD.width(f': +{gained}'))}: +{gained}")


def _dice(paper: Paper, table: Table, state: Yacht) -> None:
    size = DIE_SIZES[1]
    pitch = size.side + 4
    left = (WIDTH - pitch * DICE + 4) // 2
    for place, face in enumerate(state.dice):
        paper.pips(left + place * pitch, HEAD + 3, face, size)
    if state.phase == "throw":
        paper.text(1, HEAD + 28, f"throw {DICE - len(state.dice)}", BOLD)
        return
    best = worth(state)[:1]
    paper.text(1, HEAD + 27, THROWS_LEFT[state.throws if state.phase == "decide" else 0])
    for event, _ in best:
        paper.text(1, HEIGHT - BOLD.height - 1, BOLD.fit(offered(table.match, event, state), WIDTH - 2), BOLD)


THROWS_LEFT = ("best in:", "one throw left; best:", "two throws left; best:")


COLUMNS = ((1, 46), (54, WIDTH - 1))
"""The left and right ends of both columns of a sheet, px."""


def sheet(table: Table) -> Paper:
    """The sheet of the seat that plays: each category with what it has."""
    state = state_of(table, Yacht)
    paper = Paper()
    filled = state.sheets[state.seat]
    rows = -(-len(filled) // 2)
    for number, (name, held) in enumerate(zip(state.rules.categories, filled, strict=True)):
        left, right = COLUMNS[number // rows]
        y = 1 + number % rows * (HEIGHT // rows)
        taken = paper.text(right, y, "-" if held == OPEN else str(held), SMALL, "right")
        paper.text(left, y, SMALL.fit(category(name), right - left - taken - 3))
    return paper


PAGES = {OledPage.MAIN: main, OledPage.WORTH: sheet}
