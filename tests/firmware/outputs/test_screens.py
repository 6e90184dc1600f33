"""The OLED's screens: golden pictures compared exactly, and what must hold for every table.

`LIFEGUARD_GOLDEN=write pytest tests/firmware/test_screens.py` draws the golden pictures anew: look at each before it is
committed (`python scripts/pictures/screens.py` shows them all on one sheet).
"""

from __future__ import annotations

import importlib.util
import os
from dataclasses import replace
from pathlib import Path
from random import Random

import arabic_reshaper
import pytest
from bidi.algorithm import get_display
from PIL import Image, ImageChops

from companion.words.language import LANGUAGES, speaking
from companion.words.rules import how_to_play
from engines.core import Chance, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.outputs import screens
from firmware.outputs.screens import common, world
from firmware.outputs.screens import font as font_module
from firmware.outputs.screens.font import BIG, BOLD, HUGE, LARGE, SMALL
from firmware.outputs.screens.scripts import clusters, shown
from firmware.state.table import Answer, OledPage, Question, Table
from firmware.update import setup
from hardware.panel.display import OledWiring, open_oled
from hardware.panel.fakes import FakeBus, OledController

GOLDEN = Path(__file__).parent / "golden"
_spec = importlib.util.spec_from_file_location(
    "sheet", Path(__file__).parents[3] / "scripts" / "pictures" / "screens.py"
)
sheet = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sheet)
EXAMPLES = sheet.examples()


LISTED = ("shark-attacks", "dice-tray", "hold-your-breath", "hai-noon", "splash-down", "pig", "farkle", "yacht")


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    """The golden pictures list these games: one more changes none."""
    monkeypatch.setattr(setup, "PROFILES", dict.fromkeys(LISTED))


def same(a: Image.Image, b: Image.Image) -> bool:
    return (a.mode, a.size, a.tobytes()) == (b.mode, b.size, b.tobytes())


def lit(image: Image.Image) -> int:
    return image.width * image.height - image.convert("L").histogram()[0]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_screen_is_its_golden_picture(name):
    path, drawn = GOLDEN / f"{name.replace(' ', '-')}.png", screens.draw(EXAMPLES[name])
    if os.environ.get("LIFEGUARD_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        drawn.save(path)
    with Image.open(path) as golden:
        assert same(drawn, golden)


def test_no_golden_picture_is_left_over():
    assert {path.stem for path in GOLDEN.glob("*.png")} == {name.replace(" ", "-") for name in EXAMPLES}


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_what_the_chip_is_sent_decodes_to_the_golden_pictures(chip):
    oled = OledController(chip)
    display = open_oled(OledWiring(chip=chip), bus=FakeBus(oled))
    for path in sorted(GOLDEN.glob("*.png")):
        display.show(screens.draw(EXAMPLES[path.stem.replace("-", " ")]))
        with Image.open(path) as golden:
            assert same(oled.picture, golden), path.name


def played(game, players, random):
    """A game played at random to its end, or for 60 events."""
    match = Match.begin(game, players)
    yield match
    while not isinstance(match.state.awaits, Over) and len(match.events) < 60:
        awaits = match.state.awaits
        event = deal(awaits, random) if isinstance(awaits, Chance) else random.choice(match.state.legal())
        match = match.play(event)
        yield match


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(2))
def test_every_page_of_every_state_of_every_game_can_be_drawn(game, seed):
    random = Random(seed)
    names = ("Ana", "Maximiliane von und zu Hohenzollern", "李小龍", "Ωμέγα", "Zoë", "🦈")
    for match in played(game, names[: random.choice(list(game.seats))], random):
        for page in range(4):
            image = screens.draw(
                Table(match, "0000", page=page, now=random.uniform(0, 20), address="http://10.0.0.1:8080")
            )
            assert (image.mode, image.size) == ("1", (128, 64))
            assert 100 < lit(image) < 6000


def example(**changes):
    return replace(EXAMPLES["a throw is read"], **changes)


def test_buttons_lead_to_four_different_pages():
    pages = [screens.draw(example(page=page)).tobytes() for page in range(4)]
    assert len(set(pages)) == 4


def test_the_picture_wanders_by_a_dot_each_minute_and_comes_back():
    still = screens.draw(example(now=0.0, woken=0.0))
    moved = [screens.draw(example(now=60.0 * m, woken=60.0 * m)) for m in range(5)]
    assert [
        same(image, ImageChops.offset(still, x, y))
        for image, (x, y) in zip(moved, ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)), strict=True)
    ] == [True] * 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_screen_uses_the_edge_that_it_wanders_into(name):
    image = screens.draw(replace(EXAMPLES[name], now=3.0, woken=2.0))
    assert lit(image.crop((127, 0, 128, 64))) == 0
    assert lit(image.crop((0, 63, 128, 64))) == 0


