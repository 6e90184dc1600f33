"""Pig on the OLED: the throw, the points of the turn, and the chance to win by KEEP or by throwing on."""

from __future__ import annotations

from companion.words.language import t, tn
from engines import odds
from engines.pig import Pig
from firmware.outputs.screens.common import state_of, with_name
from firmware.outputs.screens.font import BIG, SMALL
from firmware.outputs.screens.paper import DIE_SIZES, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table


def main(table: Table) -> Paper:
    """Whose throw is awaited, or the throw just read."""
    state = state_of(table, Pig)
    paper = Paper()
    paper.head(table.match.players[state.seat], str(state.score[state.seat]), state.seat)
    (_decide if state.phase == "decide" else _throw)(paper, table, state)
    return paper


def _throw(paper: Paper, table: Table, state: Pig) -> None:
    """A throw is awaited; below, what became of the turn before."""
    paper.icon(4, HEAD + 8, "ring")
    paper.words(40, HEAD + 6, t("throw on") if state.points else t("throw"), WIDTH - 40)
    number = tn("{count} die", "{count} dice", state.rules.dice)
    below = t("{points} so far", points=state.points) if state.points else number
    paper.text(40, HEAD + 20, SMALL.fit(below, WIDTH - 40))
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[-1].seat is not None:
        points, name = scored[-1].points or 0, table.match.players[scored[-1].seat]
        gained = f"+{points}" if points >= 0 else f"-{-points}"
        paper.foot(with_name("{name}: {text}", name, WIDTH - 12, text=gained))


def _decide(paper: Paper, table: Table, state: Pig) -> None:
    """The points of the turn, and the chance to win by either choice."""
    size = DIE_SIZES[0]
    for place, face in enumerate(state.thrown):
        paper.pips(1 + place * (size.side + 3), HEAD + 2, face, size)
    paper.text(WIDTH - 2, HEAD + 3, str(state.points), BIG, "right")
    bank, again = odds.choices(state)
    y = HEIGHT - SMALL.line - 1
    paper.text(1, y, f"KEEP {bank.win:.0%}")
    taken = SMALL.width(f"KEEP {bank.win:.0%}")
    chance = f" {again.win:.0%}"
    on = SMALL.fit(t("throw on"), WIDTH - taken - 8 - SMALL.width(chance))
    paper.text(WIDTH - 1, y, on + chance, SMALL, "right")


PAGES = {OledPage.MAIN: main}
