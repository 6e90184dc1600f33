"""One identity for each seat: a colour and an emblem, the same on the page, the OLED, the printed tokens and the mat.

The first six colours are those of the tokens, which the camera reads. All eight stay apart for the colour-blind, and
the emblems stay apart without any colour.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """What marks all that is of one player."""

    colour: str
    """What the colour is called, as on the mat."""
    ground: str
    """The colour, "#rrggbb"."""
    ink: str
    """What stands out on that colour."""
    emblem: str
    """What the emblem is called."""
    drawing: str
    """The emblem as SVG in a square of 24; what has the class "cut" or "hole" is in the colour of the ground."""
    dots: tuple[str, ...]
    """The emblem for the OLED: rows from top to bottom, `#` is lit."""


PALE, DARK = "#ffffff", "#14181c"

SEATS: tuple[Seat, ...] = (
    Seat(
        "red", "#d62828", PALE, "starfish",
        '<path d="M12 2.2c.9 0 1.3 5.4 2.6 6.4s6.7-.1 7 .8-4.5 3.5-5 5.1 2.7 6.2 2 6.8-5.1-2.9-6.6-2.9-5.9 3.4-6.6 2.9 '
        '2.5-5.2 2-6.8-5.3-4.2-5-5.1 5.7.2 7-.8S11.1 2.2 12 2.2z"/>',
        ("...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", "##...##"),
    ),
    Seat(
        "blue", "#1d5fbf", PALE, "shell",
        '<path d="M12 3C6.5 3 2 7.4 2 12.6c0 1.1.7 2 1.7 2.5l5.8 3.1-.6 2.8h6.2l-.6-2.8 5.8-3.1c1-.5 1.7-1.4 1.7-2.5C'
        '22 7.4 17.5 3 12 3z"/><path class="cut" d="M12 5.5v12M7.6 6.9l2.6 10.2M16.4 6.9l-2.6 10.2"/>',
        (".#.#.#.", "#######", "#.#.#.#", ".#.#.#.", ".##.##.", "..###..", ".#####."),
    ),
    Seat(
        "yellow", "#f7c500", DARK, "sail",
        '<path d="M12.8 2v14.5H21C20.3 10.5 17.3 5.3 12.8 2zM11 6c-3.6 2.6-6.2 6.3-7 10.5h7zM2.5 18.3h19c-.8 '
        '2.3-2.7 3.7-5.3 3.7H7.8c-2.6 0-4.5-1.4-5.3-3.7z"/>',
        ("...#...", "..##...", ".###.#.", "####.##", "...#...", "#######", ".#####."),
    ),
    Seat(
        "green", "#1f9a48", PALE, "ring buoy",
        '<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 '
        '0 1 0-8.8z"/><path class="cut" d="M12 2v5.6M12 16.4V22M2 12h5.6M16.4 12H22"/>',
        ("..###..", ".#####.", "##...##", "##...##", "##...##", ".#####.", "..###.."),
    ),
    Seat(
        "black", "#23262b", PALE, "fish",
        '<path d="M1.5 12C4.5 7.3 8 5 11.7 5c3 0 5.5 1.6 7.4 4.3L23 6.5v11l-3.9-2.8C17.2 17.4 14.7 19 11.7 '
        '19c-3.7 0-7.2-2.3-10.2-7z"/><circle class="hole" cx="7.6" cy="10.8" r="1.4"/>',
        (".......", "..###.#", ".######", "#.###.#", ".######", "..###.#", "......."),
    ),
    Seat(
        "pink", "#e0459b", PALE, "drop",
        '<path d="M12 1.5c4.6 5.4 7.3 9.3 7.3 13A7.3 7.3 0 0 1 12 22a7.3 7.3 0 0 1-7.3-7.5c0-3.7 2.7-7.6 '
        '7.3-13z"/>',
        ("...#...", "...#...", "..###..", "..###..", ".#####.", ".#####.", "..###.."),
    ),
    Seat(
        "orange", "#f08a24", DARK, "crab",
        '<path d="M12 10c4.6 0 8 2.3 8 5.3S16.6 21 12 21s-8-2.7-8-5.7S7.4 10 12 10z"/><path d="M8 10.5C5.5 10 4.6 9 '
        '4.3 7.8 2.4 7 1.5 5.6 1.8 3.9c.1-.9.6-1.7 1.4-2.3l1 2.7 2.6-1.5c.7 1 .8 2.2.3 3.3-.3.7-.8 1.2-1.4 '
        '1.5.3.9 1.3 1.4 3 1.7zM16 10.5c2.5-.5 3.4-1.5 3.7-2.7 1.9-.8 2.8-2.2 2.5-3.9-.1-.9-.6-1.7-1.4-2.3l-1 '
        '2.7-2.6-1.5c-.7 1-.8 2.2-.3 3.3.3.7.8 1.2 1.4 1.5-.3.9-1.3 1.4-3 1.7zM4.5 18l1.7 1.6-2.7 3-1.2-1zM19.5 '
        '18l-1.7 1.6 2.7 3 1.2-1z"/><circle class="hole" cx="9" cy="13.5" r="1.3"/><circle class="hole" cx="15" '
        'cy="13.5" r="1.3"/>',
        ("#.....#", "##...##", ".#...#.", "..###..", "#######", ".#####.", "#.#.#.#"),
    ),
    Seat(
        "white", "#f4f4f2", DARK, "moon",
        '<path d="M15 2.2A10 10 0 1 0 21.8 15 8.3 8.3 0 0 1 15 2.2z"/>',
        ("..###..", ".##....", "##.....", "##.....", "##....#", ".##..##", "..####."),
    ),
)  # fmt: skip
"""The identity of each seat, in the order of the seats."""
