"""Splash Down on the OLED: live scores, what lies before each player, the Breaches left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.words.language import t
from companion.words.pieces import commas
from engines.core import said
from engines.splash_down import SplashDown
from engines.splash_down.rules import SET_SIZE
from engines.splash_down.sets import Cards, pairs
from firmware.outputs.screens.common import Cell, cells, state_of, with_name
from firmware.outputs.screens.font import BOLD, SMALL, Font, small
from firmware.outputs.screens.paper import EMBLEM, HEAD, WIDTH, Paper
from firmware.state.table import OledPage, Table


@dataclass(frozen=True, slots=True)
class ColumnLimits:
    """Up to how many players stand in one column; more in two."""

    main_players: int = 4
    areas_players: int = 6


LIMITS = ColumnLimits()
DOING = {
    "deal": said("{name} deal"),
    "open": said("{name} draws"),
    "card": said("{name} draws"),
    "extra": said("{name} draws"),
    "limit": said("{name} discards"),
    "expose": said("{name} Fluke?"),
    "penalty": said("{name} takes a card"),
    "take": said("{name} takes a card"),
    "forced": said("{name} must play"),
    "answer": said("{name} plays"),
    "stolen": said("{name} steals"),
    "netted": said("{name} the Net!"),
    "give": said("{name} gives a card"),
    "study": said("{name} studies"),
    "order": said("{name} studies"),
    "score": said("{name} scores"),
    "reveal": said("{name} shows"),
}


def main(table: Table) -> Paper:
    """Who does what, the Breaches left, and each player with whales, sets and points."""
    state = state_of(table, SplashDown)
    paper = Paper()
    _head(paper, table, state)
    players, points = table.match.players, state.scores()
    columns = 1 if len(players) <= LIMITS.main_players else 2
    for seat, cell in enumerate(cells(len(players), columns, top=HEAD)):
        _player(paper, cell, players[seat], points[seat], state, seat, small(players))
    return paper


def _head(paper: Paper, table: Table, state: SplashDown) -> None:
    """The bar at the top: who does what, and a splash for each Breach that is still to come."""
    left = state.rules.counts["breach"] - state.breaches
    players, seat = table.match.players, state.acting_seat
    doing = DOING.get(state.step.name, said("{name}"))
    paper.bar(0, 0, WIDTH, HEAD)
    room = WIDTH - 9 * left - 8
    paper.words(3, 2, with_name(doing, players[seat], room), room, ink=0)
    for number in range(left):
        paper.icon(WIDTH - 9 * (number + 1), 4, "breach", ink=0)


def _player(paper: Paper, cell: Cell, name: str, points: int, state: SplashDown, seat: int, font: Font) -> None:
    x, top, width, height = cell
    y = top + 1  # below the rim of the head
    turn = seat == state.acting_seat and state.step.name != "over"
    figure = BOLD if height >= BOLD.height + 1 and width > 100 else SMALL
    taken = paper.text(x + width - 2, y + (height - figure.height) // 2, str(points), figure, "right")
    right = x + width - taken - 8
    if width > 100:
        right -= _area(paper, right, y, height, state, seat)
    line, left = y + (height - SMALL.height) // 2, x + 1 + EMBLEM + 2
    name = font.fit(name, right - left)
    if turn:
        paper.box(x, line - 2, left - x + font.width(name) + 2, SMALL.height + 4, fill=1)
    paper.emblem(x + 1, line, seat, ink=0 if turn else 1)
    paper.text(left, line, name, font, ink=0 if turn else 1)


def _area(paper: Paper, right: int, y: int, height: int, state: SplashDown, seat: int) -> int:
    """What lies before a player, from the right: loose cards, sets of creatures, whole whales. Gives its width."""
    area = state.areas[seat] if state.rules.scoring == "secret" else tuple(sorted(state.areas[seat] + state.laid[seat]))
    whales, sets, loose = parts(state, area)
    x, top = right, y + (height - SMALL.height) // 2
    for count, name in ((loose, ""), (sets, "fish"), (whales, "tail")):
        if count:
            x -= paper.text(x, top, f"+{count}" if not name else str(count), SMALL, "right") + (3 if not name else 2)
            if name:
                x -= 11
                paper.icon(x, top + 1, name)
                x -= 4
    return right - x


def parts(state: SplashDown, area: Cards) -> tuple[int, int, int]:
    """Whole whales, sets of a creature, and cards in neither."""
    deck = state.rules.deck
    kinds = Counter(deck.species[card] for card in area)
    tails = {card: deck.kind[card] == "whale" for card in area}
    whales = {deck.species[card] for card, whale in tails.items() if whale}
    count = sum(len(pairs(deck, area, species)) for species in whales)
    if state.rules.pairs != "all":
        count = sum(bool(pairs(deck, area, species)) for species in whales)
    sets = [number for species, number in kinds.items() if species not in whales and number >= SET_SIZE]
    return count, len(sets), len(area) - 2 * count - sum(sets)


def _several(kind: str, number: int) -> str:
    """`2 Krill`; one is not counted."""
    name = t(kind.capitalize())
    return t("{count} {cards}", count=number, cards=name) if number > 1 else name


def areas(table: Table) -> Paper:
    """What each player has scored, in words as far as there is room; beyond six players only how many cards."""
    state, players = state_of(table, SplashDown), table.match.players
    paper = Paper()
    columns, font = 1 if len(players) <= LIMITS.areas_players else 2, small(players)
    for seat, (x, y, width, height) in enumerate(cells(len(players), columns, gap=0)):
        cards = Counter(state.rules.deck.species[card] for card in state.areas[seat])
        kinds = commas([_several(kind, number) for kind, number in cards.items()])
        scored = str(sum(cards.values())) if columns > 1 else kinds or t("nothing yet")
        lines = 2 if height >= 2 * SMALL.line and columns == 1 else 1
        paper.wrapped(
            x + 1, y + (3 if font.high else 2), f"{font.fit(players[seat], 46)}: {scored}", width - 2, lines, font
        )
        if y and lines == 2 and not font.high:
            paper.dots(y - 1)
    return paper


PAGES = {OledPage.MAIN: main, OledPage.WORTH: areas}
