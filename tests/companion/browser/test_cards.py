"""The card games on the page, in a real browser: their panels, and playing by hand what no camera sees."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from companion.api import models
from engines.core import Chance, Event, Match
from engines.dealer import deal
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, CONTRAST, CUT, LAPTOP, PHONE, SCREEN, SMALL
from tests.companion.conftest import TestDesk

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

NAMES = ("Ana", "Ben", "Cleo", "Maximiliane")
CARDS = ("hold-your-breath", "hai-noon", "splash-down")


def begun(name: str, players: int = 3) -> Match:
    """A match with hands that nobody shows, dealt."""
    match = Match.begin(game_named(name), NAMES[:players], {"hands": "hidden"})
    while isinstance(match.state.awaits, Chance):
        match = match.play(deal(match.state.awaits, Random(1)))
    return match


def played(name: str, seed: int, events: int, players: int = 4) -> Match:
    """A match some way in, between sensible players; its last state as a spectator sees it."""
    random, match = Random(seed), Match.begin(game_named(name), NAMES[:players])
    while len(match.events) < events:
        awaits, policy = match.state.awaits, match.game.policies["sensible"]
        event = deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random)
        match = match.play(event)
    return replace(match, states=(*match.states[:-1], match.state.view(None)))


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk(begun("hai-noon"))


def shows(desk: TestDesk, match: Match) -> None:
    desk.match = match
    desk.tell()


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("name", CARDS)
def test_nothing_is_cut_off_and_all_can_be_read(visit, desk, name, light):
    shows(desk, played(name, 2, 40 if name == "hai-noon" else 120))
    page = visit(PHONE, color_scheme=light)
    expect(page.locator("#panel .card")).to_be_visible()
    for width, height in (PHONE, SMALL, LAPTOP, SCREEN):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width
    assert page.evaluate(CONTRAST) == []


def test_the_depth_board_has_every_pirate_and_anchor(visit, desk):
    match = played("hold-your-breath", 0, 90, players=3)
    anchored = bool(match.state.anchors)
    shows(desk, match)
    page = visit()
    expect(page.locator("svg.depths .pirate")).to_have_count(3)
    expect(page.locator("svg.depths .anchor")).to_have_count(3 if anchored else 0)
    deep = [int(depth) * 5 for depth in match.state.depths]
    told = page.locator("svg.depths").get_attribute("aria-label")
    assert all(f"{name} {depth} deep" in told for name, depth in zip(match.players, deep, strict=True))


def test_the_ring_shows_which_sharks_are_hungry(visit, desk):
    match = played("hai-noon", 3, 40)
    shows(desk, match)
    page = visit()
    expect(page.locator("svg.ring .shark-tile")).to_have_count(12)
    expect(page.locator("svg.ring .hungry")).to_have_count(sum(match.state.board.sharks))
    expect(page.locator("svg.ring .fuse.lit")).to_have_count(sum(len(side) for side in match.state.cards.sides))


def test_the_areas_name_every_scored_card(visit, desk):
    match = played("splash-down", 3, 140)
    shows(desk, match)
    page = visit()
    expect(page.locator("#panel .area .piece")).to_have_count(sum(map(len, match.state.areas)))
    expect(page.locator("#panel .area strong")).to_have_text([str(points) for points in match.state.scores()])


def test_a_card_is_laid_by_hand_with_a_card_and_a_side(visit, desk):
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Flip shark (red)").click()
    dialog.get_by_role("button", name="Flip shark (red) at the north side").click()
    expect(page.locator(".awaits")).to_have_text("Ana: which shark is flipped?")
    assert desk.changes == [
        models.Decide(version=desk.version - 1, kind="play", seat=0, items=("flip-shark.red", "north"))
    ]


def test_two_taps_correct_a_card_of_the_log(visit, desk):
    shows(desk, desk.match.play(Event("play", 0, ("flip-shark.red", "north"))))
    page = visit(paired=True)
    page.locator(".entries summary").first.click()
    page.get_by_role("button", name="Correct Flip shark (red)").click()
    page.get_by_role("dialog").get_by_role("button", name="Diver swims on (green)").click()
    expect(page.locator(".awaits")).to_have_text("Ana: where does the diver swim?")
    assert desk.match.events[-1].items == ("diver-swims-on.green", "north")


def test_a_place_is_corrected_by_places_only(visit, desk):
    shows(desk, desk.match.play(Event("play", 0, ("flip-shark.red", "north"))))
    page = visit(paired=True)
    page.locator(".entries summary").first.click()
    page.get_by_role("button", name="Correct the north side").click()
    choices = page.get_by_role("dialog").locator(".choice")
    expect(choices).to_have_text(["the north side", "the east side", "the south side", "the west side"])


def test_two_taps_correct_a_card_of_the_photograph_its_likeliest_first(visit, desk, monkeypatch):
    card, other = "flip-shark.red", "wild"
    seen = tuple(models.CandidateView(item=item, probability=p) for item, p in ((card, 0.7), (other, 0.3)))
    piece = models.PieceView(
        index=0, item=card, kind="card", face=card, box=(300, 200, 120, 170), confidence=0.7, candidates=seen
    )
    throw = models.ThrowView(
        photo="look-3", width=1280, height=720, dice=(piece.model_copy(update={"event": 3, "position": 0}),)
    )
    monkeypatch.setattr(desk, "_throw", lambda: throw)
    shows(desk, desk.match.play(Event("play", 0, (card, "north"))))
    page = visit(paired=True)
    expect(page.locator("#throw h2")).to_have_text("The table")
    page.locator("button.chip[data-die='0']").click()
    choices = page.get_by_role("dialog").locator(".choice")
    assert [text.split("\n")[0] for text in choices.all_inner_texts()[:2]] == ["Flip shark (red)", "Wild"]
    choices.nth(1).click()
    expect(page.locator(".awaits")).to_have_text("Ana draws 1 card")


def test_of_a_table_full_of_pieces_those_that_matter_now_come_first(visit, desk, monkeypatch):
    pieces = tuple(
        models.PieceView(
            index=n, item="shark-full", kind="shark", face="full", box=(9 + 60 * n, 90, 50, 50), confidence=0.9
        )
        for n in range(20)
    )
    pieces = (pieces[0].model_copy(update={"item": "flip-shark.red", "event": 3, "position": 0}), *pieces[1:])
    throw = models.ThrowView(photo="look-3", width=1280, height=720, dice=pieces)
    monkeypatch.setattr(desk, "_throw", lambda: throw)
    shows(desk, desk.match.play(Event("play", 0, ("flip-shark.red", "north"))))
    page = visit()
    visible = page.locator("#throw .chip:visible")
    expect(visible).to_have_text(["Flip shark (red)"])
    page.get_by_text("19 other pieces").click()
    expect(visible).to_have_count(20)


def test_cards_that_nobody_sees_are_drawn_with_one_button(visit, desk):
    shows(desk, Match.begin(game_named("hold-your-breath"), NAMES[:2], {"hands": "hidden"}))
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    page.get_by_role("button", name="So it is").click()
    expect(page.locator(".awaits")).to_have_text("Ben gets 5 cards")


def test_the_card_that_came_up_is_chosen_with_one_tap(visit, desk):
    match = begun("splash-down").play(Event("draw", 0), Event("card", None, ("??",)), Event("fluke", 1))
    shows(desk, match)
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    page.get_by_role("dialog").get_by_role("button", name="Crab").click()
    expect(page.locator(".entries .text").first).to_have_text("The card called is Crab")


def test_why_a_score_is_what_it_is_is_told_at_any_time(visit, desk):
    shows(desk, played("hold-your-breath", 0, 60, players=3))
    page = visit()
    page.get_by_role("button", name="Ana (red starfish)").click()
    expect(page.get_by_role("dialog").locator(".reasons li")).to_have_count(1)
    expect(page.get_by_role("dialog").locator(".tag.rule")).to_have_text(
        "HB-1" + ("5" if desk.match.state.anchors else "2")
    )


def test_a_game_of_cards_is_begun_with_its_options_and_hidden_hands(visit, desk):
    page = visit(paired=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Hold Your Breath!", exact=True).click()
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_label("The seat that begins").select_option(label="Cleo")
    dialog.get_by_label("Equal depth").select_option(label="who was up first")
    assert page.evaluate(CUT) == []
    dialog.get_by_role("button", name="Begin").click()
    expect(page.locator("#title")).to_have_text("Hold Your Breath!")
    options = dict(desk.match.options)
    assert (options["first"], options["hands"], options["ties"]) == (2, "hidden", "first-up")


@pytest.mark.parametrize("name", CARDS)
def test_no_name_out_of_the_program_is_on_the_page(visit, desk, name):
    shows(desk, played(name, 5, 70, players=3))
    page = visit(LAPTOP)
    page.locator(".more").click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    text = page.evaluate("document.querySelector('main').innerText")
    raw = [name for name in desk.page().state["names"] if any(tie in name for tie in "-./?") and name in text]
    assert raw == []


def test_the_log_says_who_gained_at_a_breach_and_why(visit, desk):
    match = scored_breach()
    shows(desk, match)
    page = visit()
    gained = [now - was for was, now in zip(match.states[-2].scores(), match.state.scores(), strict=True)]
    line = page.locator(".entries details").first
    expect(line.locator(".gains .points")).to_have_text([f"+{points}" for points in gained if points > 0])
    line.locator("summary").click()
    told = " ".join(line.locator(".reasons li").all_inner_texts())
    assert all(match.players[seat] in told for seat, points in enumerate(gained) if points)


def scored_breach() -> Match:
    """A match of Splash Down up to the first Breach at which several players gain."""
    match = played("splash-down", 3, 140)
    ends = (n for n in range(1, len(match.states)) if sum(scored(match, n)) > 1)
    return match.upto(next(ends))


def scored(match: Match, events: int) -> list[bool]:
    """Which seats gained points by an event."""
    return [was < now for was, now in zip(*(match.states[n].scores() for n in (events - 1, events)), strict=True)]


def test_the_id_of_a_ruling_opens_what_it_says(visit, desk):
    shows(desk, scored_breach())
    page = visit()
    page.locator(".entries summary").first.click()
    page.get_by_role("button", name="What SD-8 says").first.click()
    dialog = page.get_by_role("dialog", name="Ruling SD-8")
    expect(dialog.locator("li").first).to_contain_text("5 each")
    expect(dialog.locator(".tag.house")).to_have_text("house ruling")


@pytest.mark.parametrize("name", CARDS)
def test_how_to_play_is_at_hand_in_the_menu_and_is_not_cut_off(visit, desk, name):
    shows(desk, begun(name))
    page = visit(SMALL)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How to play, and set-up").click()
    dialog = page.get_by_role("dialog", name=game_named(name).title)
    expect(dialog.get_by_role("heading", name="Set-up")).to_be_visible()
    assert page.evaluate(CUT) == []
    assert page.evaluate(CONTRAST) == []


def test_the_keyboard_stays_at_a_ruling_of_the_log_when_more_is_told(visit, desk):
    match = scored_breach()
    shows(desk, match)
    page = visit()
    page.locator(".entries summary").first.click()
    ruling = page.get_by_role("button", name="What SD-8 says").first
    ruling.focus()
    shows(desk, match.play(match.state.legal()[0]))
    expect(page.locator(".entries > li").first).to_have_attribute("value", str(len(match.events) + 1))
    expect(ruling).to_be_focused()


def test_how_to_play_is_offered_only_where_a_game_has_begun(visit, desk, monkeypatch):
    shows(desk, scored_breach())
    begun_page = desk.page()
    monkeypatch.setattr(desk, "page", lambda: begun_page.model_copy(update={"game": ""}))
    desk.tell()
    page = visit()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    expect(page.get_by_role("button", name="How to play, and set-up")).to_have_count(0)
