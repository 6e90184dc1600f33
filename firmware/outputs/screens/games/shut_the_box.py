"""Shut the Box on the OLED: the throw, the tiles that are open, and which are best turned over."""

from __future__ import annotations

from companion.words.games.shut_the_box import tiles
from companion.words.language import t
from engines.shut_the_box import ShutTheBox
from firmware.outputs.screens.common import state_of, with_name
from firmware.outputs.screens.font import SMALL
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
    paper.words(34, HEAD + 4, t("the end") if state.phase == "over" else t("throw {count}", count=number), WIDTH - 34)
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[-1].seat is not None:
        name = table.match.players[scored[-1].seat]
        paper.text(34, HEAD + 19, with_name("{name}: {text}", name, WIDTH - 36, SMALL, text=f"{scored[-1].points}"))
    else:
        paper.text(34, HEAD + 19, SMALL.fit(t("{points} open", points=sum(state.open)), WIDTH - 34))


def _shut(paper: Paper, table: Table, state: ShutTheBox) -> None:
    """The dice, what they make, and the best tiles."""
    size = DIE_SIZES[1]
    for place, face in enumerate(state.thrown):
        paper.pips(1 + place * (size.side + 3), HEAD + 3, face, size)
    left = 2 * (size.side + 3) + 6
    paper.text(left, HEAD + 3, SMALL.fit(t("{total} is best as", total=sum(state.thrown)), WIDTH - left - 1))
    paper.words(left, HEAD + 15, tiles(state.legal()[0]), WIDTH - left - 1)


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
