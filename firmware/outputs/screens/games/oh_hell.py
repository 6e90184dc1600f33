"""Oh Hell on the OLED: trump, the trick, and of each player what was bid and taken."""

from __future__ import annotations

from companion.words.language import t
from engines.core import said
from engines.french.cards import suit
from engines.oh_hell import OhHell
from firmware.outputs.screens import french
from firmware.outputs.screens.common import cells, state_of, with_name
from firmware.outputs.screens.font import SMALL
from firmware.outputs.screens.paper import EMBLEM, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table

DOING = {
    "deal": said("{name} deals"),
    "turn": said("{name} turns up"),
    "bid": said("{name} bids"),
    "play": said("{name} plays"),
}
"""What the player at turn does, by phase."""


def main(table: Table) -> Paper:
    """Who does what; trump at the left; each player with tricks taken of those bid."""
    state = state_of(table, OhHell)
    paper, players = Paper(), table.match.players
    name = players[state.acting_seat]
    doing = DOING.get(state.phase, said("{name}"))
    paper.head(with_name(doing, name, WIDTH - 20 - EMBLEM), seat=state.acting_seat)
    left = _trump(paper, state)
    for seat, (x, y, width, height) in enumerate(cells(len(players), 1 if len(players) < 5 else 2, top=HEAD)):
        x, width = left + x * (WIDTH - left) // WIDTH, width * (WIDTH - left) // WIDTH
        line = y + (height - SMALL.height) // 2 + 1
        told = _tricks(state, seat)
        taken = paper.text(x + width - 1, line, told, SMALL, "right")
        paper.emblem(x, line, seat)
        paper.text(x + EMBLEM + 2, line, SMALL.fit(players[seat], width - taken - EMBLEM - 5), SMALL)
    return paper


def _trump(paper: Paper, state: OhHell) -> int:
    """The card turned up, and which deal this is; gives where the rest begins."""
    if state.turned and state.phase in ("bid", "play"):
        french.card(paper, 1, HEAD + 2, state.turned)
    deal = min(state.deals + 1, len(state.rules.sizes))
    paper.text(1, HEIGHT - SMALL.line - 1, f"{deal}/{len(state.rules.sizes)}")
    paper.text(1, HEIGHT - 2 * SMALL.line - 1, f"x{state.size}" if state.rules.trump else t("no tr."))
    return french.CARD_WIDTH + 6


def _tricks(state: OhHell, seat: int) -> str:
    """Tricks taken of those bid; before bids, the points."""
    bid = state.bid_of(seat) if state.phase in ("bid", "play") else None
    return str(state.score[seat]) if bid is None else f"{state.won[seat]}/{bid}"


def trick(table: Table) -> Paper:
    """The cards of the trick, in the order in which they were played."""
    state = state_of(table, OhHell)
    paper = Paper()
    paper.head(t("The trick"))
    if not state.trick:
        paper.words(1, HEAD + 8, t("nobody has led"), WIDTH - 2)
        return paper
    french.cards(paper, 1, HEAD + 2, state.trick, WIDTH - 2)
    best = state.best
    leads = t("{rank} of {suit} leads", rank=french.rank(best), suit=t(suit(best)))
    paper.text(1, HEIGHT - SMALL.line - 1, SMALL.fit(leads, WIDTH - 2))
    return paper


PAGES = {OledPage.MAIN: main, OledPage.WORTH: trick}
