"""Whoever adds a game learns here which of its files are still missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.games import GAMES
from firmware.games.profiles import PROFILES

ROOT = Path(__file__).parents[1]
EXEMPT = {
    "firmware/outputs/tunes/dice_tray.py": "firmware/outputs/tunes/melodies.py",
}
"""A file that a game does without -> the file that stands for it."""


def addresses(game: str) -> list[str]:
    """The files that a game should have, from the root."""
    name, profile = game.replace("-", "_"), PROFILES[game]
    files = [
        f"engines/{name}/__init__.py",
        f"companion/words/games/{name}.py",
        f"companion/panels/{name}.py",
        f"firmware/outputs/screens/games/{name}.py",
        f"firmware/outputs/tunes/{name}.py",
        f"firmware/games/final_score/{name}.py",
        f"firmware/games/layouts/{profile.layout}.toml",
    ]
    return files + [f"hardware/art/{room}/{name}.py" for room in ("deck", "mat") if profile.deck]


def missing(files: list[str]) -> list[str]:
    return [file for file in files if not (ROOT / file).is_file()]


def test_every_game_has_a_profile_for_the_table():
    assert set(PROFILES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_file_of_its_name_in_each_room(game):
    assert missing([EXEMPT.get(file, file) for file in addresses(game)]) == []


def test_no_exemption_stands_without_need():
    needed = missing([file for game in GAMES for file in addresses(game)])
    assert sorted(EXEMPT) == sorted(needed)
