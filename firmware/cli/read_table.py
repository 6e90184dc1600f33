"""What `lifeguard read --game` does: all that lies on a game's table, and with `--score` the scores and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from companion.words import sentences
from engines.core import BadEvent, Match
from engines.games import game_named
from firmware.cli.report import doubted, readings, tell
from firmware.games.always_there import lacking
from firmware.games.final_score.score import Scored, score
from firmware.games.layouts import mat_name
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import Drawings
from firmware.observe.followed_mat import FollowedMat
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import HIDDEN, Observation, Piece
from firmware.storage.images import decode
from hardware.cameras.frame import Image
from vision.store import BadTeaching

P_VOUCHED = 0.9
"""A piece that is less surely read makes the whole table doubtful."""


def read(
    images: Sequence[str],
    game: str,
    scored: bool,
    players: Sequence[str],
    options: Mapping[str, str],
    home: Path,
    as_json: bool,
) -> int:
    """Prints a line for each picture; 1 if one could not be read. Raises BadEvent for a game that no camera follows,
    and for more players than can play it, or fewer."""
    if game not in PROFILES:
        raise BadEvent(f"no camera follows {game!r}; it follows {', '.join(PROFILES)}")
    rules = game_named(game)
    if players:
        rules.start(len(players), options)
    chosen, drawings = rules.settle(options), Drawings(home)
    mat = mat_name(game, len(players))
    if trouble := drawings.trouble(mat):
        raise BadTeaching(trouble)
    drawn = drawings.of(mat)

    def one(image: Image) -> dict[str, Any]:
        setup = TableSetup(game, home, len(players), tuple(chosen.items()), drawn)
        if drawn and FollowedMat(drawn).see(image, setup.layout):
            setup = replace(setup, drawn=None)  # another table
        return read_one(image, setup, scored)

    return tell(readings(images, decode, one), lambda item: "\n".join(describe(item, game, players)), as_json)


def read_one(image: Image, setup: TableSetup, scored: bool) -> dict[str, Any]:
    """What `read --game --json` says of one picture."""
    began = perf_counter()
    observer = Observer(setup)
    sight = observer.observe(image)
    ms = round((perf_counter() - began) * 1000, 1)
    if not isinstance(sight, Sight):
        trouble = sight.trouble.rstrip(".") or "the table is not to be seen"
        return {"error": f"{trouble}; `lifeguard print mat {setup.game}` prints the mat"}
    look, (height, width) = sight.observation, image.shape[:2]
    doubts = list(_doubts(look, setup, observer.unnamed()))
    read_ = {"width": width, "height": height, "ms": ms, "sure": not doubts, "game": setup.game}
    boxes = [_box_as_taken(piece, observer, width / look.width, (width, height)) for piece in look.pieces]
    read_ |= {"doubts": doubts, "pieces": [_piece(piece, box) for piece, box in zip(look.pieces, boxes, strict=True)]}
    if scored:
        read_ |= _scores(look, setup)
    return read_ | {"sure": bool(read_["sure"]) and not doubts}


def _doubts(look: Observation, setup: TableSetup, unnamed: Sequence[str] = ()) -> Iterator[str]:
    """Why a whole table cannot be vouched for, in words: pieces that are badly read, something unexplained, what the
    game always has and is not seen, something `unnamed` in a zone."""
    if setup.profile.deck:
        for piece in look.pieces:
            if piece.doubt != HIDDEN and (not piece.items or piece.items[0][1] < P_VOUCHED):
                yield f"{piece.place}: {piece.items[0][0] if piece.items else 'something'} is hardly to be read"
        yield from lacking(setup.game, setup.seats, dict(setup.options), look)
    if not look.sure:
        yield "not all that is seen is explained"
    yield from (f"{place}: something lies there that is not named" for place in unnamed)


def _box_as_taken(piece: Piece, observer: Observer, whole: float, size: tuple[int, int]) -> list[int]:
    """Its box in px of the file, of this size (width, height), bent as the lens has it; `whole` makes px of the
    photograph px of the straightened picture."""
    x, y, w, h = (value * whole for value in piece.box)
    there = observer.as_taken(np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), size)
    (left, top), (right, low) = there.min(0), there.max(0)
    return [round(float(value)) for value in (left, top, right - left, low - top)]


def _piece(piece: Piece, box: list[int]) -> dict[str, Any]:
    """A piece as plain data, with its box."""
    return {
        "place": piece.place,
        "piece": piece.items[0][0] if piece.items else None,
        "box": box,
        "confidence": round(piece.items[0][1], 4) if piece.items else 0.0,
        "candidates": [[item, round(p, 4)] for item, p in piece.items[:5]],
        **({"doubt": piece.doubt} if piece.doubt else {}),
    }


def _scores(look: Observation, setup: TableSetup) -> dict[str, Any]:
    try:
        done: Scored = score(setup.game, look, setup.seats, dict(setup.options))
    except BadEvent as error:
        return {"error": str(error)}
    return {key: value for key, value in done.to_json().items() if key != "game"}


def describe(item: Mapping[str, Any], game: str, players: Sequence[str]) -> Iterator[str]:
    """Lines for people: what lies there by place, or who has how many points, and why."""
    if "scores" not in item:
        by_place: dict[str, list[str]] = {}
        for piece in item["pieces"]:
            guessed = "?" if piece.get("doubt") == HIDDEN else ""  # nobody sees what lies under others now
            by_place.setdefault(piece["place"], []).append((piece["piece"] or "") + guessed or "?")
        yield f"{item['image']}{doubted(item)}"
        yield from (f"  {place}: {', '.join(names)}" for place, names in sorted(by_place.items()))
        return
    seats = [*players, *(f"seat {n + 1}" for n in range(len(players), len(item["scores"])))]
    if not item["sure"]:
        yield f"{item['image']}: not sure; {', '.join(item['doubts']) or 'some pieces are hardly to be read'}"
    told = ", ".join(f"{name} {points}" for name, points in zip(seats, item["scores"], strict=False))
    yield f"{item['image']}: {told}{doubted(item)}"
    match = Match.begin(game_named(game), tuple(seats)) if len(seats) in game_named(game).seats else None
    for reason in item["reasons"]:
        text = sentences.named(match, reason["text"]) if match else reason["text"]
        text = f"{seats[reason['seat']]}: {text}" if reason["seat"] is not None else text
        yield f"  {text} ({reason['rule']})" if reason["rule"] else f"  {text}"
