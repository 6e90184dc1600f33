"""Shark Attacks! on the OLED: the main page follows the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.words.language import again, t, tn
from companion.words.pieces import join
from engines import odds
from engines.core import Reason, said
from engines.shark_attacks import SharkAttacks
from engines.shark_attacks.rules import Line
from firmware.outputs.screens.common import SCORED_S, label, state_of, with_name
from firmware.outputs.screens.font import BIG, BOLD, HUGE, SMALL
from firmware.outputs.screens.paper import DIE, HEAD, HEIGHT, WIDTH, Paper
from firmware.state.table import OledPage, Table


def main(table: Table) -> Paper:
    """The page that the game stands on."""
    state = state_of(table, SharkAttacks)
    return PHASES[state.phase](table, state)


def _head(paper: Paper, table: Table, state: SharkAttacks) -> None:
    paper.head(table.match.players[state.seat], str(state.score[state.seat]), state.seat)


def _first(table: Table, state: SharkAttacks) -> Paper:
    """Who begins: everybody throws the four shark dice."""
    paper = Paper()
    paper.head(t("Who begins?"))
    paper.icon(1, HEAD + 4, "attack")
    paper.text(32, HEAD + 4, BOLD.fit(table.match.players[state.seat], WIDTH - 32), BOLD)
    paper.text(32, HEAD + 19, SMALL.fit(t("throws 4 red dice"), WIDTH - 32))
    thrown = [f"{name} {fins}" for name, fins in zip(table.match.players, state.opening, strict=True) if fins >= 0]
    paper.wrapped(1, HEIGHT - 17, "  ".join(thrown), WIDTH, 2)
    return paper


def _enter(table: Table, state: SharkAttacks) -> Paper:
    """A throw is awaited: the first of a turn, or the next after sun or rain."""
    if state.event:
        return _weather(table, state)
    scored = [reason for reason in state.reasons if reason.points is not None]
    if scored and table.now - table.woken < SCORED_S:
        return _scored(table, state, scored[-1])
    paper = Paper()
    _head(paper, table, state)
    width = paper.text(2, HEAD + 5, str(state.dice), HUGE)
    blue = tn("blue die", "blue dice", state.dice).rpartition(" ")
    for row, word in enumerate((blue[0], blue[2])):
        paper.words(width + 12, HEAD + 8 + 14 * row, word, WIDTH - 30 - width - 12)
    for sign in range(state.signs[state.seat]):
        paper.icon(width + 12 + 9 * sign, HEAD + 38, "sign")
    paper.icon(WIDTH - 26, HEAD + 12, "ring")
    return paper


def _scored(table: Table, state: SharkAttacks, reason: Reason) -> Paper:
    """The turn is over: how many points, why, and who is next."""
    paper = Paper()
    who = reason.seat if reason.seat is not None else state.seat
    paper.head(table.match.players[who], str(state.score[who]), who)
    x = paper.text(1, HEAD + 4, f"+{reason.points}", BIG) + 8
    words = _words(table, reason)
    if words:
        paper.two_lines(x, HEAD + 4, words, WIDTH - x)
    else:
        paper.wrapped(x, HEAD + 4, again(reason.text), WIDTH - x, 3)
    dice = tn("{count} die", "{count} dice", state.dice)
    paper.foot(with_name("{name}: {text}", table.match.players[state.seat], WIDTH - 12, text=dice))
    return paper


def _words(table: Table, reason: Reason) -> str:
    """The reason in a few words that can be read from afar; "" if it has none."""
    fled = table.match.states[-2]
    assert isinstance(fled, SharkAttacks)
    match reason.rule:
        case "SA-3":
            return t("banked")
        case "SA-4":
            return t("beach party ×2")
        case "SA-11":
            eaten = fled.eaten or any(dice for _, dice in state_of(table, SharkAttacks).bites)
            return t("escaped") if eaten else t("nobody eaten ×3")
    return ""


def _weather(table: Table, state: SharkAttacks) -> Paper:
    """Sun or rain has changed the number of wave dice; they are thrown again."""
    paper = Paper()
    _head(paper, table, state)
    paper.icon(1, HEAD + 4, state.event)
    room = WIDTH - 3 - paper.text(WIDTH - 3, HEAD + 4, str(state.dice), BIG, "right") - 30 - 4
    paper.words(30, HEAD + 4, t(WEATHER[state.event]), room)
    paper.text(30, HEAD + 19, SMALL.fit(t("throw again"), room))
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


WEATHER = {"sun": said("Sun"), "rain": said("Rain")}


def _decide(table: Table, state: SharkAttacks) -> Paper:
    """The throw just read, and what bank and going on are worth."""
    paper = Paper()
    _head(paper, table, state)
    choices = odds.choices(state)
    column = WIDTH // max(len(choices), 1)
    for place, choice in enumerate(choices):
        middle = column * place + column // 2
        paper.text(middle, HEAD + 1, SMALL.fit(label(choice.event.kind), column - 4), SMALL, "middle")
        exact = choice.event.kind == "bank"
        paper.text(middle, HEAD + 11, f"{choice.points:.0f}" if exact else f"{choice.points:.1f}", BIG, "middle")
    if len(choices) == 2:
        paper.line(column, HEAD + 3, column, HEAD + 34)
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


def _event(table: Table, state: SharkAttacks) -> Paper:
    """Going on: the yellow die is awaited."""
    paper = Paper()
    _head(paper, table, state)
    paper.box(2, HEAD + 4, 26, 26, fill=1)
    paper.text(16, HEAD + 5, "?", BIG, "middle", ink=0)
    paper.two_lines(36, HEAD + 5, t("now the yellow die"), WIDTH - 36)
    paper.swimmers(HEIGHT - DIE, (*state.kept, *(0,) * state.dice))
    return paper


def _flee(table: Table, state: SharkAttacks) -> Paper:
    """Sharks: the first flee throw is awaited, or one has been read and the next is awaited."""
    return _bitten(table, state) if state.bites else _alarm(table, state)


def _alarm(table: Table, state: SharkAttacks) -> Paper:
    paper = Paper()
    paper.head(t("SHARKS!"), table.match.players[state.seat])
    paper.icon(2, HEAD + 5, "attack")
    for middle, number, name in ((60, state.dice, t("blue")), (112, state.red, t("red"))):
        paper.text(middle, HEAD + 6, str(number), BIG, "middle")
        paper.text(middle, HEAD + 35, name, SMALL, "middle")
    paper.text(86, HEAD + 6, "+", BIG, "middle")
    return paper


def _bitten(table: Table, state: SharkAttacks) -> Paper:
    """Who was eaten by which fin, who got out, and the next throw."""
    paper = Paper()
    paper.head(table.match.players[state.seat], t("{count} out", count=sum(state.escaped)), state.seat)
    few = len(state.bites) <= 2
    for place, (fins, eaten) in enumerate(state.bites):
        if few:
            _bite(paper, HEAD + 11 - 7 * (len(state.bites) - 1) + 15 * place, fins, eaten)
        else:
            _small_bite(paper, place % 2 * 65, HEAD + 4 + place // 2 * 15, fins, eaten)
    paper.foot(t("next: {blue} blue {red} red", blue=state.dice, red=state.red))
    return paper


def _bite(paper: Paper, y: int, fins: int, eaten: Line) -> None:
    """So many fins, and what they ate, large."""
    for fin in range(fins):
        paper.icon(2 + 9 * fin, y + 1, "fin")
    meal = "+".join(str(face) for face in eaten)
    text = t("ate {swimmers}", swimmers=meal) if meal else t("ate none")
    paper.words(9 * fins + 8, y, text, WIDTH - 9 * fins - 8)


def _small_bite(paper: Paper, x: int, y: int, fins: int, eaten: Line) -> None:
    """The same in half the width."""
    for fin in range(fins):
        paper.icon(x + 1 + 7 * fin, y + 1, "fin")
    x += 7 * fins + 4
    for face in eaten:
        paper.swimmer(x, y, face, lit=False)
        x += DIE + 1
    if not eaten:
        paper.text(x, y + 2, t("none"))


def _take(table: Table, state: SharkAttacks) -> Paper:
    """A sign is to be taken from an opponent (a question about it usually lies over this)."""
    paper = Paper()
    _head(paper, table, state)
    paper.icon(4, HEAD + 6, "sign")
    givers = [table.match.players[seat] for seat in state.givers()]
    paper.two_lines(18, HEAD + 5, t("A sign from {names}?", names=join(givers, "or")), WIDTH - 18)
    return paper


PHASES: Mapping[str, Callable[[Table, SharkAttacks], Paper]] = {
    "first": _first,
    "enter": _enter,
    "decide": _decide,
    "event": _event,
    "flee": _flee,
    "take": _take,
}


PAGES = {OledPage.MAIN: main}
