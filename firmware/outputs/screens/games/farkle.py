"""Farkle on the OLED: the throw and what is best set aside, the points of the turn, what bank and going on bring."""

from __future__ import annotations

from collections.abc import Sequence

from companion.words.language import t
from engines import odds
from engines.farkle import Farkle
from engines.names import face_of
from firmware.outputs.screens.common import state_of, with_name
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import DIE_SIZES, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table


def main(table: Table) -> Paper:
    """Whose throw is awaited, what may be set aside, or the choice to bank."""
    state = state_of(table, Farkle)
    paper = Paper()
    paper.head(table.match.players[state.seat], str(state.score[state.seat]), state.seat)
    {"keep": _keep, "decide": _decide}.get(state.phase, _throw)(paper, table, state)
    return paper


def _throw(paper: Paper, table: Table, state: Farkle) -> None:
    """A throw is awaited; below, what became of the turn before."""
    paper.icon(4, HEAD + 8, "ring")
    paper.words(40, HEAD + 6, t("throw {count}", count=state.dice), WIDTH - 40)
    if state.points:
        paper.text(40, HEAD + 20, SMALL.fit(t("{points} so far", points=state.points), WIDTH - 40))
    elif state.closing is not None:
        paper.text(40, HEAD + 20, SMALL.fit(t("the last turn"), WIDTH - 40))
    elif state.least:
        paper.text(40, HEAD + 20, SMALL.fit(t("{points} to begin", points=state.least), WIDTH - 40))
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and scored[0].seat is not None:
        points, name = sum(reason.points or 0 for reason in scored), table.match.players[scored[0].seat]
        gained = t("farkle") if not points else f"{points:+d}"
        paper.foot(with_name("{name}: {text}", name, WIDTH - 12, text=gained))


def _row(paper: Paper, y: int, faces: Sequence[int]) -> None:
    size = DIE_SIZES[2]
    pitch = size.side + 3
    left = (WIDTH - pitch * len(faces) + 3) // 2
    for place, face in enumerate(faces):
        paper.pips(left + place * pitch, y, face, size)


def _keep(paper: Paper, table: Table, state: Farkle) -> None:
    """The throw, and what is best set aside."""
    _row(paper, HEAD + 3, state.thrown)
    best = odds.choices(state)[0]
    so_far = t("{points} so far", points=state.points) if state.points else t("what counts goes on KEEP")
    paper.text(1, HEAD + 24, SMALL.fit(so_far, WIDTH - 2))
    faces = " ".join(map(face_of, best.event.items))
    paper.words(1, HEIGHT - BOLD.height - 3, t("best: {faces}", faces=faces), WIDTH - 2)


def _decide(paper: Paper, table: Table, state: Farkle) -> None:
    """The points of the turn, and what bank and throwing on are worth."""
    _row(paper, HEAD + 2, state.kept)
    paper.text(WIDTH // 2, HEAD + 23, str(state.points), BOLD, "middle")
    for choice in odds.choices(state):
        bank = choice.event.kind == "bank"
        does = t("bank") if bank else t("throw {count}", count=state.dice)
        chance = f" {choice.win:.0%}"
        text = SMALL.fit(does, WIDTH // 2 - 3 - SMALL.width(chance)) + chance
        paper.text(1 if bank else WIDTH - 1, HEIGHT - SMALL.line - 1, text, SMALL, "left" if bank else "right")


PAGES = {OledPage.MAIN: main}
