"""Whoever adds a game learns here which of its files are still missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.games import GAMES
from engines.names import module_of
from firmware.games.profiles import PROFILES

ROOT = Path(__file__).parents[1]


def addresses(game: str) -> list[str]:
    """The files that a game should have, from the root."""
    name, profile = module_of(game), PROFILES[game]
    files = [
        f"engines/{name}/__init__.py",
        f"companion/words/games/{name}.py",
        f"companion/panels/games/{name}.py",
        f"firmware/outputs/screens/games/{name}.py",
        f"firmware/outputs/tunes/games/{name}.py",
        f"firmware/games/final_score/games/{name}.py",
        f"firmware/games/on_table/{name}.py",
        f"firmware/games/layouts/{profile.layout}.toml",
    ]
    return files + [f"hardware/art/deck/{module_of(profile.deck)}.py" for _ in range(bool(profile.deck))]


def missing(files: list[str]) -> list[str]:
    return [file for file in files if not (ROOT / file).is_file()]


def test_every_game_has_a_profile_for_the_table():
    assert set(PROFILES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_file_of_its_name_in_each_room(game):
    assert missing(addresses(game)) == []
