"""The command line: what each command takes. What it does stands in a module of its own, imported only when called.

Exit codes: 0 for success, 2 for wrong use, 1 for failure with one clear line on standard error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engines.core import RulesError
from firmware.config import ConfigError, home, load

app = typer.Typer(
    name="lifeguard",
    help="Reads real dice and cards beside the table, referees, and keeps the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
teach = typer.Typer(help="Learn pieces from photographs.", no_args_is_help=True)
prints = typer.Typer(help="Our own printable pieces as PDF.", no_args_is_help=True)
decks = typer.Typer(help="Taught decks as one file.", no_args_is_help=True)
app.add_typer(teach, name="teach")
app.add_typer(decks, name="deck")
app.add_typer(prints, name="print")

Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on standard output, and nothing else.")]
Settings = Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="An option of the game.")]
Paper = Annotated[str, typer.Option(help="a4 or letter.")]
Output = Annotated[Path, typer.Option("-o", "--output", help="The PDF to write.")]


@app.command(epilog="Example: lifeguard run shark-attacks --players Ana,Ben --camera pi --panel real")
def run(
    game: Annotated[
        str | None, typer.Argument(help="The game; shark-attacks unless the configuration says so.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Names, with commas between them.")] = None,
    camera: Annotated[str | None, typer.Option(help="pi, usb:N, simulated, a folder, or a video file.")] = None,
    panel: Annotated[str | None, typer.Option(help="real or simulated.")] = None,
    port: Annotated[int | None, typer.Option(help="The page's port.")] = None,
    option: Settings = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew even if this match is not over.")] = False,
    as_json: Json = False,
) -> None:
    """The device: camera, referee, OLED, buzzer, buttons and page."""
    from firmware import run as device

    names = players.split(",") if players else None
    given: dict[str, dict[str, Any]] = {
        "game": {"name": game, "players": names, "options": _options(option) or None},
        "camera": {"source": camera},
        "panel": {"kind": panel},
        "page": {"port": port},
    }
    device.run(load(config, given), as_json, new)


@app.command(epilog="Example: lifeguard read table.jpg --dice pips --json")
def read(
    images: Annotated[list[str], typer.Argument(help="Photographs.")],
    dice: Annotated[str | None, typer.Option(help="The set of dice; both built-in ones if left out.")] = None,
    deck: Annotated[str | None, typer.Option(help="The deck; then cards are read.")] = None,
    game: Annotated[str | None, typer.Option(help="The game; then all that lies on its table is read.")] = None,
    score: Annotated[bool, typer.Option("--score", help="With --game: the scores and why.")] = False,
    players: Annotated[str | None, typer.Option(help="With --game: names, with commas between them.")] = None,
    option: Settings = None,
    model: Annotated[Path | None, typer.Option(help="Another trained reader.")] = None,
    as_json: Json = False,
) -> None:
    """Read the dice, the cards, or a whole table in photographs, one process for all of them."""
    if game is not None:
        if dice is not None or deck is not None:
            raise typer.BadParameter("a game brings its own dice and cards", param_hint="--game")
        from firmware import cli_table

        names = players.split(",") if players else []
        raise typer.Exit(cli_table.read(images, game, score, names, _options(option), as_json))
    if score:
        raise typer.BadParameter("name the game with --game", param_hint="--score")
    if deck is not None:
        if dice is not None:
            raise typer.BadParameter("dice and cards are read in a call each", param_hint="--deck")
        from firmware import cli_cards

        raise typer.Exit(cli_cards.read(images, deck, home(), as_json))
    from firmware import cli_vision

    raise typer.Exit(cli_vision.read(images, dice, model, home(), as_json))


@teach.command("dice", epilog="Example: lifeguard teach dice pirates photos/ (files such as blue-anchor.1.jpg)")
def teach_dice(
    name: Annotated[str, typer.Argument(metavar="SET", help="What to call the set.")],
    folder: Annotated[Path, typer.Argument(help="Photographs named <kind>-<face>.<n>.jpg.")],
) -> None:
    """Learn die faces; every die in a picture shows the face that its name says."""
    from firmware import cli_vision

    raise typer.Exit(cli_vision.teach(name, folder, home()))


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
) -> None:
    """Learn card faces: from a folder of pictures, cut to their card or on a plain ground; or live under a camera."""
    if (folder is None) == (camera is None):
        raise typer.BadParameter("give a folder of pictures, or --camera to lay the cards under")
    if folder is not None:
        from firmware import cli_cards

        raise typer.Exit(cli_cards.teach(name, folder, home()))
    from firmware import cli_teach

    given: dict[str, dict[str, Any]] = {"camera": {"source": camera}, "panel": {"kind": panel}, "page": {"port": port}}
    raise typer.Exit(cli_teach.teach(name, names, load(config, given), new))


@teach.command("tiles", epilog="Example: lifeguard teach tiles hai-noon photos/ (files such as shark-hungry.1.jpg)")
def teach_tiles(
    name: Annotated[str, typer.Argument(metavar="SET", help="hai-noon, to play with them.")],
    folder: Annotated[Path, typer.Argument(help="Pictures of one tile each, named <tile>.jpg or <tile>.<n>.jpg.")],
) -> None:
    """Learn tiles; each picture is cut to its tile, or shows it whole on a plain ground."""
    from firmware import cli_cards

    raise typer.Exit(cli_cards.teach_pieces("tiles", name, folder, home()))


@teach.command("tokens", epilog="Example: lifeguard teach tokens hold-your-breath photos/ (files such as pirate-0.jpg)")
def teach_tokens(
    name: Annotated[str, typer.Argument(metavar="SET", help="hold-your-breath, to play with them.")],
    folder: Annotated[Path, typer.Argument(help="Pictures of one token each, named <token>.jpg or <token>.<n>.jpg.")],
) -> None:
    """Learn round tokens; each picture is cut to its token, or shows it whole on a plain ground."""
    from firmware import cli_cards

    raise typer.Exit(cli_cards.teach_pieces("tokens", name, folder, home()))


@decks.command("export", epilog="Example: lifeguard deck export harbour -o harbour.deck")
def export_deck(
    name: Annotated[str, typer.Argument(help="A taught deck.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
) -> None:
    """Write a taught deck to one file."""
    from firmware import cli_cards

    raise typer.Exit(cli_cards.export_deck(name, output, home()))


@decks.command("import", epilog="Example: lifeguard deck import harbour.deck")
def import_deck(file: Annotated[Path, typer.Argument(help="A file that `deck export` wrote.")]) -> None:
    """Keep the deck in a file; a taught one of the same name is replaced."""
    from firmware import cli_cards

    raise typer.Exit(cli_cards.import_deck(file, home()))


@app.command(epilog="Example: lifeguard scene shark-attacks --count 20 --seed 7 -o scenes/")
def scene(
    game: Annotated[str, typer.Argument(help="A game, dice, or cards.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write to.")],
    count: Annotated[int, typer.Option(min=1, help="How many pictures.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed, the same pictures.")] = 1,
    dice: Annotated[str | None, typer.Option("--set", help="Another set of dice on that table.")] = None,
    deck: Annotated[str, typer.Option(help="The built-in deck of the cards.")] = "hai-noon",
    wild: Annotated[
        bool, typer.Option("--wild", help="Any camera, any clutter, instead of the device's view.")
    ] = False,
) -> None:
    """Pictures of the simulated table, with the truth in annotations.json."""
    from firmware import cli_scene

    with _progress(count) as done:
        cli_scene.scene(game, count, seed, output, dice, wild, done, deck)


@app.command(epilog="Example: lifeguard replay game.jsonl --json")
def replay(
    record: Annotated[Path, typer.Argument(help="A record: JSON lines, a header and then one event a line.")],
    as_json: Json = False,
) -> None:
    """Play a record and print the state after each event."""
    from firmware import cli_engines

    raise typer.Exit(cli_engines.replay(record, as_json))


@app.command(epilog="Example: lifeguard simulate shark-attacks --players 3 --games 100 --seed 7")
def simulate(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[int, typer.Option(help="How many play; 0, with --camera: by turns all numbers and rules.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
    option: Settings = None,
    policy: Annotated[list[str] | None, typer.Option(help="Who plays: one name for all, or one a seat.")] = None,
    camera: Annotated[str | None, typer.Option(help="simulated: film each game and follow it by sight alone.")] = None,
    misread: Annotated[float, typer.Option(min=0, max=1, help="Share of pieces misread, with --camera.")] = 0.0,
    as_json: Json = False,
) -> None:
    """Play games by themselves; with --camera from the pictures alone, compared with the truth."""
    if camera is None:
        from firmware import cli_engines

        raise typer.Exit(cli_engines.simulation(game, players, games, seed, _options(option), policy or (), as_json))
    if camera != "simulated":
        raise typer.BadParameter("games are filmed on the simulated table only", param_hint="--camera")
    from firmware import cli_films

    raise typer.Exit(cli_films.simulation(game, players, games, seed, _options(option), misread, as_json))


@app.command(epilog="Example: lifeguard odds shark-attacks --record game.jsonl")
def odds(
    game: Annotated[str, typer.Argument(help="The game.")],
    record: Annotated[Path, typer.Option(help="A record; the odds are those at its end.")],
    as_json: Json = False,
) -> None:
    """What each choice is worth now."""
    from firmware import cli_engines

    raise typer.Exit(cli_engines.odds(game, record, as_json))


@app.command(epilog="Example: lifeguard bench --json")
def bench(as_json: Json = False) -> None:
    """Measure the budgets of the design on this machine."""
    import json
    from dataclasses import asdict

    from firmware import bench as budgets

    for measure in budgets.measures():
        print(json.dumps(asdict(measure)) if as_json else budgets.line(measure), flush=True)


@prints.command("mat", epilog="Example: lifeguard print mat hai-noon -o mat.pdf")
def print_mat(
    output: Output,
    game: Annotated[str, typer.Argument(help="The game; dice are thrown on the tray.")] = "shark-attacks",
    paper: Paper = "a4",
) -> None:
    """The mat of a game with its markers, to be printed at 100 %, on several sheets if it is large."""
    from firmware.mats import MATS
    from firmware.mats import mat as layout
    from hardware.print.mat import mat

    if game not in MATS:
        raise typer.BadParameter(f"there are {', '.join(MATS)}", param_hint="game")
    output.write_bytes(mat(layout(game), paper))


@prints.command("tiles", epilog="Example: lifeguard print tiles -o tiles.pdf")
def print_tiles(output: Output, paper: Paper = "a4") -> None:
    """The tiles of Hai Noon: sharks, divers and the cage."""
    from hardware.print.pieces import tiles

    output.write_bytes(tiles(paper))


@prints.command("tokens", epilog="Example: lifeguard print tokens -o tokens.pdf")
def print_tokens(output: Output, paper: Paper = "a4") -> None:
    """The tokens of Hold Your Breath!: pirates and anchors."""
    from hardware.print.pieces import tokens

    output.write_bytes(tokens(paper))


@prints.command("deck", epilog="Example: lifeguard print deck hai-noon -o hai-noon.pdf")
def print_deck(
    name: Annotated[str, typer.Argument(metavar="NAME", help="hai-noon, hold-your-breath or splash-down.")],
    output: Output,
    paper: Paper = "a4",
) -> None:
    """All cards of a built-in deck, faces and backs, for printing on both sides."""
    from firmware.decks import counts
    from hardware.print.deck import deck

    output.write_bytes(deck(name, counts(name), paper))


@prints.command("dice", epilog="Example: lifeguard print dice --size 16 -o dice.pdf")
def print_dice(
    output: Output,
    size: Annotated[float, typer.Option(min=8, max=40, help="The edge of a die in mm.")] = 16.0,
    paper: Paper = "a4",
) -> None:
    """Stickers for blank dice, and nets, with our own art."""
    from hardware.print.dice import dice

    output.write_bytes(dice(paper, size))


@app.command(epilog="Example: lifeguard doctor --config lifeguard.toml")
def doctor(
    camera: Annotated[str | None, typer.Option(help="pi, usb:N, simulated, a folder, or a video file.")] = None,
    panel: Annotated[str | None, typer.Option(help="real or simulated.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
    as_json: Json = False,
) -> None:
    """Look at camera, OLED, buzzer, buttons, disk and light; say what to do."""
    from firmware import doctor as examination

    raise typer.Exit(
        examination.doctor(load(config, {"camera": {"source": camera}, "panel": {"kind": panel}}), as_json)
    )


def _options(pairs: list[str] | None) -> dict[str, str]:
    """`KEY=VALUE` pairs as a mapping. Raises typer.BadParameter."""
    read: dict[str, str] = {}
    for pair in pairs or ():
        key, found, value = pair.partition("=")
        if not found:
            raise typer.BadParameter(f"{pair!r} is not KEY=VALUE", param_hint="--option")
        read[key.strip()] = value.strip()
    return read


class _progress:
    """Counts on standard error, where that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total

    def __enter__(self) -> Any:
        return self._tell if sys.stderr.isatty() else lambda done: None

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def _tell(self, done: int) -> None:
        print(f"\r{done} of {self._total}", end="", file=sys.stderr, flush=True)


def main() -> None:
    """The console script."""
    from firmware.journal import JournalError
    from hardware.errors import PartLost
    from vision.library import BadTeaching

    try:
        app()
    except (ConfigError, RulesError) as error:
        sys.exit(_fail(error, 2))
    except (BadTeaching, PartLost, JournalError, OSError, ValueError, KeyError) as error:
        sys.exit(_fail(error, 1))


def _fail(error: Exception, code: int) -> int:
    text = error.args[0] if isinstance(error, KeyError) and error.args else error
    if isinstance(error, OSError) and error.filename:
        text = f"{error.filename}: {(error.strerror or str(error)).lower()}"
    print(f"lifeguard: {' '.join(str(text).split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
