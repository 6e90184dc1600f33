"""The board as the hub's pages show it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from companion.hub import models
from companion.hub.board import TableBoard, TableNow, needs, shown
from companion.hub.evening import Evening
from companion.hub.heard import SaidEvent
from companion.hub.tournament.rounds import Tournament
from companion.hub.tournament.standings import standings
from companion.words.language import t
from companion.words.pieces import join
from companion.words.sentences import listed


def rows(board: TableBoard, now: datetime) -> dict[str, models.TableRow]:
    """The tables that are worth showing, by name in the order of their names: "Table 10" comes after "Table 9"."""
    names = sorted((name for name, known in board.tables.items() if shown(known, now)), key=_natural)
    return {name: row(name, board.tables[name], now) for name in names}


def _natural(name: str) -> tuple[tuple[int, int | str], ...]:
    parts: list[str] = [""]
    for letter in name.casefold():
        if parts[-1] and letter.isdecimal() == parts[-1][-1].isdecimal():
            parts[-1] += letter
        else:
            parts.append(letter)
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts[1:])


def row(name: str, known: TableNow, now: datetime) -> models.TableRow:
    """One table."""
    state, why = known.state, needs(known, now)
    if state is None:
        return models.TableRow(name=name, online=known.online, needs=why)
    on = state.awaits != "begin"
    return models.TableRow(
        name=name,
        online=known.online,
        needs=why,
        calls=state.help,
        title=state.title if on else "",
        game=state.game,
        players=tuple(models.HubSeat(name=one.name, score=one.score) for one in state.players),
        seat=state.seat,
        winners=state.winners,
        awaits=state.awaits,
        question=state.question.text if state.question else "",
        answers=tuple(answer.text for answer in state.question.answers) if state.question else (),
        asked=_iso(known.asked),
        differs=state.mismatch,
        locked=state.locked,
        begun=_iso(state.begun),
        page=state.page if state.page.startswith(("http://", "https://")) else "",
        match=state.match,
        version=state.version,
        commands=state.commands,
    )


def _iso(time: datetime | None) -> str:
    return time.isoformat(timespec="seconds") if time else ""


def evening_view(evening: Evening) -> models.EveningView:
    """The evening for the page."""
    return models.EveningView(
        matches=evening.matches,
        games=tuple(models.GameCount(title=title, matches=count) for title, count in evening.games),
        guests=tuple(models.GuestView(**asdict(guest)) for guest in evening.guests),
        best=tuple(models.BestView(**asdict(best)) for best in evening.best),
    )


def tournament_view(tournament: Tournament) -> models.TournamentView:
    """The tournament for the page."""
    return models.TournamentView(
        title=tournament.title,
        kind=tournament.kind,
        game=tournament.game,
        length=tournament.length,
        over=tournament.over,
        open=tournament.open,
        rounds=tuple(tuple(models.PairingView(**asdict(one)) for one in played) for played in tournament.rounds),
        standings=tuple(models.StandingView(**asdict(one)) for one in standings(tournament)),
    )


def _who(event: SaidEvent) -> str:
    if event.event_type == "won":
        return join(event.players) or t("Nobody")
    return event.player or ""


def happened(event: SaidEvent) -> models.HappenedView:
    """An event for a table's own page."""
    return models.HappenedView(
        time=_iso(event.time),
        event_type=event.event_type,
        player=_who(event),
        items=event.items,
        pieces=listed(event.items),
        text=event.text,
    )
