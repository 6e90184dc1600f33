"""Hold Your Breath! on the OLED: the Depth Board as a picture, and this turn beside it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.language import t, tn
from engines.core import said
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from firmware.outputs.screens.common import OVER, cells, ending, letters, state_of, won
from firmware.outputs.screens.font import BOLD, SMALL, TALL_LINE, Font, small
from firmware.outputs.screens.paper import EMBLEM, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

COLUMN_WIDTHS_PX = {2: 24, 3: 17, 4: 13, 5: 10, 6: 9}
"""Players -> the width of a column of the board."""


@dataclass(frozen=True, slots=True)
class DepthBoardFormat:
    """The measures of the board."""

    surface_px: int = 17
    """Where the Surface lies, below the players' letters and their marks."""
    two_marks_px: int = 17
    """A column of this width has room for two marks."""
    mark_spaces: int = 5
    """Spaces between two marks of depth at the rim."""
    least_spaces: int = 10
    """Spaces that the picture always shows."""


FORMAT = DepthBoardFormat()


def main(table: Table) -> Paper:
    """The board at the left; at the right whose turn, Air and Swim, what is awaited, the cards left."""
    state = state_of(table, HoldYourBreath)
    paper = Paper()
    left = _board(paper, table, state) + 4
    _turn(paper, left, table, state)
    return paper


# -- the board


