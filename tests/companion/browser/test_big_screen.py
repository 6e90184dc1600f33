"""A television across the room: nobody scrolls it, so all that matters is in view."""

from __future__ import annotations

import pytest

from companion.api import models
from engines.core import Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, SCREEN
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NAMES = ("Ana", "Ben", "Cleo", "Maximiliane", "Emil", "Fay", "Gus", "Hana")
UNSEEN = """() => [...document.querySelectorAll(".lane :is(.name, .score, .emblem), .answers button, .banner, .awaits")]
    .filter((e) => {
        const own = e.getBoundingClientRect(), lane = e.closest("li")?.getBoundingClientRect();
        return own.bottom > innerHeight || own.top < 0 || own.height < 14
            || (lane && (own.top < lane.top - 1 || own.bottom > lane.bottom + 1));
    }).map((e) => e.outerHTML.slice(0, 80))"""
"""What is out of view, cut off by its lane, or too small to read."""


@pytest.mark.parametrize("size", [SCREEN, (1280, 720)])
@pytest.mark.parametrize(("game", "players"), [("shark-attacks", 6), ("splash-down", 8), ("hold-your-breath", 6)])
def test_every_player_is_in_view_under_banners_and_a_question(visit, desk: TestDesk, game, players, size):
    desk.match = Match.begin(game_named(game), NAMES[:players])
    desk.mismatch = "The table should show 7 blue dice; I see 6 blue dice and 1 red die."
    desk.extra = True
    desk.faults = ("USB camera 0 gives no more pictures. Plug the USB camera in, or pull it out and plug it in again.",)
    desk.tell()
    page = visit(size, at="/#big")
    assert page.evaluate(UNSEEN) == []
    desk.question = models.QuestionView(text="A Steal lies at ACTIONS. Who played it?", answers=NAMES[:players])
    desk.tell()
    page.locator(".question").wait_for()
    assert page.evaluate(UNSEEN) == []
