"""The scorekeeper at the table: rules from a file, what the camera looks for, and points by the three buttons."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from engines.core import BadEvent, Match
from engines.games import GAMES
from engines.score.rules import parse
from firmware.cli import main
from firmware.games.final_score.score import score
from firmware.games.profiles import profile_of
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import Observation, Piece
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Pressed

GUIDE = Path(__file__).parents[3] / "docs" / "scorekeeper.md"
DICE = 'title = "Tens"\ncount = "dice"\nrounds = 3\n[values]\n1 = 10\n'
HAND = 'title = "Darts"\ncount = "hand"\nsteps = [1, 20]\ntarget = 301\n'


def marked(table: Table) -> str:
    assert table.question is not None
    return table.question.answers[table.question.choice].text


def test_points_are_entered_with_three_buttons() -> None:
    table = Table(Match.begin(GAMES["score"], ("Ana", "Ben"), {"rules": HAND}), "0000")
    table = handle(table, Fault("camera", "no camera"))  # anything that happens lets it ask
    asked = []
    for button in "bababba":
        asked.append(marked(table))
        table = handle(table, Pressed(button))
    assert asked == ["Add 1", "Add 20", "Add 1", "Add 20", "Add 1", "Add 20", "Score 40"]
    assert table.match.state.scores() == (40, 0)


def test_the_rules_say_what_the_camera_looks_for() -> None:
    assert profile_of("score", {"rules": DICE}).dice == "pips"
    assert (profile_of("score", {"rules": HAND}).dice, profile_of("score", {"rules": HAND}).deck) == ("", "")
    noise = np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8)
    sight = Observer(TableSetup("score", options=(("rules", HAND),))).observe(noise)
    assert isinstance(sight, Sight)
    assert (sight.observation.pieces, sight.observation.sure) == ((), True)


def test_one_look_is_counted_by_the_rules() -> None:
    dice = tuple(Piece(((f"die-{face}", 1.0),), 20.0 * face, 0.0, 16.0, (0.0, 0.0, 9.0, 9.0)) for face in (1, 5))
    assert score("score", Observation("x", 640, 360, dice), 2, {"rules": DICE}).scores == (15,)
    with pytest.raises(BadEvent, match="entered by hand"):
        score("score", Observation("x", 640, 360, ()), 2, {"rules": HAND})


def test_bad_rules_are_wrong_use_in_one_line(tmp_path, monkeypatch, capsys) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('title = "x"\ncount = "stones"\nrounds = 2\n')
    for game, rules, said in (
        ("score", file, "count takes dice, cards, hand, not 'stones'"),
        ("score", tmp_path / "none.toml", "No such file"),
        ("pig", file, "it goes with the game score only"),
    ):
        monkeypatch.setattr(sys, "argv", ["lifeguard", "simulate", game, "--rules", str(rules)])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr().err
        assert (ended.value.code, said in told, told.count("\n")) == (2, True, 1)


def test_the_examples_of_the_guide_are_rules() -> None:
    examples = [part.split("```")[0] for part in GUIDE.read_text(encoding="utf-8").split("```toml\n")[1:]]
    assert [parse(text).count for text in examples] == ["dice", "cards", "hand"]
    assert all(len(text.strip().splitlines()) <= 10 for text in examples)
