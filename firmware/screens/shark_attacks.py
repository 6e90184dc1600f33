"""Shark Attacks! on the OLED: the main page follows the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import odds
from engines.core import Reason
from engines.shark_attacks import SharkAttacks
from engines.shark_rules import Line
from firmware.screens.common import label
from firmware.screens.font import BIG, BOLD, HUGE, SMALL
from firmware.screens.paper import DIE, HEAD, HEIGHT, WIDTH, Paper
from firmware.table import Table

SCORED_FOR = 8.0
"""Seconds that the points of the last turn stay, before the next player's dice take the screen."""


def main(table: Table) -> Paper:
    """The page that the game stands on."""
    state = table.match.state
    assert isinstance(state, SharkAttacks)
    return PAGES[state.phase](table, state)


def _head(paper: Paper, table: Table, state: SharkAttacks) -> None:
    paper.head(table.match.players[state.seat], str(state.score[state.seat]))


def _first(table: Table, state: SharkAttacks) -> Paper:
    """Who begins: everybody throws the four shark dice."""
    paper = Paper()
    paper.head("Who begins?")
    paper.icon(1, HEAD + 4, "attack")
    paper.text(32, HEAD + 4, BOLD.fit(table.match.players[state.seat], WIDTH - 32), BOLD)
    paper.text(32, HEAD + 19, "throws 4 red dice")
    thrown = [f"{name} {fins}" for name, fins in zip(table.match.players, state.opening, strict=True) if fins >= 0]
    paper.wrapped(1, HEIGHT - 17, "  ".join(thrown), WIDTH, 2)
    return paper


def _enter(table: Table, state: SharkAttacks) -> Paper:
    """A throw is awaited: the first of a turn, or the next after sun or rain."""
    if state.event:
        return _weather(table, state)
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and table.now - table.woken < SCORED_FOR:
        return _scored(table, state, scored[-1])
    paper = Paper()
    _head(paper, table, state)
    width = paper.text(2, HEAD + 5, str(state.dice), HUGE)
    paper.text(width + 12, HEAD + 8, "blue", BOLD)
    paper.text(width + 12, HEAD + 22, "dice" if state.dice > 1 else "die", BOLD)
    for sign in range(state.signs[state.seat]):
        paper.icon(width + 12 + 9 * sign, HEAD + 38, "sign")
    paper.icon(WIDTH - 26, HEAD + 12, "ring")
    return paper


def _scored(table: Table, state: SharkAttacks, reason: Reason) -> Paper:
    """The turn is over: how many points, why, and who is next."""
    paper = Paper()
    who = reason.seat if reason.seat is not None else state.seat
    paper.head(table.match.players[who], str(state.score[who]))
    width = paper.text(1, HEAD + 4, f"+{reason.points}", BIG)
    paper.wrapped(width + 7, HEAD + 4, reason.text, WIDTH - width - 7, 3)
    dice = f"{state.dice} dice" if state.dice > 1 else "1 die"
    paper.foot(f"{BOLD.fit(table.match.players[state.seat], WIDTH - 12 - BOLD.width(f': {dice}'))}: {dice}")
    return paper


def _weather(table: Table, state: SharkAttacks) -> Paper:
    """Sun or rain has changed the number of wave dice; they are thrown again."""
    paper = Paper()
    _head(paper, table, state)
    paper.icon(1, HEAD + 4, state.event)
    paper.text(30, HEAD + 4, {"sun": "Sun", "rain": "Rain"}[state.event], BOLD)
    paper.text(30, HEAD + 19, "throw again")
    paper.text(WIDTH - 3, HEAD + 4, str(state.dice), BIG, "right")
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


def _decide(table: Table, state: SharkAttacks) -> Paper:
    """The throw just read, and what bank and going on are worth."""
    paper = Paper()
    _head(paper, table, state)
    choices = odds.choices(state)
    column = WIDTH // max(len(choices), 1)
    for place, choice in enumerate(choices):
        middle = column * place + column // 2
        paper.text(middle, HEAD + 1, label(choice.event.kind), SMALL, "middle")
        exact = choice.event.kind == "bank"
        paper.text(middle, HEAD + 11, f"{choice.points:.0f}" if exact else f"{choice.points:.1f}", BIG, "middle")
    if len(choices) == 2:
        paper.line(column, HEAD + 3, column, HEAD + 34)
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


def _event(table: Table, state: SharkAttacks) -> Paper:
    """Going on: the yellow die is awaited."""
    paper = Paper()
    _head(paper, table, state)
    paper.box(2, HEAD + 4, 26, 26, fill=1)
    paper.text(16, HEAD + 5, "?", BIG, "middle", ink=0)
    paper.text(36, HEAD + 5, "now the", BOLD)
    paper.text(36, HEAD + 19, "yellow die", BOLD)
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


def _flee(table: Table, state: SharkAttacks) -> Paper:
    """Sharks: the first flee throw is awaited, or one has been read and the next is awaited."""
    return _bitten(table, state) if state.bites else _alarm(table, state)


def _alarm(table: Table, state: SharkAttacks) -> Paper:
    paper = Paper()
    paper.head("SHARKS!", table.match.players[state.seat])
    paper.icon(2, HEAD + 5, "attack")
    for middle, number, name in ((60, state.dice, "blue"), (112, state.red, "red")):
        paper.text(middle, HEAD + 6, str(number), BIG, "middle")
        paper.text(middle, HEAD + 35, name, SMALL, "middle")
    paper.text(86, HEAD + 6, "+", BIG, "middle")
    return paper


def _bitten(table: Table, state: SharkAttacks) -> Paper:
    """Who was eaten by which fin, who got out, and the next throw."""
    paper = Paper()
    paper.head(table.match.players[state.seat], f"{sum(state.escaped)} out")
    columns = 2 if len(state.bites) > 2 else 1
    top = HEAD + 11 if len(state.bites) == 1 else HEAD + 4
    for place, (fins, eaten) in enumerate(state.bites):
        _bite(paper, place % columns * 65, top + place // columns * 15, fins, eaten, 9 if columns == 1 else 7)
    paper.foot(f"next: {state.dice} blue {state.red} red")
    return paper


def _bite(paper: Paper, x: int, y: int, fins: int, eaten: Line, pitch: int) -> None:
    """So many fins, and the dice that they ate."""
    for fin in range(fins):
        paper.icon(x + 1 + pitch * fin, y + 2, "fin")
    x += pitch * fins + 3
    paper.icon(x, y + 2, "next")
    x += 7
    for face in eaten:
        paper.swimmer(x, y, face, lit=False)
        x += DIE + 1
    if not eaten:
        paper.text(x, y + 2, "none")


def _take(table: Table, state: SharkAttacks) -> Paper:
    """A sign is to be taken from an opponent (the question about it usually covers this)."""
    paper = Paper()
    _head(paper, table, state)
    paper.wrapped(0, HEAD + 6, f"takes {state.owed} from whom?", WIDTH, 1, BOLD)
    return paper


PAGES: Mapping[str, Callable[[Table, SharkAttacks], Paper]] = {
    "first": _first,
    "enter": _enter,
    "decide": _decide,
    "event": _event,
    "flee": _flee,
    "take": _take,
}
