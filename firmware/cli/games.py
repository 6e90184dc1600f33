"""What `lifeguard replay`, `lifeguard simulate` and `lifeguard odds` do. docs/records.md describes the fields."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

from engines import hai_noon, splash_down, yacht
from engines.core import Awaits, BadEvent, Match, Over, State, Turn, encode
from engines.games import game_named
from engines.hai_noon.reach import reach as dangers
from engines.hold_your_breath.odds import reach as back_in_time
from engines.hold_your_breath.state import HoldYourBreath
from engines.odds import chances, choices
from engines.playthrough import changes, tell_state
from engines.record import BadRecord, follow, header, read
from engines.simulate import Result, simulate
from firmware.cli.report import counted

Row = dict[str, Any]
"""A row of figures, as JSON data."""
Figures = Callable[[Any], Iterator[Row]]
"""The rows of a state of one game."""

SEED = 1
"""For figures that are simulated: the same record gives the same answer."""


def replay(path: Path, as_json: bool) -> int:
    """Prints the state after each event of the record; 1 at the first line that does not fit, which it names."""
    return _printed(path, lambda record: replayed(record, as_json))


def odds(game: str, path: Path, as_json: bool) -> int:
    """Prints what each choice is worth where the record ends; 1 if the record does not fit, which it names."""
    return _printed(path, lambda record: worth(game, record, as_json))


def simulation(
    game: str, players: int, games: int, seed: int, options: Mapping[str, str], policies: Sequence[str], as_json: bool
) -> int:
    """Plays and prints the games, with a summary. Raises BadEvent for a game, number or option that does not fit.

    `players` 0: by turns all numbers of players, and rules drawn at random.
    """
    results = counted(simulate(game_named(game), players, games, seed, options, policies), games, among_lines=True)
    for line in simulated(results, as_json, time.perf_counter):
        print(line, flush=True)
    return 0


def _printed(path: Path, lines: Callable[[str], Iterable[str]]) -> int:
    try:
        for line in lines(_text(path)):
            print(line, flush=True)
    except BadRecord as error:
        print(f"lifeguard: {error}", file=sys.stderr)
        return 1
    return 0


def _text(path: Path) -> str:
    """The text of a record; Windows' editors begin theirs with a mark. Raises BadRecord for what is no text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord(1, "a record is text in UTF-8, and this is not") from None


def replayed(record: str, as_json: bool) -> Iterator[str]:
    """A line of JSON, or a paragraph, for the beginning and for each event. Raises BadRecord on its way."""
    match, steps = follow(record)
    before = match.state
    if as_json:
        yield json.dumps({**header(match), **standing(before)}, ensure_ascii=False)
    else:
        yield "\n".join([f"{match.game.title}: {', '.join(match.players)}", *tell_state(before)])
    for line, event, state in steps:
        if as_json:
            yield json.dumps({"line": line, **encode(event), **standing(state, before)}, ensure_ascii=False)
        else:
            yield "\n".join(["", f"{line}  {event}", *tell_state(state, before)])
        before = state


def standing(state: State, before: State | None = None) -> dict[str, Any]:
    """Where a game stands, as JSON data; of the state's own fields those that changed since `before`."""
    return {
        "scores": list(state.scores()),
        "awaits": awaited(state.awaits),
        "legal": [encode(event) for event in state.legal()],
        "shows": plain(state.expected_pieces()),
        "why": plain(state.why()),
        "state": {name: plain(value) for name, value in changes(state, before).items()},
    }


def awaited(awaits: Awaits) -> dict[str, Any]:
    """What must happen next, as JSON data."""
    if isinstance(awaits, Turn):
        return {"turn": list(awaits.seats)}
    if isinstance(awaits, Over):
        return {"over": list(awaits.winners)}
    return {"chance": awaits.event, "pools": plain(awaits.pools)}


