"""Hai Noon on the OLED: the ring of sixteen places, the cards at its sides, and who is hurt."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.language import t, tn
from engines.core import said
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import HEALTHY, INJURED, SIDES
from engines.hai_noon.cards import CARDS_TO_ATTACK
from engines.hai_noon.deck import DIVERS
from firmware.outputs.screens.common import OVER, ending, letters, state_of, with_name, with_next_game, won
from firmware.outputs.screens.font import SMALL, small
from firmware.outputs.screens.paper import HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table


@dataclass(frozen=True, slots=True)
class RingFormat:
    """The measures of the ring."""

    place_px: int = 13
    """Side of a place."""
    rim_px: int = 5
    """Margin around the ring, where the cards of a side are counted."""

    @property
    def board_px(self) -> int:
        """Side of the whole."""
        return 2 * self.rim_px + 4 * self.place_px


FORMAT = RingFormat()
RING = (*((x, 0) for x in range(4)), *((3, y) for y in (1, 2, 3)), *((x, 3) for x in (2, 1, 0)), (0, 2), (0, 1))
"""Column and row of the places of the ring, clockwise from the north-west."""
INNER = ((1, 1), (2, 1), (2, 2), (1, 2))
DOING = {
    "flip-shark": said("flips a shark"),
    "shark-swims-on": said("swaps two sharks"),
    "all-sharks-swim-on": said("sharks swim on"),
    "diver-swims-on": said("diver swims"),
    "cage-harpoon": said("places the cage"),
    "camouflage": said("hides a diver"),
    "wild": said("wild: anything"),
    "deal": said("gets three cards"),
    "return": said("comes out of hiding"),
    "play": said("lays a card at a side"),
    "draw": said("draws cards"),
}
"""What the player at turn does: by the card's action, or by phase."""


def main(table: Table) -> Paper:
    """The ring at the left; at the right whose turn, what is awaited, the sides that attack next, who is hurt."""
    state = state_of(table, HaiNoon)
    paper = Paper()
    _ring(paper, table, state)
    _turn(paper, FORMAT.board_px + 4, table, state)
    return paper


# -- the ring


def _ring(paper: Paper, table: Table, state: HaiNoon) -> None:
    for place, hungry in zip(RING, state.board.sharks, strict=True):
        x, y = _corner(place)
        paper.icon(x + 1, y + 1, "hungry" if hungry else "sated")
    for place, diver in zip(INNER, state.board.square, strict=True):
        if diver is not None:
            _diver(paper, *_corner(place), diver, table, state)
    for side in range(4):
        _cards(paper, side, _counted(state, side), state.phase == "attack" and side == state.side)


def _corner(place: tuple[int, int]) -> tuple[int, int]:
    """The upper left corner of a place, by its column and row; px."""
    column, row = place
    return FORMAT.rim_px + FORMAT.place_px * column, FORMAT.rim_px + FORMAT.place_px * row


