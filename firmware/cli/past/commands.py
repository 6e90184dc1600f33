"""What `lifeguard matches` takes; the commands themselves stand in `matches`, imported only when called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firmware.cli.options import Json
from firmware.config import home

matches = typer.Typer(
    help="Past matches: list, show, export, continue, delete.",
    invoke_without_command=True,
    epilog="Example: lifeguard matches show 12",
)
Number = Annotated[int, typer.Argument(min=1, help="The match's number in the list.")]


@matches.callback()
def first(context: typer.Context, as_json: Json = False) -> None:
    """Past matches: list (also without a word), show, export, continue, delete."""
    if context.invoked_subcommand is None:
        show_all(as_json)


@matches.command("list", epilog="Example: lifeguard matches list --json")
def show_all(as_json: Json = False) -> None:
    """All matches, the one that was played last first."""
    from firmware.cli.past import matches as past

    past.tell_all(home(), as_json)


@matches.command(epilog="Example: lifeguard matches show 12")
def show(number: Number, as_json: Json = False) -> None:
    """One match: its table, and each step with its time."""
    from firmware.cli.past import matches as past

    past.show(home(), number, as_json)


@matches.command(epilog="Example: lifeguard matches export -o matches.csv")
def export(
    number: Annotated[int | None, typer.Argument(min=1, help="One match, as a record; all if left out.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file; standard output if left out.")
    ] = None,
    as_json: Json = False,
) -> None:
    """All matches as CSV, or with --json as one object a line; one match as a record."""
    from firmware.cli.past import matches as past

    past.export(home(), number, output, as_json)


@matches.command("continue", epilog="Example: lifeguard matches continue 12")
def go_on(number: Number, as_json: Json = False) -> None:
    """Go on with an unfinished match at the next start of the device."""
    from firmware.cli.past import matches as past

    past.go_on(home(), number, as_json)


@matches.command(epilog="Example: lifeguard matches delete 12")
def delete(number: Number, as_json: Json = False) -> None:
    """Delete a match for good."""
    from firmware.cli.past import matches as past

    past.delete(home(), number, as_json)
