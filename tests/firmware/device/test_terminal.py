"""What a run says in its terminal at its beginning and its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.config import load
from firmware.device.opening import Start
from firmware.device.terminal import first_words, last_words
from firmware.state.table import Table
from firmware.update.setup import begun

TABLE = Table(begun("shark-attacks", ("Ana", "Ben"), {}), "4711")


def test_the_first_words_are_the_game_and_who_plays_it() -> None:
    assert first_words(TABLE) == "Shark Attacks!: Ana, Ben"
    assert first_words(replace(TABLE, number=0)) == "no game yet"


@pytest.mark.parametrize(
    ("game", "given", "changed", "said"),
    [
        ("hai-noon", {}, {}, "the next start begins anew"),
        ("shark-attacks", {"anew": True}, {}, "the same command without --new goes on"),
        ("shark-attacks", {}, {"number": 0}, "stopped"),
        ("shark-attacks", {}, {"faults": (("disk", "It is full."),)}, "stopped"),
    ],
)
def test_the_last_line_promises_only_what_is_true(
    tmp_path: Path, game: str, given: dict[str, bool], changed: dict[str, Any], said: str
) -> None:
    config = load(None, {"camera": {"source": "simulated"}})
    table = replace(TABLE, match=begun(game, ("Ana", "Ben"), {}), **changed)
    text = last_words(table, Start(config, tmp_path, **given))
    assert text == said if said == "stopped" else said in text
