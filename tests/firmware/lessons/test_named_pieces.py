"""Pieces that people named in play: read anew, and cut out to teach from."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.core import Event, Match
from engines.games import game_named
from firmware.cli import main
from firmware.cli.past.corrections import compared, keep
from firmware.games.profiles import layout
from firmware.lessons.named_pieces import ReadAnew, named_pieces, overlap
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.state.exam import ExamPiece, Mark
from firmware.state.table import Step, Table
from firmware.storage.images import decode
from firmware.storage.journal import Journal
from firmware.storage.past import PastMatches
from hardware.scene import random_scene, render


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A throw of seven dice (seed 24), of which people named the first two: one as it was read, and one otherwise."""
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))
    plan = layout("tray")
    image, _ = render(random_scene("shark-attacks", np.random.default_rng(24), count=7, layout=plan))
    sight = Observer(TableSetup("shark-attacks", seats=2)).observe(image)
    assert isinstance(sight, Sight)
    read = [piece.items[0][0] for piece in sight.observation.pieces]
    swimmers = tuple(f"swimmer-{face}" for face in ("wave", "1", "2", "3", "wave", "1", "2"))
    match = Match.begin(game_named("shark-attacks"), ("Ana", "Ben")).play(Event("throw", None, swimmers))
    called = (read[0], "swimmer-3" if read[1] != "swimmer-3" else "swimmer-2", *swimmers[2:])
    step = Step(Event("throw", None, called), sight.observation.id, tuple(range(7)))
    step = step.with_named([0, 1], sight.observation)
    table = Table(match, "0000", number=1, steps=(step,))
    with closing(Journal(tmp_path / "journal.db")) as journal:
        journal.save(None, table, {sight.observation.id: sight.jpeg})
    return tmp_path


@pytest.fixture
def past(home: Path) -> Iterator[PastMatches]:
    with closing(PastMatches(home / "journal.db")) as past:
        yield past


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["lifeguard", "corrections", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_pieces_that_people_named_are_read_anew_and_told_apart_from_what_they_were_named(home, monkeypatch, capsys):
    assert call(monkeypatch, "shark-attacks", "--json") == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["right"], first["read"]) == (True, first["named"])
    assert (second["right"], second["match"]) == (False, 1)
    assert call(monkeypatch, "shark-attacks") == 0
    assert "1 of 2 read right now" in capsys.readouterr().out
    assert call(monkeypatch, "hai-noon") == 0
    assert capsys.readouterr().out == "nobody named a piece of hai-noon in play yet\n"
    assert call(monkeypatch, "hainoon") == 2
    assert "no game 'hainoon'; there are" in capsys.readouterr().err


def test_dice_are_cut_out_to_teach_from_and_no_file_is_written_over(home, past, monkeypatch, capsys, tmp_path):
    out = tmp_path / "photos"
    for _ in range(2):
        assert call(monkeypatch, "shark-attacks", "--export", str(out)) == 0
    names = sorted(piece.item for piece in named_pieces(past, "shark-attacks"))
    assert sorted(file.name for file in out.iterdir()) == sorted(f"{name}.{n}.png" for name in names for n in (1, 2))
    picture = decode(out / f"{names[0]}.1.png")
    box = next(piece.box for piece in named_pieces(past, "shark-attacks") if piece.item == names[0])
    assert picture is not None
    assert picture.shape[1] == pytest.approx(1.7 * box[2], abs=3)


def test_before_another_set_is_kept_it_is_said_what_it_reads_otherwise(home, past, capsys):
    written: list[Path] = []
    keep("shark-attacks", home, written.append)
    assert written[-1] == home
    assert written[0] != home, "it is tried elsewhere first"
    assert "1 of 2 read right with it, " in capsys.readouterr().out
    pieces = named_pieces(past, "shark-attacks")
    before = tuple(ReadAnew(piece, read_as(piece.item)) for piece in pieces)
    after = (before[0], ReadAnew(pieces[1], Mark(pieces[1].item, read_as("shark-1").read)))
    said = list(compared(before, after))
    assert said[0].endswith("1 of 2 read right with it, 1 wrong without a doubt; 2 before")
    assert said[1:] == [f"worse: match 1: {pieces[1].item}, read as shark-1"]


def read_as(item: str) -> Mark:
    return Mark(item, ExamPiece(((item, 1.0),), (0, 0, 1, 1)))


def test_a_damaged_set_is_replaced_all_the_same(home, capsys):
    (home / "dice").mkdir()
    (home / "dice/shark-attacks.npz").write_bytes(b"no set of dice")
    written: list[Path] = []
    keep("shark-attacks", home, written.append)
    assert written[-1] == home
    assert "what people named in play was not read anew: " in capsys.readouterr().err


def test_a_piece_whose_photograph_is_gone_is_left_out(home, monkeypatch, capsys):
    with closing(Journal(home / "journal.db")) as journal:
        table = journal.load()
        assert table is not None
        journal.save(table, replace(table, steps=(replace(table.steps[0], look="gone"),)), {})
    assert call(monkeypatch, "shark-attacks") == 0
    assert "0 of 0 read right" in capsys.readouterr().out


def test_boxes_overlap_by_their_common_ground():
    assert overlap((0, 0, 2, 2), (1, 0, 2, 2)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 2, 2), (3, 0, 2, 2)) == 0
