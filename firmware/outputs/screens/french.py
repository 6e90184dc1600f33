"""French-suited cards on the OLED: a small card with its rank and the sign of its suit."""

from __future__ import annotations

from collections.abc import Sequence

from engines.french.cards import suit
from engines.names import face_of
from firmware.outputs.screens.font import BOLD, SMALL
from firmware.outputs.screens.paper import Paper

SIGNS = {
    "hearts": (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...", "......."),
    "diamonds": ("...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#..."),
    "clubs": ("..###..", "..###..", "##.#.##", "#######", "##.#.##", "...#...", "..###.."),
    "spades": ("...#...", "..###..", ".#####.", "#######", "##.#.##", "...#...", "..###.."),
}
"""The sign of each suit, seven dots each way."""
SIGN = 7
CARD_WIDTH, CARD_HEIGHT = 18, 25
"""A small card, px."""


def sign(paper: Paper, x: int, y: int, name: str) -> int:
    """The sign of a suit; gives its width."""
    for down, row in enumerate(SIGNS[name]):
        for right, dot in enumerate(row):
            if dot == "#":
                paper.line(x + right, y + down, x + right, y + down)
    return SIGN


def rank(card: str) -> str:
    """The rank in one or two signs: `10`, `K`."""
    face = face_of(card)
    return face if face.isdigit() else face[0].upper()


def card(paper: Paper, x: int, y: int, name: str) -> int:
    """A small card, its rank above the sign; gives its width."""
    paper.frame(x, y, CARD_WIDTH, CARD_HEIGHT)
    text = rank(name)
    paper.text(x + CARD_WIDTH // 2, y + 3, text, BOLD if len(text) == 1 else SMALL, "middle")
    sign(paper, x + (CARD_WIDTH - SIGN) // 2, y + 15, suit(name))
    return CARD_WIDTH


def cards(paper: Paper, x: int, y: int, names: Sequence[str], room: int) -> None:
    """Cards side by side, closer together where there is no room for them; the last on top."""
    step = min(CARD_WIDTH + 2, (room - CARD_WIDTH) // max(len(names) - 1, 1))
    for place, name in enumerate(names):
        left = x + place * step
        paper.box(left, y, CARD_WIDTH, CARD_HEIGHT, fill=0)
        card(paper, left, y, name)
