"""Cribbage on the OLED: the count and the cards that make it, and the board with the pegs of each side."""

from __future__ import annotations

import re

from companion.words.language import again, t
from engines.core import said
from engines.cribbage import Cribbage
from firmware.outputs.screens import french
from firmware.outputs.screens.common import state_of, with_name
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import EMBLEM, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

LANE = {2: 10, 3: 7}
"""Sides -> height of the lane of each on the board, px."""
POINTS = 18
"""Width of the points beside a lane, px."""
STREET = 30
"""Holes from one mark of the board to the next."""
DOING = {
    "deal": said("{name} deals"),
    "discard": said("{name} to the crib"),
    "starter": said("{name} the starter"),
    "lay": said("{name} lays"),
    "crib": said("{name} the crib"),
}
"""What the player at turn does, by phase."""


def main(table: Table) -> Paper:
    """Whose turn it is, the starter, the cards that count together, what scored; below, the board."""
    state = state_of(table, Cribbage)
    paper = Paper()
    doing = DOING.get(state.phase, said("{name}"))
    name = table.match.players[state.acting_seat]
    paper.head(with_name(doing, name, WIDTH - 16), seat=state.acting_seat)
    if state.starter and state.phase in ("lay", "crib"):
        french.card(paper, 1, HEAD + 1, state.starter)
        french.cards(paper, 26, HEAD + 1, state.pile if state.phase == "lay" else state.turned_up, 76)
    if state.phase == "lay":
        paper.text(WIDTH - 1, HEAD + 2, str(state.count), BOLD, "right")
    elif state.phase in ("deal", "discard", "starter"):
        paper.text(1, HEAD + 4, _last(table, state) or t("to {points}", points=state.target), SMALL)
    if state.phase != "deal" and (gained := _gained(state)):
        paper.text(WIDTH - 1, HEAD + 16, gained, BOLD, "right")
    _lanes(paper, state)
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
    kind = re.split(r"\s?[:：]", again(what.text))[0]
    told = f"{kind} {what.points or 0:+d}"
    return with_name("{name}: {text}", table.match.players[what.seat or 0], WIDTH - 4, SMALL, text=told)


def _lanes(paper: Paper, state: Cribbage) -> None:
    """A lane for each side, as long as the board: full up to the peg, with a mark at each street; the points beside."""
    lane, sides = LANE[len(state.score)], len(state.score)
    high = min(lane - 1, EMBLEM)
    for side, held in enumerate(state.score):
        y = HEIGHT - (sides - side) * lane + (lane > EMBLEM)
        seats = range(side, state.players, sides)
        aside = side % 2 if lane <= EMBLEM else 0  # every other one, where they would touch
        for place, seat in enumerate(seats):
            paper.emblem(1 + (place + aside) * (EMBLEM + 1), y, seat)
        points = paper.text(WIDTH - 1 - aside * POINTS, y, str(held), SMALL, "right")
        columns = 2 if lane <= EMBLEM else len(seats)
        left, right = columns * (EMBLEM + 1) + 3, WIDTH - max(points, POINTS * (columns if len(seats) == 1 else 1)) - 4
        paper.frame(left, y, right - left, high)
        paper.box(left, y, max((right - left) * held // state.target, 1), high, fill=1)
        for street in range(STREET, state.target, STREET):
            x = left + (right - left) * street // state.target
            paper.box(x, y + 2, 1, high - 4, fill=0 if street < held else 1)


PAGES = {OledPage.MAIN: main}