def plain(value: Any) -> Any:
    """A value of a state as JSON data: objects by field, tuples as lists, sets sorted."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def worth(game: str, record: str, as_json: bool) -> Iterator[str]:
    """The figures of a game where its record ends. Raises BadRecord, or BadEvent if it is a record of another game."""
    match = read(record)
    if game_named(game) is not match.game:
        raise BadEvent(f"this is a record of {match.game.title}, not of {game_named(game).title}")
    for row in FIGURES.get(game, _chances)(match.state):
        yield json.dumps(row, ensure_ascii=False) if as_json else _words(row, match)


def _chances(state: State) -> Iterator[Row]:
    """What each choice is worth; nothing in games without odds."""
    for seat, chance in enumerate(chances(state)):
        yield {"seat": seat, "win": round(chance, 6)}
    for choice in choices(state):
        signs = {"signs": choice.signs} if state.signs_held else {}
        worth = {"points": choice.points, **signs, "win": choice.win}
        yield {"choice": encode(choice.event), **{name: round(value, 6) for name, value in worth.items()}}


def _hold_your_breath(state: HoldYourBreath) -> Iterator[Row]:
    for seat, answer in enumerate(back_in_time(state, Random(SEED))):
        yield {"seat": seat, "back_in_time": round(answer.chance, 6), "error": round(answer.error, 6)}


def _hai_noon(state: hai_noon.HaiNoon) -> Iterator[Row]:
    found = plain(dangers(state))
    yield {"hungry": found["hungry"]}
    yield from ({"side": side} for side in found["sides"])
    yield from ({"danger": danger} for danger in found["dangers"])


def _splash_down(state: splash_down.SplashDown) -> Iterator[Row]:
    for seat, answer in enumerate(splash_down.reach(state)):
        yield {"seat": seat, **plain(answer)}


def _yacht(state: yacht.Yacht) -> Iterator[Row]:
    for event, points in yacht.worth(state):
        yield {"choice": encode(event), "to_come": round(points, 3)}


FIGURES: Mapping[str, Figures] = {
    "yacht": _yacht,
    "hold-your-breath": _hold_your_breath,
    "hai-noon": _hai_noon,
    "splash-down": _splash_down,
}
"""The games whose players want to know more than the odds of their choices, or something else."""


def _words(row: Row, match: Match) -> str:
    """A row of figures for people: `Ana: win 54.3%`, `bank: points 6.0, signs 0.0, win 50.0%`; seats are named."""
    rest = dict(row)
    if "choice" in rest:
        event = rest.pop("choice")
        named = (match.players[int(item)] if item.isdecimal() else item for item in event.get("items", ()))
        head = " ".join([event["event"], *named])
    else:
        head = match.players[rest.pop("seat")] if "seat" in rest else ""
    return (f"{head}: " if head else "") + ", ".join(f"{name} {_figure(name, value)}" for name, value in rest.items())


def _figure(name: str, value: Any) -> str:
    if name in ("win", "back_in_time", "error", "chance"):
        return f"{value:.1%}"
    if isinstance(value, Mapping):
        return " ".join(f"{inner} {_figure(inner, item)}" for inner, item in value.items())
    if isinstance(value, list):
        return "; ".join(_figure("", item) for item in value) or "none"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def simulated(results: Iterable[Result], as_json: bool, clock: Callable[[], float]) -> Iterator[str]:
    """A line a game, then the summary. `clock` gives seconds."""
    start, done = clock(), list[Result]()
    for result in results:
        done.append(result)
        yield json.dumps(plain(result)) if as_json else _told(result)
    summary = summed(done, clock() - start)
    if as_json:
        yield json.dumps({"summary": summary})
    else:
        yield "\n".join(f"{name.replace('_', ' ')}: {_figure('', value)}" for name, value in summary.items())


def summed(results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """What many games come to: each seat's wins (a shared one counts for each) and its mean score, speed."""
    games, events = len(results), sum(result.events for result in results)
    seats = range(max((len(result.scores) for result in results), default=0))
    scores = [[result.scores[seat] for result in results if seat < len(result.scores)] for seat in seats]
    return {
        "games": games,
        "unfinished": sum(not result.over for result in results),
        "wins": [sum(seat in result.winners for result in results) for seat in seats],
        "mean_scores": [round(sum(own) / len(own), 3) for own in scores],
        "events": events,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1) if seconds else 0.0,
        "events_per_second": round(events / seconds, 1) if seconds else 0.0,
    }


def _told(result: Result) -> str:
    winners = " and ".join(f"seat {seat}" for seat in result.winners) or "nobody"
    end = f"won by {winners}" if result.over else "left unfinished"
    return f"game {result.game}: {' '.join(map(str, result.scores))}, {end}, {result.events} events"
