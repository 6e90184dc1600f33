"""A match is begun with the three buttons alone: which game, and how many play; or the same as last time."""

from __future__ import annotations

from dataclasses import replace

from companion.words.language import speaking, t
from companion.words.pieces import commas
from engines.core import Match, said
from engines.core.seating import person_key
from engines.games import GAMES
from firmware.state.table import Answer, Beginning, OledPage, Question, Table
from firmware.update.setup import begun, fresh, owned, seated

FIRST = said("No game yet. Begin:")
NEXT = said("Which game is next?")
SEATS = said("How many play?")
AGAIN = said("Same as last time: {game}, {players}")
Offer = tuple[str, Match | str]
"""What an answer is called, and what it leads to: a match, or a game of which the number of players is asked next."""


def asked(table: Table) -> Question:
    """What the OLED asks while no match runs, with the answer that is marked."""
    text = SEATS if table.beginning.game else FIRST if table.waiting else NEXT
    answers = tuple(Answer(text, ()) for text, _ in _offers(table))
    return Question(t(text), answers, choice=table.beginning.choice)


def chosen(table: Table, button: str) -> Table:
    """The table after a button: a takes the marked answer, b marks the next one, c goes back."""
    with speaking(table.language):
        offers, now = _offers(table), table.beginning
    if button == "b":
        return replace(table, beginning=replace(now, choice=(now.choice + 1) % len(offers)))
    if button == "c":
        return replace(table, beginning=Beginning()) if now.game else _left(table)
    _, then = offers[now.choice]
    if isinstance(then, Match):
        return fresh(table, begun(then.game.name, then.present, dict(then.options)))
    usual = len(table.household.names if table.waiting else table.match.present)
    seats = GAMES[then].seats
    return replace(table, beginning=Beginning(then, seats.index(usual) if usual in seats else 0))


def _left(table: Table) -> Table:
    """Away from choosing: to the end of the last match, or to where phones find the page."""
    return replace(table, page=OledPage.CONNECT if table.waiting else OledPage.MAIN)


def _offers(table: Table) -> tuple[Offer, ...]:
    if name := table.beginning.game:
        tables = (seated(_names(table), count) for count in GAMES[name].seats)
        return tuple((f"{len(players)}: {commas(players)}", begun(name, players, {})) for players in tables)
    games: tuple[Offer, ...] = tuple((GAMES[name].title, name) for name in owned(table.household))
    if table.waiting:
        return games
    again = t(AGAIN, game=table.match.game.title, players=commas(table.match.present))
    return ((again, table.match), *games)


def _names(table: Table) -> tuple[str, ...]:
    """Who may play: those of last time first, then the others of the household."""
    last = () if table.waiting else table.match.present
    there = set(map(person_key, last))
    return (*last, *(name for name in table.household.names if person_key(name) not in there))
