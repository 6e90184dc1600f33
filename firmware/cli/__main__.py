"""The command line: what each command takes. What it does stands in a module of its own, imported only when called.

Exit codes: 0 for success, 2 for wrong use, 1 for failure with one clear line on standard error.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from engines.core import RulesError
from firmware.cli.lessons.teach import decks, teach
from firmware.cli.network.commands import hub
from firmware.cli.network.tokens import tokens
from firmware.cli.options import Art, Json, Rules, Settings, alone, one_of, rules_from, settings
from firmware.cli.past.commands import matches
from firmware.cli.print import prints
from firmware.config import ConfigError, home, load, settings_file

app = typer.Typer(
    name="lifeguard",
    help="Reads real dice and cards beside the table, referees, and keeps the score.",
    no_args_is_help=True,
    epilog="Example: lifeguard run shark-attacks --players Ana,Ben",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("hub", epilog="Example: lifeguard hub --broker 192.168.1.10")(hub)
app.add_typer(teach, name="teach")
app.add_typer(decks, name="deck")
app.add_typer(prints, name="print")
app.add_typer(matches, name="matches")
app.add_typer(tokens, name="token")

WRONG_USE: Any = typer.BadParameter.__mro__[1]
"""click's UsageError; where Typer keeps its click differs between its versions."""


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
    rules: Rules = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew even if this match is not over.")] = False,
    art: Art = None,
    welcome: Annotated[bool, typer.Option("--welcome", help="Begin with the first start, as a new box does.")] = False,
    trial: Annotated[bool, typer.Option("--trial", help="Open all parts and play nothing: updates do that.")] = False,
    as_json: Json = False,
) -> None:
    """The device: camera, referee, OLED, buzzer, buttons and page."""
    from firmware import run as device
    from firmware.device.opening import Start

    names = players.split(",") if players else None
    given: dict[str, dict[str, Any]] = {
        "game": {"name": game, "players": names, "options": settings(option) | rules_from(rules, game) or None},
        "camera": {"source": camera},
        "panel": {"kind": panel},
        "page": {"port": port},
    }
    config = settings_file(config, home())
    settled = load(config, given)
    if settled.camera.source != "simulated":
        alone("--camera simulated", art=art)
    start = Start(settled, home(), config, as_json, new, _art(art), welcome)
    if trial:
        from firmware import trial as tried

        tried.trial(start)
    else:
        device.run(start)


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
        if dice is not None or deck is not None or model is not None:
            raise typer.BadParameter("a game brings its own dice and cards", param_hint="--game")
        from firmware.cli import read_table

        names = players.split(",") if players else []
        raise typer.Exit(read_table.read(images, game, score, names, settings(option), home(), as_json))
    alone("--game", score=score, players=players, option=option)
    if deck is not None:
        if dice is not None:
            raise typer.BadParameter("dice and cards are read in a call each", param_hint="--deck")
        if model is not None:
            raise typer.BadParameter("cards are read without a model", param_hint="--model")
        from firmware.cli import cards

        raise typer.Exit(cards.read(images, deck, home(), as_json))
    from firmware.cli import dice as cli_vision

    raise typer.Exit(cli_vision.read(images, dice, model, home(), as_json))


@app.command(epilog="Example: lifeguard scene shark-attacks --count 20 --seed 7 -o scenes/")
def scene(
    game: Annotated[str, typer.Argument(help="A game, dice, or cards.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write to.")],
    count: Annotated[int, typer.Option(min=1, help="How many pictures.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same pictures.")] = 1,
    dice: Annotated[str | None, typer.Option("--set", help="Another set of dice on that table.")] = None,
    deck: Annotated[str | None, typer.Option(help="The built-in deck of the cards (hai-noon).")] = None,
    wild: Annotated[
        bool, typer.Option("--wild", help="Any camera, any clutter, instead of the device's view.")
    ] = False,
    art: Art = None,
) -> None:
    """Pictures of the simulated table, with the truth in annotations.json."""
    from firmware.cli import scene as cli_scene
    from firmware.simulation.tables import TABLES

    if game != cli_scene.CARDS:
        alone("cards", deck=deck)
    if game not in cli_scene.SETS:
        alone("tables of dice", **{"set": dice})
    if game in TABLES:
        alone("dice and cards", wild=wild)
    cli_scene.scene(game, count, seed, output, dice, wild, deck or "hai-noon", _art(art))