def _board(paper: Paper, table: Table, state: HoldYourBreath) -> int:
    """The Depth Board, a column each; gives its width."""
    width, players = COLUMN_WIDTHS_PX[state.rules.players], range(state.rules.players)
    right = 3 + width * len(players)
    for x in range(2, right + 1):
        paper.line(x, FORMAT.surface_px + (x // 2) % 2, x, FORMAT.surface_px + (x // 2) % 2)
    for depth in range(FORMAT.mark_spaces, _bottom(state) + 1, FORMAT.mark_spaces):
        y = _depth(state, depth)
        paper.line(0, y, 1, y)
    for seat, letter in zip(players, letters(table.match.players), strict=True):
        _column(paper, 3 + width * seat, width, letter, state, seat)
    return right


def _column(paper: Paper, x: int, width: int, letter: str, state: HoldYourBreath, seat: int) -> None:
    """A player's letter, what keeps them from swimming, the rope, the anchor, and the emblem for the pirate."""
    middle, turn = x + width // 2, seat == state.seat
    if turn:
        paper.bar(x, 0, width - 1, 8)
    paper.text(middle, 0, letter, SMALL, "middle", ink=0 if turn else 1)
    marks = ["shark"] * bool(state.sharks[seat]) + ["panic"] * bool(state.panics[seat])
    _marks(paper, x, width, marks)
    deepest = max(state.depths[seat], state.anchors[seat] if state.anchors else 0)
    for y in range(FORMAT.surface_px + 3, _depth(state, deepest) - 2, 2):
        paper.line(middle, y, middle, y)
    pirate = _depth(state, state.depths[seat])
    if state.anchors:
        low = min(_depth(state, state.anchors[seat]), HEIGHT - 6)
        paper.icon(middle - 3, low, "anchor")
        pirate = min(pirate, low - EMBLEM)
    paper.emblem(middle - 3, max(min(pirate, HEIGHT - EMBLEM), FORMAT.surface_px - 1), seat)


def _marks(paper: Paper, x: int, width: int, marks: list[str]) -> None:
    """Signs below the letters: a fin for a Shark, shouts for a Panic; one sign for both where a column is narrow."""
    if len(marks) == 2 and width < FORMAT.two_marks_px:
        marks = ["both"]
    left = x + (width - 8 * len(marks)) // 2
    for place, mark in enumerate(marks):
        paper.icon(left + 8 * place, 9, mark)


def _depth(state: HoldYourBreath, spaces: int) -> int:
    """The y of a depth."""
    return FORMAT.surface_px + 1 + round((HEIGHT - 6 - FORMAT.surface_px) * spaces / _bottom(state))


def _bottom(state: HoldYourBreath) -> int:
    """How many spaces the picture is deep: more as somebody dives deeper, in steps."""
    deepest = max(state.depths + state.anchors)
    return min(state.rules.spaces, max(FORMAT.least_spaces, -(-deepest // FORMAT.mark_spaces) * FORMAT.mark_spaces))


# -- the turn


def _turn(paper: Paper, x: int, table: Table, state: HoldYourBreath) -> None:
    width = WIDTH - x
    paper.side_head(x, table.match.players[state.seat], state.seat)
    for y, name, spaces in ((HEAD + 2, t("Air"), state.air), (HEAD + 15, t("Swim"), state.swum)):
        taken = paper.text(WIDTH - 1, y, str(spaces * SPACE_DEPTH), BOLD, "right")
        paper.words(x, y, name, width - taken - 4)
    paper.text(x, HEIGHT - 19, SMALL.fit(_awaited(table, state), width), SMALL)
    left = tn("{count} card, down", "{count} cards, down", state.deck)
    if state.anchors:
        left = tn("{count} card, up", "{count} cards, up", state.deck)
    paper.text(x, HEIGHT - 9, SMALL.fit(left, width), SMALL)


def _awaited(table: Table, state: HoldYourBreath) -> str:
    """What must happen next, in a few letters."""
    seat, players = state.seat, table.match.players
    match state.step:
        case "draw":
            who, number = state.draws[0]
            return t("draws {number}", number=number) if who == seat else f"{players[who]}: {number}"
        case "play":
            stuck = state.sharks[seat] or state.panics[seat]
            return t("a Shark!") if state.sharks[seat] else t("in Panic!") if stuck else t("plays")
        case "hit":
            return t("{players}: discard", players="+".join(letters(players)[hit] for hit in state.hits))
    return t(DOING[state.step])


DOING = {
    "breath": said("has Air?"),
    "gasp": said("no Air: Panic"),
    "refill": said("discard, draw"),
    "reveal": said("turn Panic up"),
    "lot": said("who begins?"),
}


# -- the other pages


def depths(table: Table) -> Paper:
    """Every player with depth and anchor, and what keeps them from swimming."""
    state, players = state_of(table, HoldYourBreath), table.match.players
    paper = Paper()
    height = HEIGHT // len(players)
    font = BOLD if height > BOLD.line else small(players)
    if font.high and height < TALL_LINE:  # such names need two lines: the name, and below it the rest
        for seat, (x, y, width, _) in enumerate(cells(len(players), 2, gap=3)):
            _reach(paper, x + width - 1, y + TALL_LINE + 1, SMALL, state, seat)
            after = x + paper.emblem(x, y + 3, seat)
            paper.text(after, y + 3, font.fit(players[seat], x + width - after), font)
        return paper
    for seat, name in enumerate(players):
        top = seat * height + (height - font.height) // 2
        left = _reach(paper, WIDTH - 1, top, font, state, seat)
        x = 1 + paper.emblem(1, top + (font.height - EMBLEM) // 2, seat)
        paper.text(x, top, font.fit(name, left - 4 - x), font)
        if seat and font is BOLD:
            paper.dots(seat * height - 1)
    return paper


def _reach(paper: Paper, right: int, top: int, font: Font, state: HoldYourBreath, seat: int) -> int:
    """Depth, anchor and what holds a player, from the right; gives where it begins."""
    paper.text(right, top, str(state.depths[seat] * SPACE_DEPTH), font, "right")
    x = right - 25
    if state.anchors:
        x -= paper.text(x, top, str(state.anchors[seat] * SPACE_DEPTH), font, "right") + 9
        paper.icon(x, top + (font.height - 6) // 2, "anchor")
    for mark in ["shark"] * len(state.sharks[seat]) + ["panic"] * len(state.panics[seat]):
        x -= 9
        paper.icon(x, top + (font.height - 7) // 2, mark)
    return x


def over(table: Table) -> Paper:
    """Who brought the deepest treasure up, and where the others are."""
    state, players, points = state_of(table, HoldYourBreath), table.match.players, table.match.state.scores()
    winners = won(table)
    how = t("nobody dived")
    if any(state.anchors):
        up = not all(state.depths[seat] for seat in winners)
        deep = state.anchors[winners[0]] * SPACE_DEPTH
        how = t("up from {depth}", depth=deep) if up else t("nobody is up")
    others = sorted((seat for seat in range(len(players)) if seat not in winners), key=lambda seat: -points[seat])
    return ending(table, how, [f"{players[seat]} {_reached(state, seat)}" for seat in others])


def _reached(state: HoldYourBreath, seat: int) -> str:
    """How a player who has not won stands: the anchor brought up, or how far below the pirate still is."""
    depth = state.depths[seat]
    if depth:
        return t("{depth} below", depth=depth * SPACE_DEPTH)
    return str(state.anchors[seat] * SPACE_DEPTH if state.anchors else 0)


PAGES = {OledPage.MAIN: main, OledPage.WORTH: depths, OVER: over}
