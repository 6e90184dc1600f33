"""What the host may ask of tables: as much as each allows; all else is said, and not sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.hub.board import TableBoard, TableNow
from companion.hub.models import HostAnswer
from companion.words.language import t

Command = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The commands to send, by table, and the tables that are not asked, each with the reason."""

    commands: Mapping[str, bytes]
    refused: Mapping[str, str]

    @property
    def answer(self) -> HostAnswer:
        """The same for the host."""
        return HostAnswer(asked=tuple(self.commands), refused=dict(self.refused))


def planned(board: TableBoard, tables: Iterable[str] | None, command: Command) -> Plan:
    """One command for these tables; None: for all that are there. Most tables that nothing is to be done at are left
    out of a wish for all."""
    if tables is None:
        tables = [name for name, known in board.tables.items() if known.online and _matters(known, command)]
    commands, refused = {}, {}
    for name in dict.fromkeys(tables):
        if why := _why_not(board.tables.get(name), command["do"]):
            refused[name] = why
        else:
            commands[name] = json.dumps(command, ensure_ascii=False).encode()
    return Plan(commands, refused)


def _why_not(known: TableNow | None, do: str) -> str:
    if known is None or known.state is None:
        return t("nothing was heard of it yet")
    if not known.online:
        return t("the box does not answer")
    if do not in known.state.commands:
        return t('the box does not allow "{command}": see commands in the [mqtt] of its settings', command=do)
    return ""


def _matters(known: TableNow, command: Command) -> bool:
    """Whether a wish for all tables is to be sent to this one."""
    state = known.state
    if state is None:
        return True
    match command["do"]:
        case "lock":
            return state.locked is not bool(command["locked"])
        case "help":
            return state.help
        case "end-match":
            return state.match != 0
    return True


def free(board: TableBoard) -> list[str]:
    """The tables at which a match may be begun: nothing is played there, and they allow it."""
    return [
        name
        for name, known in board.tables.items()
        if not _why_not(known, "new-match") and known.state and known.state.awaits in ("begin", "over")
    ]
