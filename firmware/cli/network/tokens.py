"""What `lifeguard token` does: tokens of programs, made and removed; a device that runs knows of it at once."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from companion.gate.tokens import RIGHTS, ApiToken, ApiTokens
from firmware.cli.options import Json
from firmware.config import home
from firmware.storage.people.tokens import TokenFile

tokens = typer.Typer(
    help="Tokens of programs: make, list, remove.",
    no_args_is_help=True,
    epilog='Example: lifeguard token make "Lamp in the hall" --right answer',
)


def _tokens() -> ApiTokens:
    return ApiTokens(TokenFile(home()))


def _open(token: ApiToken) -> dict[str, str]:
    """What may be told of it."""
    return {key: value for key, value in asdict(token).items() if key != "digest"}


@tokens.command(epilog='Example: lifeguard token make "Lamp in the hall" --right answer')
def make(
    name: Annotated[str, typer.Argument(help="What the program is called.")],
    right: Annotated[str, typer.Option(help="read, answer (plays too) or manage (everything).")] = "read",
    as_json: Json = False,
) -> None:
    """Make a token, and print it: it is told this once."""
    if right not in RIGHTS:
        raise typer.BadParameter(f"{right!r} is none of {', '.join(RIGHTS)}", param_hint="--right")
    if not 1 <= len(name.strip()) <= 40:
        raise typer.BadParameter("a name has 1 to 40 letters", param_hint="NAME")
    token, made = _tokens().make(name.strip(), right)
    print(json.dumps(_open(made) | {"token": token}) if as_json else token)


@tokens.command("list", epilog="Example: lifeguard token list --json")
def show_all(as_json: Json = False) -> None:
    """All tokens, the newest first; not the tokens themselves."""
    for token in _tokens().all():
        print(json.dumps(_open(token)) if as_json else f"{token.id}  {token.right:7} {token.since[:10]}  {token.name}")


@tokens.command(epilog="Example: lifeguard token remove 1f2e3d4c")
def remove(id: Annotated[str, typer.Argument(help="The token's id in the list.")]) -> None:
    """Remove a token: its program is let in no more."""
    if not _tokens().remove(id):
        raise ValueError(f"there is no token {id}: see `lifeguard token list`")
