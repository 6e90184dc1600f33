"""Hold Your Breath! on the OLED: the Depth Board as a picture, and this turn beside it."""

from __future__ import annotations

from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from firmware.outputs.screens.common import ending, letters, won
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import Table

SEA = 17
"""Where the Surface lies, below the players' letters and their marks."""
COLUMNS = {2: 24, 3: 17, 4: 13, 5: 10, 6: 9}
"""Players -> the width of a column of the board."""
SOUNDING = 5
"""Spaces between two marks of depth at the rim."""
SHALLOW = 10
"""Spaces that the picture always shows."""


def main(table: Table) -> Paper:
    """The board at the left; at the right whose turn, Air and Swim, what is awaited, the cards left."""
    state = _state(table)
    paper = Paper()
    left = _board(paper, table, state) + 4
    _turn(paper, left, table, state)
    return paper


def _state(table: Table) -> HoldYourBreath:
    state = table.match.state
    assert isinstance(state, HoldYourBreath)
    return state


# -- the board


def _board(paper: Paper, table: Table, state: HoldYourBreath) -> int:
    """The Depth Board, a column each; gives its width."""
    width, players = COLUMNS[state.rules.players], range(state.rules.players)
    right = 3 + width * len(players)
    for x in range(2, right + 1):
        paper.line(x, SEA + (x // 2) % 2, x, SEA + (x // 2) % 2)
    for depth in range(SOUNDING, _bottom(state) + 1, SOUNDING):
        y = _depth(state, depth)
        paper.line(0, y, 1, y)
    for seat, letter in zip(players, letters(table.match.players), strict=True):
        _column(paper, 3 + width * seat, width, letter, state, seat)
    return right


def _column(paper: Paper, x: int, width: int, letter: str, state: HoldYourBreath, seat: int) -> None:
    """A player's letter, what keeps them from swimming, the rope, anchor and pirate."""
    middle, turn = x + width // 2, seat == state.seat
    if turn:
        paper.bar(x, 0, width - 1, 8)
    paper.text(middle, 0, letter, SMALL, "middle", ink=0 if turn else 1)
    marks = ["shark"] * bool(state.sharks[seat]) + ["panic"] * bool(state.panics[seat])
    _marks(paper, x, width, marks)
    deepest = max(state.depths[seat], state.anchors[seat] if state.anchors else 0)
    for y in range(SEA + 3, _depth(state, deepest) - 2, 2):
        paper.line(middle, y, middle, y)
    pirate = _depth(state, state.depths[seat])
    if state.anchors:
        low = min(_depth(state, state.anchors[seat]), HEIGHT - 6)
        paper.icon(middle - 3, low, "anchor")
        pirate = min(pirate, low - 5) if state.depths[seat] == state.anchors[seat] else min(pirate, low - 4)
    paper.icon(middle - 3, max(min(pirate, HEIGHT - 5), SEA - 1), "pirate")


def _marks(paper: Paper, x: int, width: int, marks: list[str]) -> None:
    """Signs below the letters: a fin for a Shark, shouts for a Panic; one sign for both where a column is narrow."""
    if len(marks) == 2 and width < 17:
        marks = ["both"]
    left = x + (width - 8 * len(marks)) // 2
    for place, mark in enumerate(marks):
        paper.icon(left + 8 * place, 9, mark)


def _depth(state: HoldYourBreath, spaces: int) -> int:
    """The y of a depth."""
    return SEA + 1 + round((HEIGHT - 6 - SEA) * spaces / _bottom(state))


def _bottom(state: HoldYourBreath) -> int:
    """How many spaces the picture is deep: more as somebody dives deeper, in steps."""
    deepest = max(state.depths + state.anchors)
    return min(state.rules.spaces, max(SHALLOW, -(-deepest // SOUNDING) * SOUNDING))


# -- the turn


def _turn(paper: Paper, x: int, table: Table, state: HoldYourBreath) -> None:
    width = WIDTH - x
    paper.box(x, 0, width, HEAD, fill=1)
    paper.text(x + 3, 2, BOLD.fit(table.match.players[state.seat], width - 6), BOLD, ink=0)
    for y, name, spaces in ((HEAD + 3, "Air", state.air), (HEAD + 17, "Swim", state.swum)):
        paper.text(x, y, name, BOLD)
        paper.text(WIDTH - 1, y, str(spaces * SPACE_DEPTH), BOLD, "right")
    paper.text(x, HEIGHT - 18, SMALL.fit(_awaited(table, state), width), SMALL)
    way = "up" if state.anchors else "down"
    paper.text(x, HEIGHT - 8, SMALL.fit(f"{state.deck} cards, {way}", width), SMALL)


def _awaited(table: Table, state: HoldYourBreath) -> str:
    """What must happen next, in a few letters."""
    seat, players = state.seat, table.match.players
    match state.step:
        case "draw":
            who, number = state.draws[0]
            return f"draws {number}" if who == seat else f"{players[who]}: {number}"
        case "play":
            stuck = state.sharks[seat] or state.panics[seat]
            return "a Shark!" if state.sharks[seat] else "in Panic!" if stuck else "plays"
        case "hit":
            return f"{'+'.join(letters(players)[hit] for hit in state.hits)}: discard"
    return {
        "breath": "has Air?",
        "gasp": "no Air: Panic",
        "refill": "discard, draw",
        "reveal": "turn Panic up",
        "lot": "who begins?",
    }[state.step]


# -- the other pages


def depths(table: Table) -> Paper:
    """Every player with depth and anchor, and what keeps them from swimming."""
    state, players = _state(table), table.match.players
    paper = Paper()
    height = HEIGHT // len(players)
    font = BOLD if height > BOLD.line else SMALL
    for seat, name in enumerate(players):
        top = seat * height + (height - font.height) // 2
        paper.text(WIDTH - 1, top, str(state.depths[seat] * SPACE_DEPTH), font, "right")
        x = WIDTH - 26
        if state.anchors:
            x -= paper.text(x, top, str(state.anchors[seat] * SPACE_DEPTH), font, "right") + 9
            paper.icon(x, top + (font.height - 6) // 2, "anchor")
        for mark in ["shark"] * len(state.sharks[seat]) + ["panic"] * len(state.panics[seat]):
            x -= 9
            paper.icon(x, top + (font.height - 7) // 2, mark)
        paper.text(1, top, font.fit(name, x - 5), font)
        if seat and font is BOLD:
            paper.dots(seat * height - 1)
    return paper


def over(table: Table) -> Paper:
    """Who brought the deepest treasure up, and where the others are."""
    state, players, points = _state(table), table.match.players, table.match.state.scores()
    winners = won(table)
    said = "nobody dived"
    if any(state.anchors):
        up = not all(state.depths[seat] for seat in winners)
        said = f"up from {state.anchors[winners[0]] * SPACE_DEPTH}" if up else "nobody is up"
    others = sorted((seat for seat in range(len(players)) if seat not in winners), key=lambda seat: -points[seat])
    return ending(table, said, [f"{players[seat]} {_reached(state, seat)}" for seat in others])


def _reached(state: HoldYourBreath, seat: int) -> str:
    """How a player who has not won stands: the anchor brought up, or how far below the pirate still is."""
    depth = state.depths[seat]
    return f"{depth * SPACE_DEPTH} below" if depth else str(state.anchors[seat] * SPACE_DEPTH if state.anchors else 0)
