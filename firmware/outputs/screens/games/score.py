"""The scorekeeper on the OLED: whose turn it is, what counts, and how near the end is."""

from __future__ import annotations

from companion.words.language import t
from engines.core import said
from engines.score import Score
from firmware.outputs.screens.common import state_of
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

ASKED = {"dice": said("throw"), "cards": said("lay cards"), "hand": said("enter points")}
"""What the seat is to do, by what counts."""


def main(table: Table) -> Paper:
    """Whose turn it is with the points so far; below, what the turn before brought, and how near the end is."""
    state = state_of(table, Score)
    paper = Paper()
    paper.head(table.match.players[state.seat], str(state.score[state.seat]), state.seat)
    begun = bool(state.laid or state.entered)
    asked = t("{points} so far", points=state.points) if begun else t(ASKED[state.rules.count])
    paper.words(1, HEAD + 4, asked, WIDTH - 2)
    last = [reason for reason in state.reasons if reason.points is not None]
    if last and last[-1].seat is not None and not begun:
        name = table.match.players[last[-1].seat]
        paper.text(1, HEAD + 19, BOLD.fit(name, 70), BOLD)
        paper.text(WIDTH - 1, HEAD + 19, f"{last[-1].points or 0:+d}", BOLD, "right")
    taken = paper.text(WIDTH - 1, HEIGHT - SMALL.line - 1, SMALL.fit(_end(state), 80), SMALL, "right")
    paper.text(1, HEIGHT - SMALL.line - 1, SMALL.fit(state.rules.title, min(72, WIDTH - taken - 6)))
    return paper


def _end(state: Score) -> str:
    """How the game ends, in a few letters."""
    round_ = state.turns // len(state.score) + 1
    if state.rules.target:
        return t("to {points}", points=state.rules.target)
    return t("round {round}/{rounds}", round=round_, rounds=state.rules.rounds)


PAGES = {OledPage.MAIN: main}