@app.command(epilog="Example: lifeguard replay game.jsonl --json")
def replay(
    record: Annotated[Path, typer.Argument(help="A record: JSON lines, a header and then one event a line.")],
    as_json: Json = False,
) -> None:
    """Play a record and print the state after each event."""
    from firmware.cli import games as cli_engines

    raise typer.Exit(cli_engines.replay(record, as_json))


@app.command(epilog="Example: lifeguard simulate shark-attacks --players 3 --games 100 --seed 7")
def simulate(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[int, typer.Option(help="How many play; 0: by turns all numbers, and rules of all kinds.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 1,
    option: Settings = None,
    rules: Rules = None,
    policy: Annotated[list[str] | None, typer.Option(help="Who plays: one name for all, or one a seat.")] = None,
    camera: Annotated[str | None, typer.Option(help="simulated: film each game and follow it by sight alone.")] = None,
    misread: Annotated[float, typer.Option(min=0, max=1, help="Share of pieces misread, with --camera.")] = 0.0,
    art: Art = None,
    table: Annotated[
        str | None,
        typer.Option(help="With --camera: mat (ours), or drawn: places drawn on a bare table, or on the art's board."),
    ] = None,
    push: Annotated[int, typer.Option(min=0, help="With --camera: how often the camera is pushed in a game.")] = 0,
    questions: Annotated[
        bool, typer.Option("--questions", help="With --camera: each question as the OLED shows it.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play games by themselves; with --camera from the pictures alone, compared with the truth."""
    options = settings(option) | rules_from(rules, game)
    if camera is None:
        alone("--camera simulated", misread=misread, art=art, table=table, push=push, questions=questions)
        from firmware.cli import games as cli_engines

        raise typer.Exit(cli_engines.simulation(game, players, games, seed, options, policy or (), as_json))
    if camera != "simulated":
        raise typer.BadParameter("games are filmed on the simulated table only", param_hint="--camera")
    if policy:
        raise typer.BadParameter("a robot plays the filmed games; leave it out with --camera", param_hint="--policy")
    from firmware.cli import films
    from firmware.simulation.card_film import FilmedTable

    other = _art(art)
    has_board = other is not None and other.has_board(game)
    drawn = one_of(("mat", "drawn"), table or ("drawn" if has_board else "mat"), "--table") == "drawn"
    filmed = FilmedTable(other, drawn, push)
    raise typer.Exit(films.simulation(game, players, games, seed, options, misread, home(), as_json, filmed, questions))


@app.command(epilog="Example: lifeguard odds shark-attacks --record game.jsonl")
def odds(
    game: Annotated[str, typer.Argument(help="The game.")],
    record: Annotated[Path, typer.Option(help="A record; the odds are those at its end.")],
    as_json: Json = False,
) -> None:
    """What each choice is worth now."""
    from firmware.cli import games as cli_engines

    raise typer.Exit(cli_engines.odds(game, record, as_json))


@app.command(epilog="Example: lifeguard exam hai-noon --camera pi --panel real")
def exam(
    game: Annotated[str, typer.Argument(help="The game whose pieces lie on your table.")],
    camera: Annotated[str | None, typer.Option(help="pi, usb:N, simulated, a folder, or a video file.")] = None,
    count: Annotated[
        int | None,
        typer.Option(min=1, max=1000, help="How many pieces are read in all; left out: each face once, 40 at least."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed, the same pieces are asked for.")] = None,
    panel: Annotated[str | None, typer.Option(help="real or simulated.")] = None,
    port: Annotated[int | None, typer.Option(help="The page's port.")] = None,
    option: Settings = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
    art: Art = None,
    as_json: Json = False,
) -> None:
    """Lay or throw some pieces as asked: how right they are read on your table, with a 95% interval."""
    from firmware.cli.lessons import exam as cli_exam

    given: dict[str, dict[str, Any]] = {"camera": {"source": camera}, "panel": {"kind": panel}, "page": {"port": port}}
    settled = load(settings_file(config, home()), given)
    if settled.camera.source != "simulated":
        alone("--camera simulated", art=art)
    raise typer.Exit(cli_exam.exam(game, settings(option), count, seed, settled, home(), as_json, _art(art)))


@app.command(epilog="Example: lifeguard corrections shark-attacks --export photos/")
def corrections(
    pieces: Annotated[str, typer.Argument(metavar="GAME", help="A game, or the set or deck that it is played with.")],
    export: Annotated[
        Path | None, typer.Option(help="Cut out the dice among them to this folder, to teach from.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Pieces that people named in play, by an answer or a correction: how they are read now."""
    from firmware.cli.past.corrections import corrections as tell

    tell(pieces, home(), export, as_json)


@app.command(epilog="Example: lifeguard bench --json")
def bench(as_json: Json = False) -> None:
    """Measure the budgets of the design on this machine."""
    import json
    from dataclasses import asdict

    from firmware.simulation import benchmark as budgets

    for measure in budgets.measures(home()):
        print(json.dumps(asdict(measure)) if as_json else budgets.line(measure), flush=True)


@app.command(epilog="Example: lifeguard doctor --config lifeguard.toml")
def doctor(
    camera: Annotated[str | None, typer.Option(help="pi, usb:N, simulated, a folder, or a video file.")] = None,
    panel: Annotated[str | None, typer.Option(help="real or simulated.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="A file to write for a bug: checks, log, settings, looks; no secrets, names, pictures."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Look at all parts, the light and the machine itself; say what to do."""
    from firmware.doctor import examination

    given = {"camera": {"source": camera}, "panel": {"kind": panel}}
    raise typer.Exit(examination.doctor(load(settings_file(config, home()), given), home(), as_json, report))


@app.command("replay-report", epilog="Example: lifeguard replay-report bug.zip")
def replay_report(
    file: Annotated[Path, typer.Argument(help="A report of `lifeguard doctor --report`.")],
    as_json: Json = False,
) -> None:
    """Judge the last looks of a report anew: 0 if all comes out as it did then, else 1."""
    from firmware.cli.upkeep import reports

    raise typer.Exit(reports.replay(file, as_json))


@app.command(epilog="Example: lifeguard backup /media/stick/lifeguard.zip --photographs")
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    photographs: Annotated[bool, typer.Option("--photographs", help="With the photographs of the steps.")] = False,
    config: Annotated[Path | None, typer.Option(help="The configuration in use, to be kept too.")] = None,
    as_json: Json = False,
) -> None:
    """Save matches, players, decks, dice, drawings and settings as one file; also while a device plays."""
    from firmware.cli.upkeep import backups

    backups.save(home(), file, photographs, settings_file(config, home()), as_json)


@app.command(epilog="Example: lifeguard restore /media/stick/lifeguard.zip --show")
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    show: Annotated[bool, typer.Option("--show", help="Say what is in it, and change nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Put a backup in place; what was there is set aside. Stop the device first."""
    from firmware.cli.upkeep import backups

    (backups.show if show else backups.restore)(home(), file, as_json)


def _art(folder: Path | None) -> Any:
    """The folder of other art, if one is given. Raises typer.BadParameter for what is no folder."""
    if folder is None:
        return None
    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder", param_hint="--art")
    from hardware.art.folder import ArtFolder

    return ArtFolder(folder)


def main() -> None:
    """The console script."""
    from firmware.storage.backup.archive import BackupRefused
    from firmware.storage.backup.save import BackupFailed
    from firmware.storage.journal import JournalError
    from firmware.storage.lock import HomeRefused
    from firmware.storage.past import PastUnreadable
    from hardware.errors import PartLost
    from vision.store import BadTeaching

    failures = (PartLost, JournalError, HomeRefused, PastUnreadable, BackupFailed, BackupRefused)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may hold bytes that are no text
    try:
        sys.exit(app(standalone_mode=False))
    except WRONG_USE as wrong:
        sys.exit(_misused(wrong))
    except (ConfigError, RulesError) as error:
        _fail(_told(error))
        sys.exit(2)
    except BadTeaching as refused:
        for line in str(refused).splitlines():  # one for each picture
            _fail(line)
        sys.exit(1)
    except (*failures, OSError, ValueError, KeyError) as error:
        _fail(_told(error))
        sys.exit(1)


def _misused(wrong: Any) -> int:
    """Says what is wrong with the command's words, in one line, and where to read on; 2."""
    command = wrong.ctx.command_path if wrong.ctx else "lifeguard"
    if said := wrong.format_message():  # without any words Typer has shown the help already, and says nothing
        said = f"{said[0].lower()}{said[1:]}".rstrip(".")
        _fail(f"{said}; see `{command} --help`")
    return 2


def _told(error: Exception) -> str:
    """What an error says to people."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {(error.strerror or str(error)).lower()}"
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)


def _fail(text: str) -> None:
    print(f"lifeguard: {' '.join(text.split())}", file=sys.stderr)


if __name__ == "__main__":
    main()
