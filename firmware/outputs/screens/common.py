"""The screens that every game shares: mismatches, scores, odds, how to connect, who has won."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeVar

from companion.words.language import again, t, tn
from companion.words.rules import how_to_play
from engines import odds
from engines.core import Over, State, said
from firmware.outputs.screens.font import BIG, BOLD, LARGE, SMALL, Font, small
from firmware.outputs.screens.paper import EMBLEM, HEAD, HEIGHT, WIDTH, Paper
from firmware.outputs.screens.scripts import clusters
from firmware.state.table import Hotspot, Mismatch, Table

RULES_LINES = 5
"""How to play has room for so many lines below its head; more take its place."""
MARGIN_PX = 24
"""Less room than this beside a figure holds no words."""
LETTER_PX = 9
"""Side of the place that a player's letter has on a piece."""
ONE_COLUMN_PLAYERS = 3
"""So many scores stand below each other; more in two columns."""
BUTTONS_X, BUTTONS_GAP, KEY_PX = (0, 38, 82), 4, 10
"""Where the buttons stand in the lowest line, the least gap between two, and how wide a button's own letter is; px."""
SCORED_S = 8.0
"""How long the points of a turn stay in view, before what is thrown next takes the screen."""
Page = Callable[[Table], Paper]
OVER = -1
"""What takes the place of the main page once the game has ended."""
Cell = tuple[int, int, int, int]
"""x, y, width and height of a player's place on a sheet, px."""
S = TypeVar("S", bound=State)


def state_of(table: Table, game: type[S]) -> S:
    """The state of the match, which is one of that game."""
    state = table.match.state
    assert isinstance(state, game)
    return state


