"""What screens are drawn on: 128x64 dots, and the few marks they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from engines.seats import SEATS
from firmware.outputs.screens.font import BOLD, SMALL, TALL_LINE, Font, dots, picture, whole

WIDTH, HEIGHT = 127, 63
"""What is drawn is one dot less than the OLED each way, so that it can wander a little (see `wander`)."""
HEAD = 15
"""Height of the bar at the top."""
DIE = 11
"""Side of a small die."""
EMBLEM = 7
"""Side of a seat's emblem."""

Side = Literal["left", "middle", "right"]


class DieSize(NamedTuple):
    """An ordinary die, px: its side, the side of a pip, and how far the outer pips lie from the rim."""

    side: int
    pip: int
    margin: int


DIE_SIZES = tuple(DieSize(*px) for px in ((32, 6, 4), (20, 4, 2), (17, 3, 2), (14, 2, 2), (12, 2, 1)))


@lru_cache(maxsize=64)
def icon(name: str) -> Image.Image:
    """One of our own pictures, cut to what is lit."""
    image = picture(dots("icons")[name])
    return image.crop((0, 0, image.width, image.getbbox()[3]))  # type: ignore[index]  # no icon is empty


@lru_cache(maxsize=16)
def emblem(seat: int) -> Image.Image:
    """The emblem of a seat, EMBLEM px each way."""
    return picture(SEATS[seat % len(SEATS)].dots)


