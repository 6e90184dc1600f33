"""`lifeguard simulate … --camera simulated`: games filmed, followed from the pictures, compared with the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from os import cpu_count
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2

from engines.core import BadEvent
from engines.games import game_named
from engines.simulate import drawn_rules
from firmware.cli.report import counted
from firmware.games.other_art import check_art, check_taught
from firmware.games.profiles import PROFILES
from firmware.simulation.card_film import OURS, CardFilm, FilmedTable
from firmware.simulation.dice_film import DiceFilm
from firmware.simulation.film import film

CLUMSY = 10
"""Every so many games contain the mistakes that people make."""


def simulation(
    game: str,
    players: int,
    games: int,
    seed: int,
    options: Mapping[str, object],
    misread: float,
    home: Path,
    as_json: bool,
    table: FilmedTable = OURS,
    questions: bool = False,
) -> int:
    """Prints how each film went, and the sums; 1 if any was not followed. Raises BadEvent as `start` does.

    `players` 0: another number of players, and other rules, in each game. `table`: what they are
    filmed on; with other art the reader knows only what was taught. `questions`: each is printed. Raises BadTeaching
    if nothing was taught, ArtLacking if a piece has no picture.
    """
    if game not in PROFILES:
        raise BadEvent(f"no camera follows {game!r} yet; it follows {', '.join(PROFILES)}")
    rules = game_named(game)
    rules.start(players or rules.seats[0], options)
    if rules.settle(options).get("throws") == 0:
        raise BadEvent(f"{rules.title} has no end of its own to film up to: --option throws=20")
    if (table.drawn or table.pushes) and not PROFILES[game].deck:
        raise BadEvent(f"{rules.title} needs no places: --table and --push go with games of cards")
    if table.art is not None:
        check_art(table.art, game)
        check_taught(game, home)
    for item in films(game, players, games, seed, options, misread, home, table):
        asked = item.pop("asked", ())
        if as_json:
            print(json.dumps(item | {"asked": asked} if questions and "game" in item else item), flush=True)
        else:
            print("\n".join([line(item), *(told(each) for each in asked if questions)]), flush=True)
    return 0 if item["right"] == item["games"] else 1


def films(
    game: str, players: int, games: int, seed: int, options: Mapping[str, object], misread: float, home: Path,
    table: FilmedTable = OURS,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """One object a game, in the order of the games, then one with the sums; as many processes as there are cores."""
    began = perf_counter()
    done: list[dict[str, Any]] = []
    filmed = partial(_filmed, game, players, seed, dict(options), misread, home, table)
    with ProcessPoolExecutor(cpu_count()) as pool:
        for result in counted(pool.map(filmed, range(games)), games, among_lines=True):
            done.append(result)
            yield result
    sums = {key: sum(f[key] for f in done) for key in done[0] if key in ADDED}
    most = {"most_questions": max(f["questions"] for f in done), "seconds": round(perf_counter() - began, 1)}
    yield {"games": games} | sums | most


ADDED = (
    *("right", "wrong", "questions", "unseen", "mismatches", "bungles", "noticed", "events", "looks"),
    *("pieces", "misread", "told", "mistaken", "repaired"),
)
"""What is summed over all games."""


def _filmed(
    game: str, players: int, seed: int, options: dict[str, object], misread: float, home: Path,
    table: FilmedTable, number: int,
) -> dict[str, Any]:  # fmt: skip
    cv2.setNumThreads(1)
    count, chosen = players, options
    if not players:
        count, chosen = drawn_rules(game_named(game), number, f"{seed}/{number}", options, numbers=False)
    clumsy = number % CLUMSY == CLUMSY - 1
    if PROFILES[game].deck:
        return asdict(film(CardFilm(game, count, seed, number, chosen, clumsy, home, table=table), misread))
    return asdict(film(DiceFilm(game, count, seed, number, chosen, clumsy, home, art=table.art), misread))


def line(item: Mapping[str, Any]) -> str:
    """A result as a line for a terminal."""
    if "game" in item:
        verdict = "followed" if item["right"] else "NOT FOLLOWED"
        said = f"{item['questions']} questions, {item['mismatches']} complaints, {int(item['wrong'])} wrong"
        slips = f"; {item['noticed']} of {item['bungles']} slips noticed" if item.get("bungles") else ""
        unseen = f"; {item['unseen']} that no camera could answer" if item.get("unseen") else ""
        rules = "".join(f", {key} {value}" for key, value in item["options"].items())
        who = f"{item['players']} players{rules}"
        return f"game {item['game']}: {verdict}, {who}, {item['events']} events; {said}{unseen}{slips}"
    said = (
        f"{item['right']} of {item['games']} games followed from the pictures alone; {item['wrong']} wrong; "
        f"{item['questions']} questions, {item['most_questions']} at most in a game, and {item['unseen']} that no "
        f"camera could answer; {item['seconds']} s"
    )
    return "\n".join([said, *_repairs(item)]) if item["misread"] else said


def told(asked: Mapping[str, Any]) -> str:
    """A question for a terminal, as the OLED shows it: its lines and answers, each in its own bounds."""
    kind = "and then" if asked["step"] else "no camera could answer" if asked["unseen"] else "asked"
    return f"  {asked['event']} {kind}: {' | '.join(asked['lines'])}\n    {' / '.join(asked['answers'])}"


def _repairs(item: Mapping[str, Any]) -> Iterator[str]:
    """What the rules repair, as a table: how many of the pieces are right, asked about and wrong, with them and not."""
    pieces, misread, told, mistaken = (int(item[key]) for key in ("pieces", "misread", "told", "mistaken"))
    yield f"{pieces} pieces seen, {misread} misread, {item['repaired']} of them set right by the rules"
    yield f"{'':<18}{'right':>8}{'asked':>8}{'wrong':>8}"
    for how, *shares in (
        ("without the rules", pieces - misread, 0, misread),
        ("with the rules", told, pieces - told - mistaken, mistaken),
    ):
        yield f"{how:<18}" + "".join(f"{100 * share / pieces:7.1f}%" for share in shares)