def test_it_is_bright_then_dim_then_dark_when_nobody_plays():
    levels = [screens.contrast(example(woken=0.0, now=now)) for now in (0.0, 119.0, 121.0, 899.0, 901.0)]
    assert levels == [0xCF, 0xCF, 0x10, 0x10, 0]
    assert lit(screens.draw(example(woken=0.0, now=901.0))) == 0


def test_points_scored_give_way_to_the_next_player_after_a_while():
    scored = EXAMPLES["banked"]
    soon, late = replace(scored, now=scored.woken + 7), replace(scored, now=scored.woken + 9)
    assert same(screens.draw(soon), screens.draw(scored))
    assert same(screens.draw(late), screens.draw(EXAMPLES["who is next"]))


def test_the_moment_changes_whenever_time_alone_changes_the_picture():
    for name in ("banked", "a refusal", "a throw is read"):
        before = None
        for second in (*range(9, 20), 59, 60, 61, 119, 120, 128, 129, 130, 180, 908, 909, 910, 960):
            table = replace(EXAMPLES[name], now=float(second))
            now = screens.moment(table), screens.draw(table).tobytes()
            if before and before[1] != now[1]:
                assert before[0] != now[0], (name, second)
            before = now


def test_a_refusal_goes_by_itself():
    refused = EXAMPLES["a refusal"]
    assert same(screens.draw(replace(refused, now=refused.woken + 6)), screens.draw(example(now=15.0)))


def test_a_full_disk_takes_the_main_page_only():
    full = EXAMPLES["a full disk"]
    assert same(screens.draw(replace(full, page=1)), screens.draw(example(page=1)))


def test_a_lost_camera_leaves_question_and_other_pages_alone():
    lost = EXAMPLES["a lost camera"]
    asked = EXAMPLES["a question"].question
    assert same(screens.draw(replace(lost, question=asked)), screens.draw(example(question=asked)))
    assert same(screens.draw(replace(lost, page=3)), screens.draw(example(page=3)))


def test_the_marked_answer_is_always_in_view():
    answers = tuple(Answer(f"take {name}", ()) for name in "ABCDEFGHIJ")
    seen = {screens.draw(example(question=Question("Whom?", answers, choice=choice))).tobytes() for choice in range(10)}
    assert len(seen) == 10


def test_a_banner_cuts_no_line_of_a_long_mismatch_in_two():
    """Above the dark line that is the banner's own there is another one: no letter reaches under it."""
    long = EXAMPLES["a long mismatch"].mismatch
    picture = screens.draw(example(mismatch=long, faults=(("camera", "The camera is gone."),)))
    rows = [sum(picture.getpixel((x, y)) > 0 for x in range(128)) for y in range(64)]
    top = next(y for y in range(62, 0, -1) if rows[y] >= 126 and rows[y - 1] == 0)
    assert rows[top - 2] == 0


def test_a_question_comes_before_a_mismatch_and_both_before_the_game():
    question, mismatch = EXAMPLES["a question"].question, EXAMPLES["a mismatch"].mismatch
    both = screens.draw(example(question=question, mismatch=mismatch))
    assert same(both, screens.draw(example(question=question)))
    assert not same(screens.draw(example(mismatch=mismatch)), screens.draw(example()))


def test_the_pin_that_a_question_on_the_phone_needs_is_shown_before_the_question():
    question = EXAMPLES["a question"].question
    asked = example(question=question, page=OledPage.CONNECT)
    assert same(screens.draw(asked), screens.draw(example(page=OledPage.CONNECT)))


# -- letters


@pytest.mark.parametrize("font", [SMALL, BOLD], ids=["small", "bold"])
def test_every_letter_of_western_europe_is_drawn_and_not_a_box(font):
    box = font.glyph("\ue000").image
    letters = [chr(code) for code in (*range(0x21, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100))]
    missing = [letter for letter in letters if same(font.glyph(letter).image, box)]
    assert missing == []


@pytest.mark.parametrize("letter", "čďěňřšťžąęłńśźżőűğışāēģķļņ")
def test_letters_of_eastern_europe_are_put_together_from_accents(letter):
    assert not same(SMALL.glyph(letter).image, SMALL.glyph("\ue000").image)


