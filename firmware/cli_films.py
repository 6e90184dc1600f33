"""`lifeguard simulate … --camera simulated`: games filmed, followed from the pictures, compared with the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from os import cpu_count
from time import perf_counter
from typing import Any

import cv2

from engines.core import BadEvent
from engines.games import game_named
from firmware.film import Film, film
from firmware.settings import SETTINGS


def simulation(
    game: str, players: int, games: int, seed: int, options: Mapping[str, object], misread: float, as_json: bool
) -> int:
    """Prints how each film went, and the sums; 1 if any was not followed. Raises BadEvent as `start` does."""
    if game not in SETTINGS:
        raise BadEvent(f"no camera follows {game!r} yet; it follows {', '.join(SETTINGS)}")
    game_named(game).start(players, options)
    for item in films(game, players, games, seed, options, misread):
        print(json.dumps(item) if as_json else line(item), flush=True)
    return 0 if item["right"] == item["games"] else 1


def films(
    game: str, players: int, games: int, seed: int, options: Mapping[str, object], misread: float
) -> Iterator[dict[str, Any]]:
    """One object a game, in the order of the games, then one with the sums; as many processes as there are cores."""
    began = perf_counter()
    done: list[Film] = []
    one = partial(_filmed, game, players, seed, dict(options), misread)
    with ProcessPoolExecutor(cpu_count()) as pool:
        for result in pool.map(one, range(games)):
            done.append(result)
            yield asdict(result)
    yield {
        "games": games,
        "right": sum(f.right for f in done),
        "wrong": sum(f.wrong for f in done),
        "questions": sum(f.questions for f in done),
        "most_questions": max(f.questions for f in done),
        "mismatches": sum(f.mismatches for f in done),
        "events": sum(f.events for f in done),
        "frames": sum(f.frames for f in done),
        "seconds": round(perf_counter() - began, 1),
    }


def _filmed(game: str, players: int, seed: int, options: dict[str, object], misread: float, number: int) -> Film:
    cv2.setNumThreads(1)
    return film(game, players, seed, number, options, misread)


def line(item: Mapping[str, Any]) -> str:
    """A result as a line for a terminal."""
    if "game" in item:
        verdict = "followed" if item["right"] else "NOT FOLLOWED"
        said = f"{item['questions']} questions, {item['mismatches']} complaints, {item['wrong']} wrong"
        return f"game {item['game']}: {verdict}, {item['events']} events, scores {list(item['scores'])}; {said}"
    return (
        f"{item['right']} of {item['games']} games followed from the pictures alone; {item['wrong']} wrong events; "
        f"{item['questions']} questions, {item['most_questions']} at most in a game; "
        f"{item['frames']} frames in {item['seconds']} s"
    )
