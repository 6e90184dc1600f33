"""Each seat has one colour and one emblem on the page, whoever looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engines.core import Match
from engines.games import game_named
from engines.seats import SEATS
from tests.companion.browsing import CHROMIUM, LAPTOP
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
NAMES = ("Ana", "Ben", "Cleo", "Dot", "Emil", "Fay", "Gus", "Hana")
GROUND = "(badge) => getComputedStyle(badge.querySelector('.ground')).fill"


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk(Match.begin(game_named("splash-down"), NAMES, {"hands": "hidden"}))


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize("light", ["light", "dark"])
def test_eight_players_have_the_eight_colours_and_emblems(visit, light):
    badges = visit(LAPTOP, color_scheme=light).locator(".lane .emblem")
    assert [badge.evaluate(GROUND) for badge in badges.all()] == [rgb(seat.ground) for seat in SEATS]
    assert len({badge.inner_html() for badge in badges.all()}) == 8


def test_the_depth_board_tells_its_pirates_by_their_emblems_too(visit, desk):
    desk.match = Match.begin(game_named("hold-your-breath"), NAMES[:6], {"hands": "hidden"})
    desk.tell()
    page = visit(LAPTOP)
    expect(page.locator(".pirate")).to_have_count(6)
    pirates, lanes = page.locator(".pirate .emblem"), page.locator(".lane .emblem")
    assert [one.inner_html() for one in pirates.all()] == [one.inner_html() for one in lanes.all()]


def test_a_seat_is_called_by_its_colour_and_emblem(visit):
    page = visit(LAPTOP)
    for name, seat in zip(NAMES, SEATS, strict=True):
        expect(page.get_by_role("button", name=f"{name} ({seat.colour} {seat.emblem})")).to_be_visible()
