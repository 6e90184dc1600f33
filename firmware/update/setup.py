"""A match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.core import Match
from engines.games import game_named
from firmware.state.table import Table
from firmware.update.observed import opened


def begun(name: str, players: tuple[str, ...], options: Mapping[str, object]) -> Match:
    """A match at the table, where nobody shows the device their hand. Raises BadEvent for what does not fit."""
    game = game_named(name)
    hidden = {"hands": "hidden"} if any(option.name == "hands" for option in game.options) else {}
    return Match.begin(game, players, {**hidden, **options})


def fresh(table: Table, match: Match) -> Table:
    """The same device with a new match; the pieces that still lie there are known not to be a new throw."""
    number = table.number + 1
    return opened(
        replace(table, match=match, number=number, steps=(), undone=(), question=None, mismatch=None, page=0, note="")
    )
