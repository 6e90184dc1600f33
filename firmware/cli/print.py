"""`lifeguard print`: our own mats, dice, decks, tiles and tokens as PDF."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from firmware.cli.options import CardSize, Pdf, Settings, card_size, one_of, settings
from firmware.config import home, load, settings_file

prints = typer.Typer(
    help="Our own printable pieces as PDF.", no_args_is_help=True, epilog="Example: lifeguard print mat -o mat.pdf"
)


class PaperName(StrEnum):
    """The papers that we print on, as `hardware.print.page.PAPERS` names them."""

    A4 = "a4"
    LETTER = "letter"


PAGE = b"/Type /Page\n"
"""What each page of our PDFs has once."""
Paper = Annotated[PaperName, typer.Option(case_sensitive=False, help="The paper to print on.")]


@prints.command("mat", epilog="Example: lifeguard print mat hai-noon -o mat.pdf")
def print_mat(
    output: Pdf,
    game: Annotated[str, typer.Argument(help="The game; dice are thrown on the tray.")] = "shark-attacks",
    option: Settings = None,
    players: Annotated[int, typer.Option(min=0, help="How many play: some games have a larger mat for more.")] = 0,
    paper: Paper = PaperName.A4,
    size: CardSize = None,
    language: Annotated[
        str | None, typer.Option(help="The language of its captions, as in de; without it, that of the device.")
    ] = None,
) -> None:
    """The mat of a game with its markers, to be printed at 100 %, on several sheets if it is large.

    Its places are as large as the cards of the deck that was taught for the game, or as --size says. The camera reads
    a mat in any language.
    """
    from companion.words.language import offered, speaking
    from engines.games import game_named
    from firmware.games.deck_size import cards_of
    from firmware.games.layouts import MATS, chosen
    from firmware.games.layouts import mat as layout
    from firmware.games.profiles import PROFILES
    from firmware.games.worded_mat import worded
    from firmware.outputs.screens.world import cell
    from hardware.print.mat import mat

    rules = game_named(one_of(tuple(MATS), game, "game")).settle(settings(option))
    cards = card_size(size) or cards_of(PROFILES[game].deck, home())
    own = players if "for_players" in chosen(game, 0, rules) else 0
    with speaking(one_of(tuple(offered()), language, "--language") if language else _of_device()):
        printed = worded(layout(game, own, rules, cards=cards), cell)
    _write(mat(printed, paper), output)


def _of_device() -> str:
    """The language of the device."""
    from firmware.device.opening import language_of

    return language_of(home(), load(settings_file(None, home()), {}))


@prints.command("tiles", epilog="Example: lifeguard print tiles -o tiles.pdf")
def print_tiles(output: Pdf, paper: Paper = PaperName.A4) -> None:
    """The tiles of Hai Noon: sharks, divers and the cage."""
    from hardware.print.pieces import tiles

    _write(tiles(paper), output)


@prints.command("tokens", epilog="Example: lifeguard print tokens -o tokens.pdf")
def print_tokens(output: Pdf, paper: Paper = PaperName.A4) -> None:
    """The tokens of Hold Your Breath!: pirates and anchors."""
    from hardware.print.pieces import tokens

    _write(tokens(paper), output)


@prints.command("marks", epilog="Example: lifeguard print marks -o marks.pdf")
def print_marks(output: Pdf, paper: Paper = PaperName.A4) -> None:
    """A mark for each player: laid on a mat with the option marks, it shows who called or played."""
    from hardware.print.pieces import marks

    _write(marks(paper), output)


@prints.command("deck", epilog="Example: lifeguard print deck hai-noon -o hai-noon.pdf")
def print_deck(
    name: Annotated[str, typer.Argument(metavar="NAME", help="hai-noon, hold-your-breath, splash-down or french.")],
    output: Pdf,
    paper: Paper = PaperName.A4,
) -> None:
    """All cards of a built-in deck, faces and backs, for printing on both sides."""
    from firmware.games.decks import counts
    from hardware.art.deck import DECKS
    from hardware.print.deck import deck

    _write(deck(one_of(DECKS, name, "NAME"), counts(name), paper), output)


@prints.command("dice", epilog="Example: lifeguard print dice --size 16 -o dice.pdf")
def print_dice(
    output: Pdf,
    size: Annotated[float, typer.Option(min=10, max=30, help="The edge of a die in mm.")] = 16.0,
    paper: Paper = PaperName.A4,
) -> None:
    """Stickers for blank dice, and nets, with our own art."""
    from hardware.print.dice import dice

    _write(dice(paper, size), output)


def _write(pdf: bytes, output: Path) -> None:
    """Writes a PDF, and says how it is printed: fitted to the paper, markers and cards have no known size."""
    output.write_bytes(pdf)
    pages = pdf.count(PAGE)
    print(f"{output}: {pages} page{'s' * (pages > 1)}, to be printed at 100 %, not fitted to the paper")
