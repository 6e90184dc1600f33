"""What several commands take, and how they refuse what does not fit: exit code 2, one line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engines.score.rules import BadScoreRules, parse

Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on standard output, and nothing else.")]
Settings = Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="An option of the game.")]
Rules = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="With the game score: your own game, in ten lines of TOML."),
]
Pdf = Annotated[Path, typer.Option("-o", "--output", help="The PDF to write.")]
Art = Annotated[
    Path | None,
    typer.Option("--art", metavar="FOLDER", help="Other pieces on the simulated table: docs/decks.md says how."),
]
CardSize = Annotated[
    str | None, typer.Option("--size", metavar="WxH", help="Width and height of a card in mm, as in 57x87.")
]


def card_size(text: str | None) -> tuple[float, float] | None:
    """The size of a card that was given, mm; None if none was. Raises typer.BadParameter."""
    from hardware.art.card_sizes import card_size as read

    try:
        return read(text) if text is not None else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--size") from None


def settings(pairs: list[str] | None) -> dict[str, str]:
    """`KEY=VALUE` pairs as a mapping. Raises typer.BadParameter."""
    read: dict[str, str] = {}
    for pair in pairs or ():
        key, found, value = pair.partition("=")
        if not found:
            raise typer.BadParameter(f"{pair!r} is not KEY=VALUE", param_hint="--option")
        read[key.strip()] = value.strip()
    return read


def rules_from(file: Path | None, game: str | None) -> dict[str, str]:
    """The rules in a file as the option of the scorekeeper; nothing without one. Raises typer.BadParameter."""
    if file is None:
        return {}
    if game != "score":
        raise typer.BadParameter("it goes with the game score only", param_hint="--rules")
    try:
        text = file.read_text(encoding="utf-8")
        parse(text)
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror or error}", param_hint="--rules") from None
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{file}: not a text file", param_hint="--rules") from None
    except BadScoreRules as error:
        raise typer.BadParameter(f"{file}: {error}", param_hint="--rules") from None
    return {"rules": text}


def alone(needs: str, **given: object) -> None:
    """Refuses options that would change nothing without the option `needs`. Raises typer.BadParameter."""
    for name, value in given.items():
        if value:
            raise typer.BadParameter(f"it goes with {needs} only", param_hint=f"--{name}")


def one_of(names: tuple[str, ...], given: str, hint: str) -> str:
    """`given`, if it is one of `names`. Raises typer.BadParameter, which lists them."""
    if given not in names:
        raise typer.BadParameter(f"{given!r} is none of {', '.join(names)}", param_hint=hint)
    return given