class Paper:
    """A black sheet; x and y in dots from the upper left corner, `ink` 1 is lit."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._pen = ImageDraw.Draw(self.image)

    def text(self, x: int, y: int, text: str, font: Font = SMALL, side: Side = "left", ink: int = 1) -> int:
        """Write; `x` is the text's left end, middle or right end, `y` the top of its capitals. Gives its width."""
        width = font.width(text)
        font.draw(self.image, x - {"left": 0, "middle": width // 2, "right": width}[side], y, text, ink)
        return width

    def words(self, x: int, y: int, text: str, width: int, side: Side = "left", ink: int = 1) -> int:
        """Write our own words in that width: bold, where that is too wide in small letters, and only then cut short.

        `y` is the top of the bold capitals. Gives their width.
        """
        low = BOLD.width(text) > width and not SMALL.tall(text)
        font = SMALL if low else BOLD
        return self.text(x, y + (2 if low else 0), font.fit(text, width), font, side, ink)

    def two_lines(self, x: int, y: int, text: str, width: int) -> None:
        """Write our own words bold in two lines of like length, a single one in their middle; small if too long."""
        lines = [text]
        if BOLD.width(text) > width:
            tries = (BOLD.wrap(text, width * part // 10, 3) for part in (6, 7, 8, 9, 10))
            lines = next((lines for lines in tries if len(lines) < 3 and whole(text, lines)), [])
        if not lines:
            self.wrapped(x, y, text, width, 3)
        for row, line in enumerate(lines):
            self.text(x, y + (BOLD.line * row if lines[1:] else BOLD.line // 2), line, BOLD)

    def wrapped(self, x: int, y: int, text: str, width: int, lines: int, font: Font = SMALL) -> int:
        """Write in lines; gives the y after the last."""
        rows = font.rows(text, width, lines)
        for below, line in rows:
            self.text(x, y + below, line, font)
        return y + font.line + (rows[-1][0] if rows else -font.line) + (2 if rows and font.tall(rows[-1][1]) else 0)

    def box(self, x: int, y: int, width: int, height: int, fill: int | None = None, outline: int | None = None) -> None:
        """A rectangle with corners cut off."""
        self._pen.rounded_rectangle((x, y, x + width - 1, y + height - 1), 1, fill, outline)

    def bar(self, x: int, y: int, width: int, height: int) -> None:
        """A lit rectangle."""
        if width > 0 and height > 0:
            self._pen.rectangle((x, y, x + width - 1, y + height - 1), 1)

    def line(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """A line one dot thick."""
        self._pen.line((x0, y0, x1, y1), 1)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """The outline of a rectangle, its last lit dots at x + width and y + height."""
        self._pen.rectangle((x, y, x + width, y + height), None, 1)

    def dots(self, y: int) -> None:
        """A faint line from rim to rim."""
        for x in range(0, WIDTH, 3):
            self._pen.point((x, y), 1)

    def icon(self, x: int, y: int, name: str, ink: int = 1) -> int:
        """One of our pictures; gives its width."""
        image = icon(name)
        self.image.paste(ink, (x, y), image)
        return image.width

    def emblem(self, x: int, y: int, seat: int, ink: int = 1) -> int:
        """The emblem of a seat; gives its width with the gap to the name behind it."""
        self.image.paste(ink, (x, y), emblem(seat))
        return EMBLEM + 2

    def head(self, left: str, right: str = "", seat: int | None = None) -> None:
        """The bar at the top, lit: a name at the left, with the emblem of its `seat`; a figure at the right."""
        self.bar(0, 0, WIDTH, HEAD)
        taken = self.text(WIDTH - 3, 2, right, BOLD, "right", ink=0) if right else 0
        x = 3 if seat is None else 3 + self.emblem(3, 4, seat, ink=0)
        self.words(x, 2, left, WIDTH - 5 - x - taken - (5 if right else 0), ink=0)

    def side_head(self, x: int, name: str, seat: int) -> None:
        """A bar at the top of what stands right of `x`, lit: a player's emblem and name."""
        self.box(x, 0, WIDTH - x, HEAD, fill=1)
        left = x + 2 + self.emblem(x + 2, 4, seat, ink=0)
        self.words(left, 2, name, WIDTH - left - 2, ink=0)

    def foot(self, text: str) -> None:
        """The bar at the bottom, lit: what comes next."""
        self.bar(0, HEIGHT - HEAD, WIDTH, HEAD)
        self.words(WIDTH // 2, HEIGHT - HEAD + 2, text, WIDTH - 6, "middle", ink=0)

    def swimmer(self, x: int, y: int, face: int, side: int = DIE, lit: bool = True) -> None:
        """A swimmer die: lit with its number (an outline if not `lit`), or an outline with a wave for 0."""
        self.box(x, y, side, DIE, fill=1 if face and lit else None, outline=1)
        if face:
            self.text(x + side // 2 + 1, y + 2, str(face), SMALL, "middle", ink=0 if lit else 1)
        else:
            self.icon(x + side // 2 - 3, y + 4, "wave")

    def swimmers(self, y: int, faces: Sequence[int]) -> None:
        """A row of up to eleven swimmer dice, in the middle."""
        side = DIE if len(faces) <= 9 else DIE - 1
        pitch = min(side + 2, WIDTH // max(len(faces), 1))
        left = (WIDTH - pitch * (len(faces) - 1) - side) // 2
        for place, face in enumerate(faces):
            self.swimmer(left + pitch * place, y, face, side)

    def pips(self, x: int, y: int, face: int, size: DieSize) -> None:
        """An ordinary die, lit, with its pips."""
        side, pip, near = size
        self.box(x, y, side, side, fill=1)
        middle, far = (side - pip) // 2, side - near - pip
        spots = {(middle, middle)} if face % 2 else set()
        spots |= {(near, near), (far, far)} if face > 1 else set()
        spots |= {(far, near), (near, far)} if face > 3 else set()
        spots |= {(near, middle), (far, middle)} if face == 6 else set()
        for across, down in spots:
            self.box(x + across, y + down, pip, pip, fill=0)

    def code(self, x: int, y: int, text: str, side: int) -> None:
        """A QR code in a white square of `side` px, its modules as large as there is room for."""
        import segno  # only here: 3 MB that most evenings do not need

        rows = segno.make(text, error="l", micro=False).matrix
        scale = side // (len(rows) + 2)
        margin = (side - scale * len(rows)) // 2
        self.box(x, y, side, side, fill=1)
        for row, modules in enumerate(rows):
            for column, dark in enumerate(modules):
                if dark:
                    self.box(x + margin + scale * column, y + margin + scale * row, scale, scale, fill=0)

    def banner(self, text: str, lines: int) -> None:
        """A sentence over the lowest lines: it does not take the screen away."""
        tall = SMALL.tall(text)
        rows = SMALL.wrap(text, WIDTH - 17, 1 if tall else lines)
        height = (TALL_LINE + 1 if tall else SMALL.line * len(rows)) + 3
        self._pen.rectangle((0, HEIGHT - height - 1, WIDTH - 1, HEIGHT - 1), 0)
        self.bar(0, HEIGHT - height, WIDTH, height)
        self.icon(2, HEIGHT - height // 2 - 5, "warn", ink=0)
        for number, line in enumerate(rows):
            self.text(14, HEIGHT - height + (5 if tall else 2) + SMALL.line * number, line, ink=0)

    def at(self, shift: tuple[int, int]) -> Image.Image:
        """The sheet as the OLED takes it, mode "1", 128x64, moved right and down by `shift` (0 or 1 each)."""
        whole = Image.new("1", (128, 64))
        whole.paste(self.image, shift)
        return whole


def wander(now: float) -> tuple[int, int]:
    """Where the picture lies at `now` (seconds): it moves by a dot each minute, so that no edge burns in."""
    return ((0, 0), (1, 0), (1, 1), (0, 1))[int(now // 60) % 4]
