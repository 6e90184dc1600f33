"""Mats in every language: each caption is in the catalogues, and can be written."""

from __future__ import annotations

from typing import Any

import pytest

from companion.words.language import ENGLISH, offered, speaking
from companion.words.mats import CAPTIONS, NOTES
from firmware.games.layouts import mat, mat_names, printed_mat
from firmware.games.worded_mat import worded
from firmware.outputs.screens.world import cell
from hardware.art.mat import shapes
from hardware.print.mat import GLUE, TRUE_TO_SIZE


class AskedFor(dict[str, Any]):
    """Words that note what they are asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def get(self, text: str, default: Any = None) -> Any:
        self.asked.add(text)
        return default


def test_every_caption_of_every_mat_is_in_the_catalogues_and_no_other() -> None:
    words = AskedFor()
    for name in mat_names():
        shapes(printed_mat(name) | {"words": words})
    shapes(mat("splash-down", options={"marks": True}) | {"words": words})
    assert words.asked == set(CAPTIONS)


@pytest.mark.parametrize("code", offered())
def test_every_caption_can_be_written_in_every_language(code: str) -> None:
    with speaking(code):
        plan = worded(printed_mat("hold-your-breath"), cell)
    dots = [letter for text in CAPTIONS for letter in plan["words"][text] if not isinstance(letter, str)]
    assert all(len(letter) > 8 and any("#" in row for row in letter) for letter in dots)
    for name in mat_names():
        shapes(printed_mat(name) | {"words": plan["words"]})
    changed = [text for text in (*CAPTIONS, *NOTES) if plan["words"][text] != text]
    assert bool(changed) == (code != ENGLISH)


def test_the_notes_that_are_translated_are_those_that_are_printed() -> None:
    assert set(NOTES) == {GLUE, TRUE_TO_SIZE}, "else a note would stay English, and nobody would be told"
