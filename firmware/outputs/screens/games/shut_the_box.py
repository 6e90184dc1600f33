"""Shut the Box on the OLED: the throw, the tiles that are open, and which are best turned over."""

from __future__ import annotations

from companion.words.games.shut_the_box import tiles
from engines.shut_the_box import ShutTheBox
from firmware.outputs.screens.common import state_of
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import DIE_SIZES, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

TILE = 12
"""Width and height of a tile, px."""


def main(table: Table) -> Paper:
    """The throw that is awaited or was read; below, the box."""
    state = state_of(table, ShutTheBox)
    paper = Paper()
    paper.head(table.match.players[state.seat], str(state.score[state.seat]), state.seat)
    (_shut if state.phase == "shut" else _throw)(paper, table, state)
    _box(paper, state, HEIGHT - TILE)
    return paper


def _throw(paper: Paper, table: Table, state: ShutTheBox) -> None:
    """A throw is awaited; beside it what became of the turn before, or what is open."""
    number = state.rules.dice(state.open)
    paper.icon(1, HEAD + 3, "ring")
    paper.text(34, HEAD + 4, "the end" if state.phase == "over" else f"throw {number}", BOLD)
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[-1].seat is not None:
        gained = f": {scored[-1].points}"
        name = SMALL.fit(table.match.players[scored[-1].seat], WIDTH - 36 - SMALL.width(gained))
        paper.text(34, HEAD + 19, f"{name}{gained}")
    else:
        paper.text(34, HEAD + 19, f"{sum(state.open)} open")


def _shut(paper: Paper, table: Table, state: ShutTheBox) -> None:
    """The dice, what they make, and the best tiles."""
    size = DIE_SIZES[1]
    for place, face in enumerate(state.thrown):
        paper.pips(1 + place * (size.side + 3), HEAD + 3, face, size)
    left = 2 * (size.side + 3) + 6
    paper.text(left, HEAD + 3, f"{sum(state.thrown)} is best as")
    paper.text(left, HEAD + 15, BOLD.fit(tiles(state.legal()[0]), WIDTH - left - 1), BOLD)


def _box(paper: Paper, state: ShutTheBox, top: int) -> None:
    """The tiles: a number where one is open."""
    wide = WIDTH // state.rules.tiles
    left = (WIDTH - wide * state.rules.tiles) // 2
    for place, tile in enumerate(state.rules.all_tiles):
        x = left + place * wide
        if tile in state.open:
            paper.frame(x, top, wide - 1, TILE - 1)
            paper.text(x + wide // 2, top + 3, str(tile), SMALL, "middle")
        else:
            paper.box(x + 3, top + TILE - 3, wide - 7, 1, fill=1)


PAGES = {OledPage.MAIN: main}
