"""What the OLED shows: pure functions of the table, 128x64 in one bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module

from PIL import Image

from companion.words.language import again, speaking, t
from engines import games
from engines.core import Match, Over, said
from engines.core.seating import in_words, is_nobody
from engines.names import module_of
from firmware.outputs.screens import asking, common, first_start
from firmware.outputs.screens.common import OVER, Page
from firmware.outputs.screens.paper import Paper, wander
from firmware.state.table import OledPage, Table
from firmware.update import beginning

GAMES: Mapping[str, Mapping[int, Page]] = {
    game: import_module(f"firmware.outputs.screens.games.{module_of(game)}").PAGES for game in games.GAMES
}
"""The pages that a game draws by itself; the others, and games without screens of their own, take the common ones."""
COMMON: Mapping[int, Page] = {
    OledPage.MAIN: common.scores,
    OledPage.SCORES: common.scores,
    OledPage.WORTH: common.worth,
    OledPage.RULES: common.rules,
    OledPage.CONNECT: common.connect,
    OledPage.BEGIN: common.scores,  # a correction may have taken the end back
    OVER: common.over,
}

FATAL = {"trial": said("Update"), "disk": said("Stopped")}
"""What keeps all from going on -> what stands above it; for other faults a banner does."""
CONTRASTS = {"bright": 0xCF, "dim": 0x10, "dark": 0}
"""How the OLED stands -> how bright that is, of 255."""


@dataclass(frozen=True, slots=True)
class ScreenTimes:
    """How long something stays in view."""

    refusal_s: float = 5.0


TIMES = ScreenTimes()


def draw(table: Table) -> Image.Image:
    """The picture for the OLED in the table's language, mode "1", 128x64; black while the table sleeps."""
    if table.light == "dark":
        return Image.new("1", (128, 64))
    with speaking(table.language):
        return _drawn(replace(table, match=_called(table.match)))


def _called(match: Match) -> Match:
    """A match in which those who were deleted are called as the language in force has it."""
    for person, name in enumerate(match.seating.people):
        if is_nobody(name):
            match = match.renamed(person, again(in_words(name)))
    return match


def _drawn(table: Table) -> Image.Image:
    paper = _paper(table)
    if table.tried or not table.household.done:
        return paper.at(wander(table.now))
    if table.refusal and table.now - table.woken < TIMES.refusal_s:
        paper.banner(again(table.refusal), 2)
    elif table.page == OledPage.MAIN and not (
        table.question or table.choosing or FATAL.keys() & dict(table.faults).keys()
    ):
        for _, text in table.faults[-1:]:  # the newest
            paper.banner(again(text), 1)
    return paper.at(wander(table.now))


def _paper(table: Table) -> Paper:
    if table.tried:
        return first_start.panel_test(table.tried)
    fatal = [(text, FATAL[part]) for part, text in table.faults if part in FATAL]
    if fatal and (table.choosing or table.page == OledPage.MAIN or not table.household.done):
        return common.fault(*fatal[0])
    if not table.household.done:
        return first_start.welcome(table)
    if table.choosing:
        return _begin(table)
    if table.page == OledPage.CONNECT:  # a question may be what the PIN is needed for
        return common.connect(table)
    if table.match.paused and table.page == OledPage.MAIN:
        return common.paused(table)
    if table.question and not table.match.paused:
        return asking.question(table.question)
    if table.mismatch and not table.match.paused:
        return common.mismatch(table.mismatch, crowded=bool(table.faults))
    ended = table.page == OledPage.MAIN and isinstance(table.match.state.awaits, Over)
    page = OVER if ended else table.page
    return GAMES.get(table.match.game.name, {}).get(page, COMMON[page])(table)


def _begin(table: Table) -> Paper:
    """Which match is to begin; a part that is amiss takes the place of the question, for the answers tell that."""
    asked = beginning.asked(table)
    for _, text in table.faults[-1:]:
        asked = replace(asked, text=again(text))
    return asking.question(asked, no=t("phone") if table.waiting and not table.beginning.game else t("back"))


def contrast(table: Table) -> int:
    """How bright the OLED should be, 0 to 255; 0: hide it."""
    return CONTRASTS[table.light]


def moment(table: Table) -> tuple[object, ...]:
    """Changes when time alone changes the picture: draw again then."""
    idle = table.now - table.woken
    return table.light, table.tried, wander(table.now), idle < TIMES.refusal_s, idle < common.SCORED_S