def cells(count: int, columns: int, top: int = 0, gap: int = 1) -> Iterator[Cell]:
    """Where so many players stand below `top`: one column after the other, `gap` px between them."""
    rows = -(-count // columns)
    width, height = (WIDTH - gap * (columns - 1)) // columns, (HEIGHT - top) // rows
    for place in range(count):
        yield place // rows * (width + gap), top + place % rows * height, width, height


def buttons(paper: Paper, yes: str, other: str, undo: str) -> None:
    """What the buttons do now, in the lowest line: each at its place, or moved aside by what the others say."""
    y, there = HEIGHT - 9, [button for button in zip(BUTTONS_X, "ABC", (yes, other, undo), strict=True) if button[2]]
    room = WIDTH - KEY_PX * len(there) - BUTTONS_GAP * (len(there) - 1)
    widths = [SMALL.width(does) for _, _, does in there]
    most = next(most for most in range(WIDTH, 0, -1) if sum(min(width, most) for width in widths) <= room)
    texts = [SMALL.fit(does, most) for _, _, does in there]
    lefts: list[int] = []
    for (x, _, _), before in zip(there, ["", *texts], strict=False):
        lefts.append(max(x, lefts[-1] + KEY_PX + SMALL.width(before) + BUTTONS_GAP) if lefts else x)
    end = WIDTH
    for (_, name, _), text, x in reversed(list(zip(there, texts, lefts, strict=True))):
        x = min(x, end - KEY_PX - SMALL.width(text))
        end = x - BUTTONS_GAP
        paper.bar(x, y - 1, 7, 8)
        paper.text(x + 1, y, name, ink=0)
        paper.text(x + KEY_PX, y, text)


def mismatch(found: Mismatch, crowded: bool = False) -> Paper:
    """What should lie there and what is seen; `crowded` leaves the lowest lines free."""
    paper = Paper()
    expected, seen = again(found.expected), again(found.seen)
    paper.head(t("Look again"))
    paper.icon(WIDTH - 13, 2, "warn", ink=0)
    if max(BOLD.width(expected), BOLD.width(seen)) < WIDTH:
        for y, label, text in ((HEAD + 2, t("should be"), expected), (HEAD + 25, t("I see"), seen)):
            paper.text(1, y, label)
            paper.text(1, y + 10, text, BOLD)
    else:
        y = paper.wrapped(1, HEAD + 2, t("Should be: {expected}", expected=expected), WIDTH - 1, 2)
        paper.wrapped(1, y + 1, t("I see: {seen}", seen=seen), WIDTH - 1, 1 if crowded else 2 if found.extra else 3)
    if found.extra:
        buttons(paper, "", "", t("leave it"))
    return paper


def scores(table: Table) -> Paper:
    """Up to six players, whose turn it is, their points and (where the game has them) signs."""
    paper = Paper()
    state, players = table.match.state, table.match.players
    turn = getattr(state, "seat", None)
    signs = state.signs_held or (0,) * len(players)
    for seat, cell in enumerate(cells(len(players), 1 if len(players) <= ONE_COLUMN_PLAYERS else 2)):
        active = seat == turn and len(players) > 1
        name = f"({players[seat]})" if seat in table.match.seating.away else players[seat]
        _score(paper, cell, seat, name, state.scores()[seat], signs[seat], active, small(players))
    return paper


def _score(paper: Paper, place: Cell, seat: int, name: str, points: int, signs: int, turn: bool, font: Font) -> None:
    x, y, width, height = place
    ink = 0 if turn else 1
    if turn:
        paper.box(x, y, width, height - 1, fill=1)
    figure = BIG if height > 27 and width > 100 else BOLD
    taken = paper.text(x + width - 3, y + (height - figure.height) // 2, str(points), figure, "right", ink)
    letters = BOLD if width > 100 else font
    room = width - taken - 9 - EMBLEM
    top = y + (height - letters.height - (10 if signs else 0)) // 2
    name = letters.fit(name, room)
    low = max(top, y + letters.rise(name))  # some scripts stand higher than our capitals
    after = x + 1 + paper.emblem(x + 1, low + (letters.height - EMBLEM) // 2, seat, ink)
    paper.text(after, low, name, letters, ink=ink)
    for sign in range(signs):
        paper.icon(x + 3 + 8 * sign, min(low + letters.height + 2, y + height - 9), "sign", ink)


def worth(table: Table) -> Paper:
    """What each choice of the decision is worth: points, and the chance to win from here."""
    paper = Paper()
    choices = odds.choices(table.match.state)[:3]
    if not choices:
        paper.head(t("Odds"))
        paper.wrapped(2, HEAD + 10, t("Nothing is to be decided now."), WIDTH - 4, 3)
        return paper
    _head_of_worth(paper)
    height = (HEIGHT - HEAD) // len(choices)
    best = max(choice.points for choice in choices)
    for place, choice in enumerate(choices):
        y = HEAD + place * height + 3
        points = paper.text(84, y, f"{choice.points:.1f}", BOLD, "right")
        paper.words(2, y, label(choice.event.kind), 78 - points)
        paper.text(WIDTH - 2, y, f"{choice.win:.0%}", BOLD, "right")
        paper.bar(2, y + 13, round(82 * choice.points / best) if best > 0 else 0, 4)
        paper.bar(WIDTH - 32, y + 13, round(30 * choice.win), 4)
    return paper


def _head_of_worth(paper: Paper) -> None:
    """The bar at the top: what stands in each column, its title only where there is room for it."""
    paper.bar(0, 0, WIDTH, HEAD)
    win = paper.words(WIDTH - 3, 2, t("win"), 50, "right", ink=0)
    right = min(84, WIDTH - 3 - win - 6)
    points = paper.words(right, 2, t("points"), right - 3, "right", ink=0)
    if BOLD.width(t("Odds")) < right - points - 8:
        paper.text(3, 2, t("Odds"), BOLD, ink=0)


def letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each player, no two the same: the first of the name that is free, else the seat's number.

    Letters that are too large for the place of a piece, such as hangul, are none of them; accents are left out.
    """
    taken: list[str] = []
    for seat, name in enumerate(players):
        bare = (unicodedata.normalize("NFD", part)[0] if SMALL.rise(part) else part for part in clusters(name.upper()))
        free = [part for part in bare if part[0].isalnum() and part not in taken and _fits(part)]
        taken.append(free[0] if free else str(seat + 1))
    return tuple(taken)


def _fits(letter: str) -> bool:
    glyph = SMALL.glyph(unicodedata.normalize("NFD", letter)[0])
    high = len(letter) > 1 or glyph.rise > 0 or SMALL.tall(letter)
    return not high and max(glyph.image.size) <= LETTER_PX


def label(kind: str) -> str:
    """What a decision is called at the table."""
    return t(DECISIONS[kind]) if kind in DECISIONS else kind


DECISIONS = {"again": said("go on"), "bank": said("bank")}


def with_name(message: str, name: str, width: int, font: Font = BOLD, **values: object) -> str:
    """A sentence with a name, in a line of that width: if need be the name is cut short, and only then the rest.

    One in bold that is too wide is meant for small letters, as `Paper.words` writes it.
    """
    whole = t(message, name=name, **values)
    font = SMALL if font is BOLD and BOLD.width(whole) > width and not SMALL.tall(whole) else font
    if font.width(whole) <= width:
        return whole
    rest = font.width(t(message, name="", **values))
    return font.fit(t(message, name=font.fit(name, max(width - rest - 1, 0)), **values), width)


def rules(table: Table) -> Paper:
    """How the game is played, in short."""
    paper = Paper()
    text = how_to_play(table.match.game.name).short
    if len(SMALL.wrap(text, WIDTH - 1, RULES_LINES + 1)) > RULES_LINES:
        paper.wrapped(1, 1, text, WIDTH - 1, HEIGHT // SMALL.line)
        return paper
    paper.head(t("How to play"))
    paper.wrapped(1, HEAD + 3, text, WIDTH - 1, RULES_LINES)
    return paper


def connect(table: Table) -> Paper:
    """Where phones find the page, and the PIN that lets them change something."""
    if table.hotspot:
        return hotspot(table, table.hotspot)
    paper = Paper()
    paper.text(1, 1, _by_name(table) or SMALL.fit(t("Open on a phone:"), WIDTH - 1))
    address = table.address.removeprefix("http://").rstrip("/") or t("no network")
    bold = BOLD.width(address) < WIDTH
    if SMALL.width(address) >= WIDTH:
        address = address.replace(":", " :")  # so that the port goes to the second line whole
    paper.wrapped(1, 12 if bold else 11, address, WIDTH - 1, 1 if bold else 2, BOLD if bold else SMALL)
    paper.line(0, 30, WIDTH - 1, 30)
    paper.text(1, 36, "PIN")
    room = WIDTH - 7 - paper.text(WIDTH - 2, 36, table.pin, BIG, "right")
    if room > MARGIN_PX:  # a PIN that was guessed at is longer
        paper.wrapped(1, 45, t("to change"), room, 2)
    return paper


def _by_name(table: Table) -> str:
    """The name of the page, for phones that know mDNS; "" if there is none, or no room: the address is there anyhow."""
    port = table.address.rpartition(":")[2]
    text = t("{address} or", address=f"{table.name}.local:{port}") if table.name and table.address else ""
    return text if SMALL.width(text) < WIDTH else ""


def hotspot(table: Table, offered: Hotspot) -> Paper:
    """How a phone joins the hotspot: a QR code, name and password to type; below the page's address, and the PIN."""
    paper = Paper()
    paper.code(0, 0, f"WIFI:T:WPA;S:{offered.ssid};P:{offered.password};;", HEIGHT)
    x = HEIGHT + 3
    y = paper.wrapped(x, 2, offered.ssid, WIDTH - x, 2)
    paper.wrapped(x, y + 1, offered.password, WIDTH - x, 1)
    paper.line(x, 33, WIDTH - 1, 33)
    address = table.address.removeprefix("http://")
    room = WIDTH - x
    paper.wrapped(x, 36, address if SMALL.width(address) < room else address.replace(":", " :"), room, 2)
    paper.text(x, HEIGHT - 8, f"PIN {table.pin}")
    return paper


def over(table: Table) -> Paper:
    """Who has won, and how the others stand."""
    points, players = table.match.state.scores(), table.match.players
    winners = won(table)
    losers = sorted((seat for seat in range(len(players)) if seat not in winners), key=lambda seat: -points[seat])
    how = t("the end")
    if winners:
        how = tn("wins with {points}", "win with {points}", len(winners), points=points[winners[0]])
    return ending(table, how, [f"{players[seat]} {points[seat]}" for seat in losers])


def won(table: Table) -> tuple[int, ...]:
    """The seats that have won."""
    awaits = table.match.state.awaits
    return awaits.winners if isinstance(awaits, Over) else ()


def ending(table: Table, how: str, others: list[str]) -> Paper:
    """A cup, the winners, a line on how they won, and the others, each kept in one line."""
    paper = Paper()
    name = " & ".join(table.match.players[seat] for seat in won(table))
    paper.icon(1, 2, "cup")
    if LARGE.width(name) <= WIDTH - 30:
        paper.text(30, 4, name, LARGE)
    elif BOLD.width(name) <= WIDTH - 30:
        paper.text(30, 10, name, BOLD)
    else:
        paper.wrapped(30, 6, name, WIDTH - 30, 2)
    text = "  ".join(other.replace(" ", "\u00a0") for other in others)
    two_lines = SMALL.tall(text) or SMALL.rise(text) or SMALL.width(text) >= WIDTH - 1
    paper.words(WIDTH // 2, 29 if two_lines else 30, how, WIDTH, "middle")
    if two_lines:
        paper.wrapped(1, 45, text, WIDTH - 1, 2)
        return paper
    paper.text(1, 44, text)
    return with_next_game(paper)


def with_next_game(paper: Paper) -> Paper:
    """The end of a match whose lowest line is free: how the next one is begun."""
    buttons(paper, "", t("next game"), "")
    return paper


def paused(table: Table) -> Paper:
    """The match rests: how the players stand, and what goes on with it."""
    paper, match = Paper(), table.match
    paper.head(t("Paused"))
    points = match.state.scores()
    text = "  ".join(f"{name}\u00a0{points[seat]}" for seat, name in enumerate(match.players))
    paper.wrapped(1, HEAD + 5, text, WIDTH - 1, 3)
    buttons(paper, t("go on"), "", "")
    return paper


def fault(sentence: str, head: str) -> Paper:
    """The device cannot go on: what happened and what to do."""
    paper = Paper()
    paper.head(t(head))
    paper.icon(WIDTH - 13, 2, "warn", ink=0)
    paper.wrapped(1, HEAD + 3, again(sentence), WIDTH - 1, 5)
    return paper
