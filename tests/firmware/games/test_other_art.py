"""Other art on the simulated table: it must be whole, and it must have been taught."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli.films import simulation
from firmware.games.other_art import check_art, check_taught
from firmware.simulation.card_film import FilmedTable
from hardware.art import dice as dice_art
from hardware.art.folder import ArtFolder, ArtLacking
from vision.store import BadTeaching


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ("hai-noon", "cards/hai-noon/"),
        ("splash-down", "cards/splash-down/"),
        ("shark-attacks", "dice/swimmer-1.png"),
        ("dice-tray", "dice/die-1.png"),
    ],
)
def test_the_first_piece_without_a_picture_is_named(tmp_path: Path, game: str, first: str) -> None:
    """In one line."""
    with pytest.raises(ArtLacking, match=first):
        check_art(ArtFolder(tmp_path), game)


@pytest.mark.parametrize(
    ("game", "command"), [("hai-noon", "teach deck hai-noon"), ("shark-attacks", "teach dice shark-attacks")]
)
def test_what_was_never_taught_is_said_with_the_command_that_teaches_it(
    tmp_path: Path, game: str, command: str
) -> None:
    """With other art on the table the reader may not know ours."""
    with pytest.raises(BadTeaching, match=command):
        check_taught(game, tmp_path)


def test_films_begin_only_with_a_whole_folder_that_was_taught(tmp_path: Path) -> None:
    """All dice are there, but nobody taught them."""
    (tmp_path / "dice").mkdir()
    for kind, faces in dice_art.KINDS.items():
        for face in faces:
            cv2.imwrite(str(tmp_path / "dice" / f"{kind}-{face}.png"), np.full((32, 32, 3), 90, np.uint8))
    with pytest.raises(BadTeaching, match="never taught"):
        simulation("shark-attacks", 2, 1, 1, {}, 0.0, tmp_path, True, FilmedTable(art=ArtFolder(tmp_path)))
