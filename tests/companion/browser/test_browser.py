"""The page in a real browser, as a phone and as a laptop."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.api import models
from engines.core import Event, Match
from engines.games import game_named
from tests.companion.browsing import CHROMIUM, CONTRAST, CUT, LAPTOP, PHONE, SMALL, unlock

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")


@pytest.mark.parametrize("at", ["/", "/#big"])
def test_nothing_runs_over_the_edge(visit, at, desk):
    desk.question = models.QuestionView(text="Is the third die from the left a 2 or a 3?", answers=("A 2", "A wave"))
    desk.mismatch = "The table should show 7 blue dice; I see 6 blue dice and 1 red die."
    desk.tell()
    page = visit(PHONE, at)
    for width, height in (PHONE, SMALL, (844, 390), (900, 700), LAPTOP, (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(CUT) == [], width


def test_every_button_is_big_enough_for_a_thumb(visit):
    page = visit()
    small = page.evaluate("""[...document.querySelectorAll("button, summary, a.item")]
        .filter((e) => { const r = e.getBoundingClientRect(); return r.height && (r.height < 44 || r.width < 44); })
        .map((e) => e.outerHTML.slice(0, 90))""")
    assert small == []


def test_the_scores_the_turn_and_the_throw_are_there_at_once(visit):
    page = visit()
    expect(page.locator(".lane .score")).to_have_text(["9", "0", "0"])
    expect(page.locator(".awaits")).to_have_text("Ben: bank 9, or throw again?")
    expect(page.locator(".active .name")).to_have_text("Ben")
    expect(page.locator("svg.photo .seen")).to_have_count(7)
    assert page.title() == "Ben: bank 9, or throw again? · Lifeguard"


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_every_die_is_drawn_with_its_colour(visit, size):
    page = visit(size)
    expect(page.locator("#throw .die")).to_have_count(7)
    grounds = page.evaluate("""[...document.querySelectorAll("#throw .die .side")]
        .map((e) => [getComputedStyle(e).display, getComputedStyle(e).fill])""")
    assert grounds == [["inline", "rgb(34, 116, 201)"]] * 7


def test_two_taps_correct_a_die(visit, desk):
    page = visit(paired=True)
    page.locator("button.chip[data-die='3']").click()
    page.get_by_role("dialog").get_by_role("button", name="3 swimmers").click()
    expect(page.locator(".awaits")).to_have_text("Ben: bank 12, or throw again?")
    assert desk.changes == [models.Correct(version=1, event=2, position=3, item="swimmer-3")]


def test_a_die_is_also_corrected_by_a_tap_on_the_photograph(visit, desk):
    page = visit(LAPTOP, paired=True)
    page.locator("svg.photo g[data-die='0'] rect").click()
    page.get_by_role("dialog").get_by_role("button", name="blue wave").click()
    expect(page.locator(".awaits")).to_have_text("Ben: bank 8, or throw again?")


def test_a_die_that_lies_there_since_an_earlier_throw_is_corrected_there(visit, desk, monkeypatch):
    desk.match = desk.match.play(
        Event("again", 1), Event("event", None, ("event-sun",)), Event("throw", None, ("swimmer-wave",) * 3)
    )
    old = (
        desk.page()
        .throw.dice[0]
        .model_copy(
            update={"index": 9, "item": "swimmer-3", "face": "3", "event": None, "position": None, "candidates": ()}
        )
    )
    throw = desk.page().throw
    monkeypatch.setattr(desk, "_throw", lambda: throw.model_copy(update={"dice": (*throw.dice, old)}))
    desk.tell()
    page = visit(paired=True)
    page.locator("button.chip[data-die='9']").click()
    expect(page.get_by_role("dialog")).to_contain_text("Read as 3 swimmers in number 3 of the log book: Ben throws")
    page.get_by_role("dialog").get_by_role("button", name="2 swimmers").click()
    expect(page.locator(".awaits")).to_have_text("Ben: bank 8, or throw again?")
    assert desk.changes == [models.Correct(version=2, event=2, position=2, item="swimmer-2")]


def test_the_pin_is_asked_for_once_and_a_wrong_one_is_refused(visit, desk):
    page = visit()
    page.get_by_role("button", name="Undo").click()
    unlock(page, "0000")
    expect(page.locator("#pin-said")).to_have_text("That is not the PIN on the OLED")
    unlock(page)
    expect(page.locator(".awaits")).to_have_text("Ben throws 7 blue dice")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".awaits")).to_have_text("Ana: bank 9, or throw again?")
    assert [type(change) for change in desk.changes] == [models.Undo, models.Undo]


def test_a_tap_meant_for_an_older_page_is_refused_and_said_so(visit, desk):
    page = visit(paired=True)
    page.locator("button.chip[data-die='3']").click()
    desk.tell()
    page.get_by_role("dialog").get_by_role("button", name="3 swimmers").click()
    expect(page.locator("#toast")).to_contain_text("The table has moved on")
    assert desk.changes == []


def test_a_change_arrives_on_the_other_phones_by_itself(visit, desk):
    pages = [visit(), visit(LAPTOP)]
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    for page in pages:
        expect(page.locator(".lane .score")).to_have_text(["9", "9", "0"])
        expect(page.locator(".awaits")).to_have_text("Cleo throws 7 blue dice")


def test_a_question_is_answered_by_a_tap(visit, desk):
    desk.question = models.QuestionView(text="Is that a 2?", answers=("Yes", "No, a 3"))
    desk.tell()
    page = visit(paired=True)
    page.get_by_role("button", name="No, a 3").click()
    expect(page.locator(".question")).to_have_count(0)
    assert desk.changes == [models.AnswerRequest(version=2, answer=1)]


def test_the_oled_is_shown_pixel_for_pixel_and_follows(visit, desk):
    page = visit(LAPTOP)
    lit = """() => document.querySelector("canvas").getContext("2d").getImageData(0, 0, 128, 64).data
        .reduce((sum, value, index) => sum + (index % 4 === 0 && value === 255), 0)"""

    def white() -> int:
        return Image.open(io.BytesIO(desk.oled())).convert("L").histogram()[255]

    def shown(count: int) -> bool:
        for _ in range(100):
            if page.evaluate(lit) == count:
                return True
            page.wait_for_timeout(200)
        return False

    page.locator("canvas").scroll_into_view_if_needed()
    before = white()
    assert shown(before)
    while white() == before:
        desk.tell()
    assert shown(white())


def test_a_mismatch_and_a_fault_are_said_at_the_top(visit, desk):
    desk.mismatch, desk.faults = "The table should show 7 blue dice; I see 6.", ("The camera does not answer",)
    desk.tell()
    page = visit()
    expect(page.locator(".banner")).to_have_text(
        ["The camera does not answer", "The table should show 7 blue dice; I see 6."]
    )


def test_what_is_too_much_is_left_where_it_lies_by_a_tap(visit, desk):
    desk.mismatch, desk.extra = "The table should show no Air 5 or Calm in the Air row; I see it there.", True
    desk.tell()
    page = visit(paired=True)
    page.get_by_role("button", name="Leave it there").click()
    expect(page.locator(".banner")).to_have_count(0)
    assert desk.changes == [models.Leave(version=2)]


def test_only_dice_that_wait_for_an_answer_are_called_doubtful(visit, desk, monkeypatch):
    settled = desk.page()
    throw = settled.throw
    dice = (
        throw.dice[0].model_copy(update={"doubt": "touches another"}),
        throw.dice[1].model_copy(update={"doubt": "cocked", "event": None, "position": None}),
        *throw.dice[2:],
    )
    asked = {
        "throw": throw.model_copy(update={"dice": dice, "marked": (2,)}),
        "question": models.QuestionView(text="Is that a 3?", answers=("Yes", "No")),
    }
    monkeypatch.setattr(desk, "page", lambda: settled.model_copy(update=asked))
    desk.tell()
    page = visit()
    assert page.locator(".chip.doubt").evaluate_all("all => all.map((chip) => chip.dataset.die)") == ["1", "2"]
    expect(page.get_by_role("button", name="2 swimmers, doubtful: cocked: correct")).to_be_visible()


def test_a_throw_is_typed_by_hand_when_the_camera_is_lost(visit, desk):
    desk.match = desk.match.play(Event("bank", 1))
    desk.tell()
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    done = page.get_by_role("button", name="That is the throw")
    expect(done).to_be_disabled()
    for _ in range(4):
        page.get_by_role("button", name="One more: 2 swimmers").click()
    for _ in range(4):
        page.get_by_role("button", name="One more: blue wave").click()
    expect(page.locator(".pool legend")).to_have_text("Blue dice: 7 of 7")
    done.click()
    expect(page.locator(".awaits")).to_have_text("Cleo: bank 8, or throw again?")


def test_a_decision_is_taken_by_hand(visit, desk):
    page = visit(paired=True)
    page.get_by_role("button", name="By hand").click()
    page.get_by_role("button", name="Bank 9 swimmers").click()
    expect(page.locator(".lane .score")).to_have_text(["9", "9", "0"])


def test_why_this_score_names_the_rule(visit):
    page = visit()
    page.get_by_role("button", name="Ana (red starfish)").click()
    expect(page.get_by_role("dialog")).to_contain_text("9 swimmers banked")
    expect(page.get_by_role("dialog").locator(".tag.rule")).to_have_text("SA-3")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_house_ruling_is_called_one(visit, desk):
    desk.match = desk.match.play(Event("again", 1), Event("event", None, ("event-attack",)))
    desk.match = (
        desk.match.undo()
        .undo()
        .undo()
        .play(Event("throw", None, ("swimmer-wave",) * 7), Event("again", 1), Event("event", None, ("event-attack",)))
    )
    desk.tell()
    page = visit()
    page.locator(".entries summary").first.click()
    expect(page.locator(".entries .tag.house").first).to_have_text("house ruling")


def test_a_new_game_is_begun_from_a_phone(visit, desk):
    page = visit(paired=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Name of player 1").fill("Dot")
    page.get_by_role("button", name="Without player 3").click()
    page.get_by_text("Options", exact=True).last.click()
    page.get_by_label("Points that end the game").fill("50")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".lane .name")).to_have_text(["Dot", "Ben"])
    assert dict(desk.match.options)["target"] == 50


def test_a_device_that_falls_silent_without_a_word_is_said_to_be_lost_until_it_answers_again(browser, serve):
    with serve() as address:
        page = browser.new_page()
        page.clock.install()
        page.goto(f"http://{address}/")
        expect(page.locator(".lane").first).to_be_visible()
        expect(page.locator(".banner.lost")).to_have_count(0)
        page.route(f"http://{address}/", lambda route: route.abort())
        page.clock.fast_forward(11_000)
        expect(page.locator(".banner.lost")).to_be_visible()
        page.unroute(f"http://{address}/")
        page.clock.fast_forward(11_000)
        expect(page.locator(".banner.lost")).to_have_count(0)
        page.close()


def test_the_connection_comes_back_by_itself(browser, serve, desk):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    with serve() as address:
        page.goto(f"http://{address}/")
        expect(page.locator(".lane").first).to_be_visible()
    expect(page.locator(".banner.lost")).to_be_visible()
    desk.match = desk.match.play(Event("bank", 1))
    with serve(int(address.split(":")[1])):
        expect(page.locator(".lane .score")).to_have_text(["9", "9", "0"])
        expect(page.locator(".banner.lost")).to_have_count(0)
        context.close()


def test_the_keyboard_alone_corrects_a_die_and_keeps_its_place(visit, desk):
    page = visit(LAPTOP, paired=True)
    page.locator("button.chip[data-die='3']").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="3 swimmers").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".awaits")).to_have_text("Ben: bank 12, or throw again?")
    assert page.evaluate("document.activeElement.dataset.die") == "3"


@pytest.mark.parametrize("light", ["light", "dark"])
def test_text_stands_out_from_its_ground(visit, light):
    page = visit(LAPTOP, color_scheme=light)
    page.locator(".entries summary").first.click()
    weak = page.evaluate(CONTRAST)
    assert weak == []


def test_the_page_follows_each_patch_as_if_it_had_loaded_the_page_anew(visit, desk, phone):
    page = visit()
    for version, change in enumerate(("undo", "redo", "undo", "undo", "redo"), 1):
        assert phone.post(f"/api/{change}", json={"version": version}).status_code == 200
        expect(page.locator(".entries > li")).to_have_count(len(desk.match.events))
        page.wait_for_load_state("networkidle")  # a photograph that is asked for once it is taken back is not found
    patched, fresh = page.locator("main").inner_text(), visit().locator("main").inner_text()
    assert patched == fresh


def test_old_events_are_fetched_when_somebody_wants_to_read_them_and_stay_right(visit, desk, phone):
    desk.match = Match.begin(game_named("dice-tray"), ("Ana",)).play(*[Event("throw", None, ("die-2",))] * 60)
    desk.tell()
    page = visit()
    page.get_by_role("button", name="Show all 60").click()
    expect(page.locator(".entries > li")).to_have_count(60)
    phone.post("/api/correct", json={"version": 2, "event": 3, "position": 0, "item": "die-5"})
    expect(page.locator(".entries > li").nth(56).locator(".changed")).to_have_count(1)
    phone.post("/api/undo", json={"version": 3})
    expect(page.locator(".entries > li")).to_have_count(59)


def test_a_phone_sees_which_phones_are_paired_and_forgets_them(visit, desk, phone):
    phone.post("/api/pair", headers={"User-Agent": "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)"})
    page = visit(paired=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paired phones").click()
    dialog = page.get_by_role("dialog", name="Paired phones")
    expect(dialog.get_by_text("this phone")).to_have_count(1)
    assert page.evaluate(CUT) == []
    dialog.get_by_role("button", name="Forget iPad").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Forget").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog", name="Unlock changes")).to_be_visible()


def test_a_photograph_that_is_gone_is_said_to_be(visit, desk, monkeypatch):
    monkeypatch.setattr(desk, "photo", lambda reading: None)
    page = visit()
    expect(page.locator("#throw .gone")).to_have_text("This photograph is not kept any more.")
    page.get_by_role("button", name="Whole photograph").click()
    expect(page.get_by_role("dialog").locator(".gone")).to_have_text("This photograph is not kept any more.")


def test_one_sign_is_one_sign(visit, desk, monkeypatch):
    shown = desk.page()
    players = tuple(player.model_copy(update={"signs": 1}) for player in shown.players)
    monkeypatch.setattr(desk, "page", lambda: shown.model_copy(update={"players": players}))
    desk.tell()
    expect(visit().get_by_role("button", name="9 points, 1 sign, why?")).to_be_visible()
