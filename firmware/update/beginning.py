"""A match is begun with the three buttons alone: which game, and how many play; or the same as last time."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Match
from engines.games import GAMES
from firmware.games.profiles import PROFILES
from firmware.state.table import Answer, Beginning, OledPage, Question, Table
from firmware.update.setup import begun, fresh

FIRST = "No game yet. Begin:"
NEXT = "Which game is next?"
SEATS = "How many play?"
AGAIN = "Same as last time: {game}, {players}"
NAME = "Player {seat}"
"""What people are called whose names the device does not know; the page gives them others."""
Offer = tuple[str, Match | str]
"""What an answer is called, and what it leads to: a match, or a game of which the number of players is asked next."""


def asked(table: Table) -> Question:
    """What the OLED asks while no match runs, with the answer that is marked."""
    text = SEATS if table.beginning.game else FIRST if table.waiting else NEXT
    answers = tuple(Answer(text, ()) for text, _ in _offers(table))
    return Question(text, answers, choice=table.beginning.choice)


def chosen(table: Table, button: str) -> Table:
    """The table after a button: a takes the marked answer, b marks the next one, c goes back."""
    offers, now = _offers(table), table.beginning
    if button == "b":
        return replace(table, beginning=replace(now, choice=(now.choice + 1) % len(offers)))
    if button == "c":
        return replace(table, beginning=Beginning()) if now.game else _left(table)
    _, then = offers[now.choice]
    if isinstance(then, Match):
        return fresh(table, begun(then.game.name, then.present, dict(then.options)))
    usual = len(_names(table))
    seats = GAMES[then].seats
    return replace(table, beginning=Beginning(then, seats.index(usual) if usual in seats else 0))


def _left(table: Table) -> Table:
    """Away from choosing: to the end of the last match, or to where phones find the page."""
    return replace(table, page=OledPage.CONNECT if table.waiting else OledPage.MAIN)


def _offers(table: Table) -> tuple[Offer, ...]:
    if name := table.beginning.game:
        tables = (_seated(table, count) for count in GAMES[name].seats)
        return tuple((f"{len(players)}: {', '.join(players)}", begun(name, players, {})) for players in tables)
    games: tuple[Offer, ...] = tuple((GAMES[name].title, name) for name in PROFILES)
    if table.waiting:
        return games
    again = AGAIN.format(game=table.match.game.title, players=", ".join(table.match.present))
    return ((again, table.match), *games)


def _seated(table: Table, count: int) -> tuple[str, ...]:
    """So many players: those of last time first, then nameless ones."""
    known = _names(table)[:count]
    spare = (name for seat in range(1, 2 * count + 1) if (name := NAME.format(seat=seat)) not in known)
    return (*known, *(next(spare) for _ in range(count - len(known))))


def _names(table: Table) -> tuple[str, ...]:
    return () if table.waiting else table.match.present
