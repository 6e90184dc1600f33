"""The mats: whatever a state shows has a zone of its own on the game's mat, clear of the markers and of the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engines.core import Over, State, Turn
from engines.dealer import deal
from engines.games import GAMES
from firmware.games.layouts import MATS, mat
from firmware.games.mat_sizes import card_places
from hardware.art.card_sizes import REAL_SIZES, STANDARD

CARD_GAMES = ("hold-your-breath", "hai-noon", "splash-down")
PACK_GAMES = ("oh-hell", "cribbage")


def states(game: str, players: int, options: dict[str, object], seed: int) -> Iterator[State]:
    """The states of a game in which everybody does just anything."""
    random = Random(seed)
    state = GAMES[game].start(players, options)
    for _ in range(250):
        yield state
        awaits = state.awaits
        if isinstance(awaits, Over):
            return
        state = state.apply(random.choice(state.legal()) if isinstance(awaits, Turn) else deal(awaits, random))


@pytest.mark.parametrize(
    ("game", "players", "seed"),
    [
        (game, players, seed)
        for game in (*CARD_GAMES, *PACK_GAMES)
        for players in GAMES[game].seats
        for seed in range(2)
    ],
)
def test_every_place_that_a_state_shows_has_a_zone(game: str, players: int, seed: int) -> None:
    random = Random(seed * 100 + players)
    options = {option.name: random.choice(list(option.values)) for option in GAMES[game].options}
    options |= {"first": 0, "hands": "open"} | ({"deck": "hold-your-breath"} if "deck" in options else {})
    layout = mat(game, players, options)
    shown = {lie.place for state in states(game, players, options, seed) for lie in state.expected_pieces()}
    assert len(shown) > 1
    assert shown <= set(layout["zones"])


@pytest.mark.parametrize("spaces", [4, 20, 21, 60])
def test_the_depth_board_has_the_spaces_that_were_agreed(spaces: int) -> None:
    layout = mat("hold-your-breath", 6, {"spaces": spaces})
    depths = [name for name in layout["zones"] if name.startswith("depth-")]
    assert len(depths) == spaces + 1
    check(layout)


@pytest.mark.parametrize(("game", "players"), [(game, players) for game in MATS for players in (0, *GAMES[game].seats)])
def test_zones_lie_on_the_mat_clear_of_each_other_and_of_the_markers(game: str, players: int) -> None:
    check(mat(game, players))


@pytest.mark.parametrize("game", [*CARD_GAMES, *PACK_GAMES])
def test_mats_are_drawn_for_the_size_of_the_cards(game: str) -> None:
    own = mat(game)
    for size in REAL_SIZES:
        made = mat(game, cards=size)
        check(made)
        check(mat(game, options={"marks": True}, cards=size))
        assert made["card_mm"] == list(size)
        assert [marker["size"] for marker in made["markers"]] == [marker["size"] for marker in own["markers"]]
        for name, (_, _, wide, high) in made["zones"].items():
            there = name in card_places(own)
            across, down = size[::-1] if own["turns"].get(name, 0) % 180 == 90 else size
            was = own["zones"][name][2:]
            assert (wide >= across - 1 and high >= down - 1) if there else [wide, high] == list(was), name
    assert mat(game, cards=STANDARD) == own


def test_what_stands_about_a_board_stays_about_it() -> None:
    zones = mat("hai-noon", cards=(70.0, 120.0))["zones"]
    left = zones["ring-0"][0]
    assert zones["ring-4"][0] - left == pytest.approx(3 * 42)
    assert zones["west"][0] + zones["west"][2] < left < zones["east"][0] - 4 * 42
    assert abs(zones["north"][0] + zones["north"][2] / 2 - left - 2 * 42) < 6


def check(layout: dict) -> None:
    """No two of a mat's zones and markers (with the white rim that finders need) overlap, and none reaches over it."""
    wide, deep = layout["size_mm"]
    boxes = {str(name): zone for name, zone in layout["zones"].items()}
    for marker in layout["markers"]:
        rim = marker["size"] / 6
        boxes[f"marker {marker['id']}"] = [marker["x"] - rim, marker["y"] - rim, *[marker["size"] + 2 * rim] * 2]
    for name, (x, y, w, h) in boxes.items():
        assert min(x, y, wide - x - w, deep - y - h) >= 0, name
    for (one, (x, y, w, h)), (other, (ox, oy, ow, oh)) in combinations(boxes.items(), 2):
        apart = x + w <= ox + 0.05 or ox + ow <= x + 0.05 or y + h <= oy + 0.05 or oy + oh <= y + 0.05
        assert apart, (one, other)


def test_markers_differ_from_mat_to_mat() -> None:
    ids = [marker["id"] for name in ("shark-attacks", *CARD_GAMES, *PACK_GAMES) for marker in mat(name)["markers"]]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("players", "width"), [(2, 632), (3, 316), (4, 316), (5, 158), (8, 158)])
def test_few_players_of_splash_down_have_several_areas_each(players: int, width: int) -> None:
    zones = mat("splash-down", players)["zones"]
    assert [zones[f"seat-{seat}/score"][2] for seat in range(players)] == [width] * players
    assert f"seat-{players}/score" not in zones
