"""The dice tray on the OLED: the last throw, and how fair and lucky the dice are."""

from __future__ import annotations

from companion.words.language import t, tn
from companion.words.rolls import please, wrong_number
from engines.dice_tray import DiceTray, Throw
from firmware.outputs.screens.common import state_of
from firmware.outputs.screens.font import BIG, BOLD, HUGE, SMALL
from firmware.outputs.screens.paper import DIE_SIZES, HEAD, HEIGHT, WIDTH, DieSize, Paper
from firmware.state.roll import RollRequest
from firmware.state.table import OledPage, Table
from firmware.update.rolls import waiting


def main(table: Table) -> Paper:
    """The last throw with its total, or whose throw is awaited."""
    state = state_of(table, DiceTray)
    paper = Paper()
    if wanted := waiting(table):
        return _wanted(paper, wanted)
    if not state.lately:
        paper.head(table.match.players[state.seat], seat=state.seat)
        paper.icon(4, HEAD + 12, "ring")
        paper.words(40, HEAD + 10, t("throw"), WIDTH - 40)
        number = tn("{count} die", "{count} dice", state.dice) if state.dice else t("any dice")
        paper.words(40, HEAD + 25, number, WIDTH - 40)
        return paper
    last = state.lately[-1]
    paper.head(table.match.players[last.seat], f"{state.scores()[last.seat]}", last.seat)
    _throw(paper, last)
    return paper


def _wanted(paper: Paper, rolls: tuple[RollRequest, ...]) -> Paper:
    """What a virtual table asks for; who is next."""
    first, *others = rolls
    paper.head(first.who, f"+{len(others)}" if others else "")
    asked = please(dict(first.dice))
    font = SMALL if first.wrong and BOLD.width(asked) >= WIDTH else BOLD  # both need two lines
    y = paper.wrapped(1, HEAD + 3, asked, WIDTH - 1, 2, font) + 2
    if first.wrong:
        paper.wrapped(1, y, wrong_number(first.wrong, first.read), WIDTH - 1, 2)
    elif others:
        paper.wrapped(1, y, t("then {name}", name=others[0].who), WIDTH - 1, 1)
    return paper


def _throw(paper: Paper, throw: Throw) -> None:
    """Dice at the left in rows, the total at the right as large as it goes."""
    figure = HUGE if throw.total < 100 and len(throw.faces) <= 8 else BIG
    taken = paper.text(WIDTH - 1, HEAD + (HEIGHT - HEAD - figure.height) // 2, str(throw.total), figure, "right")
    room = WIDTH - taken - 5
    size = next(size for size in DIE_SIZES if _places(size, room) >= len(throw.faces))
    pitch = size.side + 1
    columns = room // pitch
    rows = -(-len(throw.faces) // columns)
    top = HEAD + 1 + (HEIGHT - HEAD - rows * pitch) // 2
    for place, face in enumerate(throw.faces):
        paper.pips(1 + place % columns * pitch, top + place // columns * pitch, face, size)


def _places(size: DieSize, room: int) -> int:
    pitch = size.side + 1
    return (room // pitch) * ((HEIGHT - HEAD) // pitch)


def fairness(table: Table) -> Paper:
    """How often each face came up, and whether that looks fair."""
    state = state_of(table, DiceTray)
    paper = Paper()
    counts = state.counts()
    most = max(*counts, 1)
    for face, number in enumerate(counts, start=1):
        x = 21 * (face - 1) + 1
        height = round(30 * number / most)
        paper.bar(x, 40 - height, 18, height)
        paper.text(x + 9, 38 - height - 7, str(number), SMALL, "middle")
        paper.text(x + 9, 43, str(face), SMALL, "middle")
    verdict = state.fairness()
    words = t("too few to tell") if verdict.p is None else t("look again!") if verdict.suspicious else t("looks fair")
    taken = paper.text(1, 54, tn("{count} die", "{count} dice", verdict.dice))
    paper.text(WIDTH - 1, 54, SMALL.fit(words, WIDTH - taken - 7), SMALL, "right")
    return paper


PAGES = {OledPage.MAIN: main, OledPage.WORTH: fairness}
