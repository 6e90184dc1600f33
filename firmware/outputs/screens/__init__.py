"""What the OLED shows: pure functions of the table, 128x64 in one bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import Image

from engines.core import Over
from firmware.outputs.screens import common, dice_tray, hai_noon, hold_your_breath, shark_attacks, splash_down
from firmware.outputs.screens.paper import Paper, wander
from firmware.state.table import Table

Page = Callable[[Table], Paper]

MAIN, SCORES, WORTH, CONNECT = range(4)
"""The pages that button A goes through."""
OVER = -1
"""What takes the place of MAIN once the game has ended."""

GAMES: Mapping[str, Mapping[int, Page]] = {
    "shark-attacks": {MAIN: shark_attacks.main},
    "dice-tray": {MAIN: dice_tray.main, WORTH: dice_tray.fairness},
    "hold-your-breath": {
        MAIN: hold_your_breath.main,
        WORTH: hold_your_breath.depths,
        OVER: hold_your_breath.over,
    },
    "hai-noon": {MAIN: hai_noon.main, WORTH: hai_noon.divers, OVER: hai_noon.over},
    "splash-down": {MAIN: splash_down.main, WORTH: splash_down.areas},
}
"""The pages that a game draws by itself; the others, and games without screens of their own, take the common ones."""
COMMON: Mapping[int, Page] = {
    MAIN: common.scores,
    SCORES: common.scores,
    WORTH: common.worth,
    CONNECT: common.connect,
    OVER: common.over,
}

FATAL = frozenset({"disk"})
"""Parts without which nothing goes on; for the others a banner does."""
LEVELS = {"bright": 0xCF, "dim": 0x10, "dark": 0}
NOTICE_FOR = 5.0
"""Seconds that a refusal stays."""


def draw(table: Table) -> Image.Image:
    """The picture for the OLED, mode "1", 128x64; black while the table sleeps."""
    if table.light == "dark":
        return Image.new("1", (128, 64))
    paper = _paper(table)
    if table.refusal and table.now - table.woken < NOTICE_FOR:
        paper.banner(table.refusal, 2)
    elif table.page == MAIN and not (table.question or FATAL & dict(table.faults).keys()):
        for _, text in table.faults[-1:]:  # the newest
            paper.banner(text, 1)
    return paper.at(wander(table.now))


def _paper(table: Table) -> Paper:
    fatal = [text for part, text in table.faults if part in FATAL]
    if fatal and table.page == MAIN:
        return common.fault(fatal[0])
    if table.page == CONNECT:  # a question may be what the PIN is needed for
        return common.connect(table)
    if table.question:
        return common.question(table.question)
    if table.mismatch:
        return common.mismatch(table.mismatch, crowded=bool(table.faults))
    ended = table.page == MAIN and isinstance(table.match.state.awaits, Over)
    page = OVER if ended else table.page
    return GAMES.get(table.match.game.name, {}).get(page, COMMON[page])(table)


def contrast(table: Table) -> int:
    """How bright the OLED should be, 0 to 255; 0: hide it."""
    return LEVELS[table.light]


def moment(table: Table) -> tuple[object, ...]:
    """Changes when time alone changes the picture: draw again then."""
    idle = table.now - table.woken
    return table.light, wander(table.now), idle < NOTICE_FOR, idle < shark_attacks.SCORED_FOR
