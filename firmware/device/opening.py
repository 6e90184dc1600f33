"""What a run is asked for, and the table that it opens with: what was not over, a new match, or none for now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from companion.gate.pin import new_pin
from engines.core import Match, Over
from firmware.config import Config
from firmware.state.table import OledPage, Table
from firmware.storage.journal import Journal
from firmware.storage.people import household
from firmware.update.observed import opened
from firmware.update.setup import begun, introduced, put_away
from hardware.art.folder import ArtFolder


@dataclass(frozen=True, slots=True)
class Start:
    """What a run is asked for.

    `home` is the folder of all data, `settings` the file that `config` was read from, for backups. `as_json`: how news
    are printed; `anew`: begin anew even if a match is not over; `art`: that of the simulated table, if not ours;
    `welcome`: begin with the first start, whatever was played before.
    """

    config: Config
    home: Path
    settings: Path | None = None
    as_json: bool = False
    anew: bool = False
    art: ArtFolder | None = None
    welcome: bool = False


def wanted(config: Config) -> Match:
    """The match that is asked for. Raises BadEvent for what does not fit."""
    return begun(config.game.name, config.game.players, config.game.options)


def present(journal: Journal, config: Config, anew: bool) -> tuple[Table, bool]:
    """The table to go on with, and whether it is a new one: the saved match if it is the one wanted and not over.

    Wanted is what is asked for; if that is the same as at the last start, what was played last, maybe begun on a phone.
    A box of which no game is asked for goes on with what was played last, or waits until people begin one.
    """
    saved = journal.load()
    match = wanted(config)
    waits = waits_for_people(config)
    if waits and saved is None:
        return Table(match, new_pin(), 0, highest=journal.next_number() - 1), False
    if waits and saved is not None and isinstance(saved.match.state.awaits, Over) and not anew:
        return replace(saved, pin=new_pin(), page=OledPage.BEGIN), bool(journal.trouble)
    if saved is not None and (waits or journal.asked_before(match)):
        match = begun(saved.match.game.name, _again(saved.match), dict(saved.match.options))
    if saved is None:
        return opened(Table(match, new_pin(), journal.next_number())), True
    saved = replace(saved, pin=new_pin())
    same = (saved.match.game.name, saved.match.began_with, saved.match.options) == (
        match.game.name,
        match.players,
        match.options,
    )
    if same and not anew and not isinstance(saved.match.state.awaits, Over):
        return (opened(saved), True) if journal.trouble else (saved, False)  # it may have lost its last steps
    number = journal.next_number()
    return opened(
        Table(match, saved.pin, number, look=saved.look, highest=number)
    ), True  # what lies there still is no throw


def greeted(table: Table, home: Path, again: bool, language: str) -> Table:
    """The table with what is known of its people; it speaks their language, else the one given.

    A box on which nothing was ever played waits for its first start to be done; with `again` so does any.
    """
    known = household.load(home)
    first = again or (table.waiting and not table.highest and not known.done)
    table = replace(put_away(table) if again else table, language=language)
    return introduced(table, replace(known, done=not first))


def language_of(home: Path, config: Config) -> str:
    """In which language the device of a home speaks: as people chose on its page, else as its settings say."""
    return household.load(home).language or config.device.language


def _again(match: Match) -> tuple[str, ...]:
    """The players with whom a match goes on: by the names they began with, or, once it is over, those who stayed."""
    return match.present if isinstance(match.state.awaits, Over) else match.began_with


def waits_for_people(config: Config) -> bool:
    """Whether this is a box at a table that nobody has told which game to play; the simulated table begins at once."""
    source = config.camera.source
    return not config.game.model_fields_set and (source == "pi" or source.startswith("usb:"))
