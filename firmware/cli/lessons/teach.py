"""`lifeguard teach` and `lifeguard deck`: what they take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from firmware.cli.options import CardSize, alone, card_size
from firmware.config import home, load

teach = typer.Typer(
    help="Learn pieces from photographs.", no_args_is_help=True, epilog="Example: lifeguard teach deck harbour photos/"
)
decks = typer.Typer(
    help="Taught decks and sets as files.", no_args_is_help=True, epilog="Example: lifeguard deck import harbour.deck"
)


class TaughtKind(StrEnum):
    """What may be taught."""

    DECK = "deck"
    TILES = "tiles"
    TOKENS = "tokens"
    DICE = "dice"


Kind = Annotated[TaughtKind, typer.Option(help="What was taught.")]


@teach.command("dice", epilog="Example: lifeguard teach dice pirates photos/ (files such as blue-anchor.1.jpg)")
def teach_dice(
    name: Annotated[str, typer.Argument(metavar="SET", help="What to call the set.")],
    folder: Annotated[Path, typer.Argument(help="Photographs named <kind>-<face>.<n>.jpg.")],
) -> None:
    """Learn die faces; every die in a picture shows the face that its name says."""
    from firmware.cli import dice

    dice.teach(_named(name), folder, home())


@teach.command("deck", epilog="Example: lifeguard teach deck harbour --camera usb:0; or a folder: … harbour photos/")
def teach_deck(
    name: Annotated[str, typer.Argument(help="What to call the deck.")],
    folder: Annotated[
        Path | None, typer.Argument(help="Pictures of one card each, named <card>.jpg or <card>.<n>.jpg.")
    ] = None,
    camera: Annotated[
        str | None, typer.Option(help="Lay the cards under it one by one: pi, usb:N, simulated, a folder, a video.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="With --camera: a file with a name a line, or a built-in deck.")
    ] = None,
    panel: Annotated[str | None, typer.Option(help="With --camera: real or simulated.")] = None,
    port: Annotated[int | None, typer.Option(help="With --camera: the page's port.")] = None,
    config: Annotated[Path | None, typer.Option(help="With --camera: a configuration in TOML.")] = None,
    new: Annotated[bool, typer.Option("--new", help="With --camera: begin anew after an interrupted lesson.")] = False,
    size: CardSize = None,
) -> None:
    """Learn card faces: from a folder of pictures, cut to their card or on a plain ground; or live under a camera."""
    if folder is None and camera is None:
        raise typer.BadParameter("give a folder of pictures, or --camera to lay the cards under")
    if folder is not None and camera is not None:
        raise typer.BadParameter("give either a folder of pictures or --camera, not both")
    from firmware.cli import cards
    from firmware.games.faces import FaceKind

    if folder is not None:
        alone("--camera", names=names, panel=panel, port=port, config=config, new=new)
        cards.teach(_named(name), folder, home(), card_size(size))
        return
    from firmware import run_lesson

    cards.refuse_name(FaceKind.CARDS, _named(name))

    given: dict[str, dict[str, Any]] = {"camera": {"source": camera}, "panel": {"kind": panel}, "page": {"port": port}}
    kept, count = run_lesson.teach(_named(name), names, load(config, given), home(), new, card_size(size))
    print(
        f"{name}: {cards.summary(kept)}"
        if kept
        else f"{name}: {count} cards taken, no deck kept yet; the same command goes on"
    )


@teach.command("tiles", epilog="Example: lifeguard teach tiles hai-noon photos/ (files such as shark-hungry.1.jpg)")
def teach_tiles(
    name: Annotated[str, typer.Argument(metavar="SET", help="hai-noon, to play with them.")],
    folder: Annotated[Path, typer.Argument(help="Pictures of one tile each, named <tile>.jpg or <tile>.<n>.jpg.")],
) -> None:
    """Learn tiles; each picture is cut to its tile, or shows it whole on a plain ground."""
    from firmware.cli import cards
    from firmware.games.faces import FaceKind

    cards.teach_pieces(FaceKind.TILES, _named(name), folder, home())


@teach.command("tokens", epilog="Example: lifeguard teach tokens hold-your-breath photos/ (files such as pirate-0.jpg)")
def teach_tokens(
    name: Annotated[str, typer.Argument(metavar="SET", help="hold-your-breath, to play with them.")],
    folder: Annotated[Path, typer.Argument(help="Pictures of one token each, named <token>.jpg or <token>.<n>.jpg.")],
) -> None:
    """Learn round tokens; each picture is cut to its token, or shows it whole on a plain ground."""
    from firmware.cli import cards
    from firmware.games.faces import FaceKind

    cards.teach_pieces(FaceKind.TOKENS, _named(name), folder, home())


@teach.command("names", epilog="Example: lifeguard teach names hai-noon")
def teach_names(game: Annotated[str, typer.Argument(help="The game.")]) -> None:
    """What the pictures of a game's pieces are to be called, each with the piece in words."""
    from firmware.cli import piece_names

    piece_names.tell(game)


@decks.command("export", epilog="Example: lifeguard deck export harbour -o harbour.deck")
def export_deck(
    name: Annotated[str, typer.Argument(help="A taught deck, or a set of another kind.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    kind: Kind = TaughtKind.DECK,
) -> None:
    """Write a taught deck or set to one file."""
    from firmware.cli import share

    share.export(kind.value, name, output, home())


@decks.command("import", epilog="Example: lifeguard deck import harbour.deck")
def import_deck(
    file: Annotated[Path, typer.Argument(help="A file that `deck export` wrote: it knows what it holds.")],
) -> None:
    """Keep the deck or set in a file; a taught one of the same name is replaced."""
    from firmware.cli import share

    share.bring(file, home())


def _named(name: str) -> str:
    """The name, if a deck or a set can be kept under it. Raises typer.BadParameter."""
    from vision.store import NAME

    if not NAME.fullmatch(name):
        raise typer.BadParameter(
            f"{name!r}: a name is made of letters, digits, dots, hyphens and underscores, as in hai-noon",
            param_hint="name",
        )
    return name
