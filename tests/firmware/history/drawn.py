"""A history drawn with a seed: matches of all games between people, with times, as a device would have kept them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from engines.core import Match
from engines.games import GAMES
from engines.simulate import play
from firmware.state.table import Step
from firmware.storage.contents import (
    REST,
    STEP,
    MatchRow,
    Rest,
    header_of,
    write_match,
    write_photo,
    write_present,
    write_steps,
)
from firmware.storage.schema import made

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Émile", "Fritz", "Guðrún", "Hana")
WEIGHTS = {"shark-attacks": 6, "dice-tray": 2, "hai-noon": 2, "hold-your-breath": 1, "splash-down": 1}
START = datetime(2024, 1, 6, 19, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match as it was drawn: what any statistics must find again."""

    number: int
    match: Match
    times: tuple[str, ...]


def match_of(game: str, random: Random, unfinished: float = 0.1) -> Match:
    """A whole match between some of the people, or one that was left."""
    rules = GAMES[game]
    seats = random.choice([n for n in rules.seats if 2 <= n <= 4])
    options = {"throws": 8, "dice": 3} if game == "dice-tray" else {}
    if game in ("splash-down", "hold-your-breath", "hai-noon"):
        options["hands"] = "open"
    policy = ("sensible",) if "sensible" in rules.policies else ()
    match = play(rules, tuple(random.sample(NAMES, seats)), random.randrange(2**31), options, policy)
    return match.upto(random.randrange(1, len(match.events))) if random.random() < unfinished else match


def times_of(match: Match, start: datetime, random: Random) -> tuple[str, ...]:
    """When it began and when each step was, some seconds apart; now and then a break of an hour."""
    at, times = start, [start]
    for _ in match.events:
        at += timedelta(seconds=3600 if random.random() < 0.002 else random.randint(4, 40))
        times.append(at)
    return tuple(moment.isoformat(timespec="milliseconds") for moment in times)


def drawn(
    path: Path,
    count: int,
    seed: int,
    photos: int = 0,
    games: tuple[str, ...] = tuple(WEIGHTS),
    jpeg: Callable[[str], bytes] = lambda look: b"jpeg of " + look.encode(),
) -> list[Drawn]:
    """A journal of so many matches; the last of them is the present one. Each has so many `photos`, made by `jpeg`."""
    random, done = Random(seed), list[Drawn]()
    path.parent.mkdir(parents=True, exist_ok=True)
    with made(path) as db:
        for number in range(1, count + 1):
            game = random.choices(games, [WEIGHTS[game] for game in games])[0]
            match = match_of(game, random)
            times = times_of(match, START + timedelta(days=number * 0.9, minutes=random.randint(0, 200)), random)
            looks = {n: f"look-{number}-{n}" for n in range(min(photos, len(match.events)))}
            rows = [
                (n, (number * 10_000 + n, times[n + 1], STEP.dump_json(Step(event, looks.get(n))).decode()))
                for n, event in enumerate(match.events)
            ]
            total = write_steps(db, number, rows)
            write_match(db, MatchRow(number, number * 10_000 - 1, times[0], header_of(match), len(rows), total))
            for look in looks.values():
                write_photo(db, look, number, jpeg(look))
            done.append(Drawn(number, match, times))
        rest = Rest(count, None, (), None, None, 0, "", 1)
        write_present(db, count * 10_000 + 9_999, REST.dump_json(rest).decode())
    return done
