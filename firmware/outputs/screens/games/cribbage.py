"""Cribbage on the OLED: the count and the cards that make it, and the board with both players' pegs."""

from __future__ import annotations

from engines.cribbage import Cribbage
from firmware.outputs.screens import french
from firmware.outputs.screens.common import state_of
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import EMBLEM, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

LANE = 10
"""Height of a player's lane on the board, px."""
STREET = 30
"""Holes from one mark of the board to the next."""
DOING = {"deal": "deals", "discard": "to the crib", "starter": "the starter", "lay": "lays", "crib": "the crib"}
"""What the player at turn does, by phase."""


def main(table: Table) -> Paper:
    """Whose turn it is, the starter, the cards that count together, what scored; below, the board."""
    state = state_of(table, Cribbage)
    paper = Paper()
    name, doing = table.match.players[state.acting_seat], DOING.get(state.phase, "")
    room = WIDTH - 16 - BOLD.width(f" {doing}")
    paper.head(f"{BOLD.fit(name, room)} {doing}", seat=state.acting_seat)
    if state.starter and state.phase in ("lay", "crib"):
        french.card(paper, 1, HEAD + 1, state.starter)
        french.cards(paper, 26, HEAD + 1, state.pile if state.phase == "lay" else state.turned_up, 76)
    if state.phase == "lay":
        paper.text(WIDTH - 1, HEAD + 2, str(state.count), BOLD, "right")
    elif state.phase in ("deal", "discard", "starter"):
        paper.text(1, HEAD + 4, _last(table, state) or f"to {state.target}", SMALL)
    if state.phase != "deal" and (gained := _gained(state)):
        paper.text(WIDTH - 1, HEAD + 16, gained, BOLD, "right")
    _lanes(paper, state, HEIGHT - 2 * LANE)
    return paper


def _gained(state: Cribbage) -> str:
    """What the last event scored: `+3`; "" for nothing."""
    points = [reason.points for reason in state.reasons if reason.points]
    return f"+{points[-1]}" if points else ""


def _last(table: Table, state: Cribbage) -> str:
    """What was counted last, in a few letters: `Ana: crib +4`."""
    counted = [reason for reason in state.reasons if reason.points is not None and reason.seat is not None]
    if not counted:
        return ""
    what = counted[-1]
    told = f": {what.text.partition(':')[0]} {what.points or 0:+d}"
    return SMALL.fit(table.match.players[what.seat or 0], WIDTH - SMALL.width(told) - 4) + told


def _lanes(paper: Paper, state: Cribbage, top: int) -> None:
    """A lane each, as long as the board: full up to the peg, with a mark at each street; the points beside it."""
    for seat, held in enumerate(state.score):
        y = top + seat * LANE
        paper.emblem(1, y + 1, seat)
        points = paper.text(WIDTH - 1, y + 1, str(held), SMALL, "right")
        left, right = EMBLEM + 4, WIDTH - max(points, 18) - 4
        paper.frame(left, y + 1, right - left, 7)
        paper.box(left, y + 1, max((right - left) * held // state.target, 1), 7, fill=1)
        for street in range(STREET, state.target, STREET):
            x = left + (right - left) * street // state.target
            paper.box(x, y + 3, 1, 3, fill=0 if street < held else 1)


PAGES = {OledPage.MAIN: main}