def _diver(paper: Paper, x: int, y: int, diver: int, table: Table, state: HaiNoon) -> None:
    """The owner's letter: on a lit ground if healthy, struck through if injured, a cross if nobody can be hurt."""
    owner, health = state.rules.owners[diver], state.board.health[diver]
    letter = "×" if owner is None or not health else letters(table.match.players)[owner]
    caged = state.board.cage == diver
    if caged:
        paper.frame(x, y, FORMAT.place_px - 1, FORMAT.place_px - 1)
    side = FORMAT.place_px - 4 if caged else FORMAT.place_px - 2
    left, top = (x + 2, y + 2) if caged else (x + 1, y + 1)
    lit = health == HEALTHY
    paper.box(left, top, side, side, fill=1 if lit else None, outline=1)
    paper.text(x + FORMAT.place_px // 2, top + (side - SMALL.height) // 2, letter, SMALL, "middle", ink=0 if lit else 1)
    if health == INJURED and owner is not None:
        paper.line(left + 1, top + side - 2, left + 3, top + side - 4)
        paper.line(left + side - 2, top + 1, left + side - 4, top + 3)


def _counted(state: HaiNoon, side: int) -> int:
    """How many cards of a side count towards its third."""
    return len(state.cards.sides[side]) - state.cards.idle[side]


def _cards(paper: Paper, side: int, count: int, attacks: bool) -> None:
    """The cards of a side as bars beside its two middle sharks, all three as one where they attack."""
    start, length = FORMAT.rim_px + FORMAT.place_px, 2 * FORMAT.place_px
    pitch = length // CARDS_TO_ATTACK
    edge = 0 if side in (0, 3) else FORMAT.board_px - 4
    for place in range(CARDS_TO_ATTACK):
        at = start + pitch * place
        size, thick = (pitch + 1 if attacks else pitch - 1, 4) if place < count or attacks else (1, 1)
        near = edge if thick > 1 else edge + 1
        if side in (0, 2):
            paper.bar(at + (0 if thick > 1 else pitch // 2), near, size, thick)
        else:
            paper.bar(near, at + (0 if thick > 1 else pitch // 2), thick, size)


# -- the turn


def _turn(paper: Paper, x: int, table: Table, state: HaiNoon) -> None:
    width, players = WIDTH - x, table.match.players
    seat = state.seat % len(players)
    paper.side_head(x, players[seat], seat)
    full = [t(SHORT[name]) for side, name in enumerate(SIDES) if _counted(state, side) == CARDS_TO_ATTACK - 1]
    loaded = full if state.phase != "attack" else []
    y = paper.wrapped(x, HEAD + 3, _awaited(table, state), width, 2 if loaded else 3) + 2
    if loaded:
        paper.icon(x, y, "shark")
        paper.text(x + 11, y, SMALL.fit(t("next: {sides}", sides=" ".join(loaded)), width - 11), SMALL)
    owners = zip(state.rules.owners, state.board.health, strict=True)
    hurt = sorted({letters(players)[owner] for owner, health in owners if owner is not None and health == INJURED})
    left = tn("{count} card left", "{count} cards left", state.cards.pile)
    if hurt:
        left = t("hurt: {divers}", divers=" ".join(hurt))
    paper.text(x, HEIGHT - 9, SMALL.fit(left, width))


def _awaited(table: Table, state: HaiNoon) -> str:
    """What must happen next, in a few letters."""
    players = table.match.players
    if state.phase != "attack":
        return t(DOING[state.action() if state.phase == "act" else state.phase])
    side = t(SIDES[state.side])
    if not state.asked:
        return t("{side}: the sharks bite!", side=side)
    bitten = "+".join(letters(players)[seat] for seat in state.asked)
    return t("{side} attacks! harpoon, {divers}?", side=side, divers=bitten)


SHORT = {"north": said("N"), "east": said("E"), "south": said("S"), "west": said("W")}
"""A side of the board in one letter."""


# -- the other pages


def divers(table: Table) -> Paper:
    """Every diver by colour: whose it is, how it is, where it hides."""
    state, players = state_of(table, HaiNoon), table.match.players
    paper, font = Paper(), small(players)
    height = HEIGHT // 4
    for row, (diver, name) in enumerate(zip(range(4), DIVERS, strict=True)):
        y, owner = row * height, state.rules.owners[diver]
        top = y + (height - SMALL.height) // 2
        colour = t(name)
        health = SMALL.fit(_health(state, diver), WIDTH - 13 - font.width(colour))
        taken = paper.text(WIDTH - 1, top, health, SMALL, "right")
        if owner is None:
            paper.text(1, top, colour, font)
        else:
            x = 1 + paper.emblem(1, top, owner)  # the colour is kept whole, it tells the tile
            told = with_name("{name}: {text}", players[owner], WIDTH - x - taken - 5, font, text=colour)
            paper.text(x, top, told, font)
        if row:
            paper.dots(y - 1)
    return paper


def _health(state: HaiNoon, diver: int) -> str:
    health, owner = state.board.health[diver], state.rules.owners[diver]
    if owner is None:
        return t("dummy")
    if not health:
        return t("eaten")
    condition = t("healthy") if health == HEALTHY else t("hurt")
    if diver not in state.board.square:
        return t("{condition}, away", condition=condition)
    return t("{condition}, caged", condition=condition) if state.board.cage == diver else condition


def over(table: Table) -> Paper:
    """Who has won, and who was eaten; or that the sharks have won."""
    state, players = state_of(table, HaiNoon), table.match.players
    if not won(table):
        paper = Paper()
        paper.icon(8, 10, "attack")
        paper.two_lines(42, 12, t("The sharks have won"), WIDTH - 42)
        return with_next_game(paper)
    owners = zip(state.rules.owners, state.board.health, strict=True)
    eaten = dict.fromkeys(players[owner] for owner, health in owners if owner is not None and not health)
    how = t("survived") if len(won(table)) > 1 else t("wins")
    return ending(table, how, [t("{name}: {text}", name=name, text=t("eaten")) for name in eaten])


PAGES = {OledPage.MAIN: main, OledPage.WORTH: divers, OVER: over}