def test_the_same_name_written_with_combining_accents_looks_the_same():
    sheets = []
    for name in ("Bjo\u0308rn Zoe\u0308", "Björn Zoë"):
        image = Image.new("1", (80, 20))
        SMALL.draw(image, 0, 5, name, 1)
        sheets.append(image)
    assert same(*sheets)


def test_letters_are_all_different():
    for font, letters in ((SMALL, range(0x21, 0x7F)), (BIG, map(ord, "0123456789")), (HUGE, map(ord, "0123456789"))):
        drawn = [font.glyph(chr(code)).image for code in letters]
        assert len({(image.size, image.tobytes()) for image in drawn}) == len(drawn)


def test_large_letters_are_twice_as_high_with_smooth_steps():
    small, large = BOLD.glyph("A").image, LARGE.glyph("A").image
    assert large.size == (small.width * 2, small.height * 2)
    assert not same(large, small.resize(large.size, Image.Resampling.NEAREST))


@pytest.mark.parametrize("seed", range(30))
def test_fitted_and_wrapped_text_is_never_wider_than_asked(seed):
    random = Random(seed)
    text = "".join(random.choice("abcdefgh iJMWÄñ漢.- ") for _ in range(random.randrange(60)))
    width, lines = random.randrange(30, 128), random.randrange(1, 5)
    for font in (SMALL, BOLD):
        assert font.width(font.fit(text, width)) <= width
        wrapped = font.wrap(text, width, lines)
        assert len(wrapped) <= lines
        assert all(font.width(line) <= width for line in wrapped)


def test_text_that_fits_is_left_as_it_is_and_the_rest_is_cut_with_an_ellipsis():
    assert SMALL.fit("Ana", 40) == "Ana"
    assert SMALL.fit("Maximiliane", 30) == "Maxim…"
    assert SMALL.wrap("one two three", 40, 3) == ["one two", "three"]
    assert SMALL.wrap("one two three four five", 40, 2) == ["one two", "three…"]
    assert SMALL.wrap("lifeguard-living-room", 60, 3) == ["lifeguard-livin", "g-room"]


def test_the_width_of_a_text_is_that_of_what_is_drawn():
    for font in (SMALL, BOLD, LARGE):
        image = Image.new("1", (300, 60))
        font.draw(image, 5, 20, "Hamburg 17", 1)
        left, _, right, _ = image.getbbox()
        assert (left, right - left) == (5, font.width("Hamburg 17"))


# -- the card games


def test_players_whose_names_begin_alike_get_letters_of_their_own():
    assert common.letters(("Ana", "Anton", "Ben", "An", "N")) == ("A", "N", "B", "4", "5")


@pytest.mark.parametrize(("game", "players"), [("splash-down", 8), ("hold-your-breath", 6), ("hai-noon", 4)])
def test_the_fullest_tables_have_room_for_everybody(game, players):
    names = ("Anna-Maria", "Bartholomäus", "Cleopatra", "Dschingis", "Émilie", "Fürst-Maximilian", "Gül", "Hieronymus")
    match = Match.begin(GAMES[game], names[:players])
    pages = [screens.draw(Table(match, "0000", page=page)) for page in range(4)]
    assert all(lit(page.crop((127, 0, 128, 64))) == lit(page.crop((0, 63, 128, 64))) == 0 for page in pages)
    assert len({page.tobytes() for page in pages}) == 4


def test_only_the_shark_that_was_turned_looks_different():
    before = EXAMPLES["a shark to flip"]
    turned = replace(before.match.state, board=before.match.state.board.flip(5))
    after = replace(before, match=replace(before.match, states=(turned,)))
    box = ImageChops.difference(screens.draw(before).convert("L"), screens.draw(after).convert("L")).getbbox()
    left, top, right, low = box
    assert (left >= 44, right <= 57, top >= 31, low <= 44) == (True,) * 4


def test_a_deeper_dive_shows_a_deeper_board():
    shallow = EXAMPLES["the dive begins"]
    state = shallow.match.state
    pirates = []
    for depth in (2, 8, 20):
        deep = replace(shallow.match, states=(replace(state, depths=(depth, 2)),))
        picture = screens.draw(replace(shallow, match=deep))
        column = picture.crop((3, 18, 26, 63)).getbbox()
        pirates.append(column[3] + 18)
    assert pirates[0] < pirates[1] < pirates[2] == 63


