"""A match begins, is left for another, or is gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.words import refusals
from companion.words.language import speaking, t
from engines.core import IllegalEvent, Match, Over, said
from engines.core.seating import person_key
from engines.games import GAMES, game_named
from firmware.games.profiles import PROFILES
from firmware.referee.automatic import by_itself
from firmware.state.household import Household
from firmware.state.table import Beginning, OledPage, Step, Table
from firmware.state.vouched import NOBODY
from firmware.storage.past import DeleteMatch, PastChange, RenamePerson
from firmware.update.observed import opened

NAME = said("Player {seat}")
"""What people are called whose names the device does not know; the page gives them others."""


def begun(name: str, players: tuple[str, ...], options: Mapping[str, object]) -> Match:
    """A match at the table, where nobody shows the device their hand. Raises BadEvent for what does not fit."""
    game = game_named(name)
    hidden = {"hands": "hidden"} if any(option.name == "hands" for option in game.options) else {}
    return Match.begin(game, players, {**hidden, **options})


def seated(known: tuple[str, ...], count: int) -> tuple[str, ...]:
    """So many players: those who are known first, then nameless ones, called so in the language in force."""
    first = known[:count]
    spare = (name for seat in range(1, 2 * count + 1) if (name := str(t(NAME, seat=seat))) not in first)
    return (*first, *(next(spare) for _ in range(count - len(first))))


def owned(household: Household) -> tuple[str, ...]:
    """The games that people have, as far as this device knows them; all, if they have said none."""
    return tuple(name for name in PROFILES if name in household.games) or tuple(PROFILES)


def introduced(table: Table, household: Household) -> Table:
    """The table of people who have said who they are.

    As long as no match has been begun, what stands for it is their first game: its mat is what the camera looks for.
    """
    table = replace(table, household=household, language=household.language or table.language)
    if not table.waiting:
        return table
    name, *_ = owned(household)
    seats = GAMES[name].seats
    with speaking(table.language):
        players = seated(household.names, min(max(len(household.names), seats[0]), seats[-1]))
    return replace(table, match=begun(name, players, {}))


def fresh(table: Table, match: Match) -> Table:
    """The same device with a new match; the pieces that still lie there are known not to be a new throw.

    The table as it was is put aside: to undo goes back to it.
    """
    number = max(table.number, table.highest) + 1
    left = table.left if untouched(table) else replace(table, left=None)
    return opened(replace(_cleared(table), match=match, number=number, highest=number, steps=(), left=left))


def resumed(table: Table, number: int, match: Match, steps: tuple[Step, ...]) -> Table:
    """The same device with a match that was left before it was over. Raises IllegalEvent if it cannot go on."""
    if number == table.number:
        raise IllegalEvent(refusals.PLAYED_NOW)
    if isinstance(match.state.awaits, Over):
        raise IllegalEvent(refusals.MATCH_OVER)
    highest = max(number, table.number, table.highest)
    return opened(replace(_cleared(table), match=match, number=number, highest=highest, steps=steps, left=None))


def put_away(table: Table) -> Table:
    """The same device without a match: it waits for the next one, and the match that was played is one of the past."""
    if table.waiting:
        return table
    match = begun(table.match.game.name, table.match.players, dict(table.match.options))
    highest = max(table.number, table.highest)
    return replace(_cleared(table), match=match, number=0, highest=highest, steps=(), left=None)


def back(table: Table) -> Table:
    """The table that a new game had put aside, as it stood. Raises IllegalEvent if there is none."""
    left = table.left
    if left is None:
        raise IllegalEvent(refusals.NOTHING_TO_UNDO)
    known = {name: getattr(table, name) for name in OF_THE_DEVICE}
    return replace(left, page=OledPage.MAIN, **known)


OF_THE_DEVICE = ("pin", "faults", "version", "address", "now", "woken", "highest", "language")
"""What of a table goes on whatever match is played at it."""


def untouched(table: Table) -> bool:
    """Whether nothing has happened in the match but what happens by itself."""
    return all(step.event == by_itself(table.match.states[n]) for n, step in enumerate(table.steps))


def renamed(table: Table, person: RenamePerson) -> Table:
    """The table whose players are called as they are from now on; the one that was put aside likewise."""
    match = person.of_match(table.match)
    left = table.left and renamed(table.left, person)
    if match is table.match and left is table.left:
        return table
    steps = (replace(step, event=event) for step, event in zip(table.steps, match.events, strict=True))
    undone = () if match.events != table.match.events else table.undone  # what was taken back may tell the old name
    return replace(table, match=match, steps=tuple(steps), undone=undone, left=left)


def past_changed(table: Table, change: PastChange) -> Table:
    """The table after a change to matches of the past. Raises IllegalEvent for what concerns the one being played."""
    match change:
        case DeleteMatch(number):
            if number == table.number:
                raise IllegalEvent(refusals.PLAYED_NOW_STAYS)
            return replace(table, left=None) if table.left and table.left.number == number else table
        case RenamePerson(name, to):
            if not to and person_key(name) in map(person_key, table.match.seating.people):
                raise IllegalEvent(refusals.PLAYS_NOW.format(name=name))
            return renamed(table, change)
    return table


def _cleared(table: Table) -> Table:
    """Without what was asked, said or taken back in the match that is left."""
    settled = replace(table, undone=(), question=None, mismatch=None, unsettled=None, vouched=NOBODY, page=0, note="")
    return replace(settled, beginning=Beginning())
