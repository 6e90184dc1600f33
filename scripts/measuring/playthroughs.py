#!/usr/bin/env python3
"""Tells the playthroughs of tests/engines/playthroughs again, or adds one.

    python scripts/measuring/playthroughs.py                                        all of them, by the rules of today
    python scripts/measuring/playthroughs.py new NAME GAME --players 3 --seed 7
        a new one, played by the game's policies

Look at the diff before you commit it: that diff is what your change does to the game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from engines.games import game_named
from engines.playthrough import hear, tell
from engines.simulate import play

FOLDER = Path(__file__).parents[2] / "tests" / "engines" / "playthroughs"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    new = parser.add_subparsers(dest="command").add_parser("new")
    new.add_argument("name")
    new.add_argument("game")
    new.add_argument("--players", type=int, default=2)
    new.add_argument("--seed", type=int, default=1)
    new.add_argument("--policy", default="sensible")
    new.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    given = parser.parse_args()
    if given.command == "new":
        add(given)
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(tell(hear(path.read_text(encoding="utf-8"))), encoding="utf-8")


def add(given: argparse.Namespace) -> None:
    """Plays a game and writes its playthrough."""
    options = dict(pair.split("=", 1) for pair in given.option)
    match = play(game_named(given.game), NAMES[: given.players], given.seed, options, [given.policy])
    FOLDER.joinpath(f"{given.name}.txt").write_text(tell(match), encoding="utf-8")


if __name__ == "__main__":
    main()