def test_of_many_answers_the_one_that_is_marked_is_counted():
    answers = tuple(Answer(f"take {name}", ()) for name in "ABCDEFG")
    pictures = [screens.draw(example(question=Question("Whom?", answers, choice=choice))) for choice in range(7)]
    labels = {picture.crop((38, 54, 82, 64)).tobytes() for picture in pictures}
    assert len(labels) == 7


# -- scripts of the world


NAMES = [name for names in sheet.WORLD.values() for name in names]


@pytest.mark.parametrize("font", [SMALL, BOLD, LARGE], ids=["small", "bold", "large"])
def test_no_letter_of_a_name_in_any_script_is_a_box(font):
    box = font.glyph("\ue000").image
    assert [name for name in NAMES for glyph in font.glyphs(name) if same(glyph.image, box)] == []


def test_names_in_latin_letters_read_nothing_of_the_letters_of_the_world():
    for cache in (world._zip, world._block, world.drawing, font_module._glyph):
        cache.cache_clear()
    for name in ("scores of six", "the winner of six", "areas of six"):
        screens.draw(EXAMPLES[name])
    assert world._zip.cache_info().currsize == 0


def test_the_letters_of_the_world_are_less_than_a_megabyte_in_one_file():
    assert world.WORLD.stat().st_size < 1_000_000


@pytest.mark.parametrize("seed", range(20))
def test_fitted_and_wrapped_names_of_any_script_are_never_wider_than_asked(seed):
    random = Random(seed)
    text = " ".join(random.sample(NAMES, 3))
    width, lines = random.randrange(30, 128), random.randrange(1, 4)
    for font in (SMALL, BOLD):
        assert font.width(font.fit(text, width)) <= width
        assert all(font.width(line) <= width for line in font.wrap(text, width, lines))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_cut_short_keeps_its_letters_whole(name):
    whole = clusters(name)
    for width in range(8, 60, 3):
        cut = BOLD.fit(name, width)
        kept = clusters(cut.removesuffix("…"))
        assert kept == whole[: len(kept)]
        assert cut.endswith("…") or kept == whole


def test_dots_for_the_rest_of_a_hebrew_name_stand_where_the_rest_would():
    assert shown("נועה…")[0] == "…"
    assert shown("Noah…")[-1] == "…"


def test_points_stay_behind_a_name_that_runs_from_right_to_left():
    assert "".join(shown("דוד 17  Ana 3")) == "דוד"[::-1] + " 17  Ana 3"


@pytest.mark.parametrize("seed", range(8))
def test_names_run_and_join_as_libraries_for_it_have_them(seed):
    """python-bidi and arabic-reshaper, with neither vowel points nor the one sign for the word Allah."""
    reshape = arabic_reshaper.ArabicReshaper({"delete_harakat": True, "ARABIC LIGATURE ALLAH": False}).reshape
    random = Random(seed)
    arabic, hebrew = "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگکیہےٹڈ", "אבגדהוזחטיכלמנסעפצקרשתםןףך"
    names = [
        f"{word[:3]} ({word[3:]})" if len(word) > 5 else word
        for letters in (arabic, hebrew)
        for word in _words(letters, random)
    ]
    for name in [*names, "عبد الله", "إِبْرَاهِيم", 'דוד "דודי" כהן', "בן-ציון"]:
        assert "".join(shown(name)) == get_display(reshape(name), base_dir="R"), name


def _words(letters, random):
    return ["".join(random.choice(letters) for _ in range(random.randrange(1, 9))) for _ in range(60)]


def test_an_emoji_of_several_parts_is_one_letter_and_a_flag_the_letters_of_its_country():
    assert clusters("👨‍👩‍👧x👍🏽") == ("👨\u200d👩\u200d👧", "x", "👍")
    assert clusters("🇩🇪🇫🇷") == ("🇩🇪", "🇫🇷")
    assert SMALL.width("🇩🇪") == SMALL.width("DE")


def test_pieces_have_letters_of_any_alphabet_and_numbers_where_letters_are_too_large():
    assert common.letters(("Анна", "Ωμέγα", "נועה")) == ("А", "Ω", "נ")
    assert common.letters(("김철수", "최민지")) == ("1", "2")


@pytest.mark.parametrize("code", LANGUAGES)
def test_how_to_play_is_told_whole_in_every_language(code: str) -> None:
    with speaking(code):
        lines = {name: len(SMALL.wrap(how_to_play(name).short, 127, 9)) for name in GAMES}
    assert {name: count for name, count in lines.items() if count > common.RULES_LINES} == {}
