"""Sheets of paper, drawn on in mm from the top left, as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfgen.canvas import Canvas

from hardware.arrays import Matrix
from hardware.art.polygons import Art, Colour

rl_config.useA85 = 0
"""Sheets are kept in bytes: in letters they take a quarter more, and a Pi long to write."""

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a sheet held upright, mm."""

JAPANESE = "HeiseiKakuGo-W5"
MARGIN_MM = 6.0
"""What a home printer leaves white at each edge."""


def paper_size(paper: str, wide: bool = False) -> tuple[float, float]:
    """Width and height in mm of a sheet, `wide` for one on its side. Raises ValueError for paper we do not know."""
    if paper not in PAPERS:
        raise ValueError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    w, h = PAPERS[paper]
    return (h, w) if wide else (w, h)


def _font(words: str) -> str:
    """The font for a line: one that every reader of PDFs has."""
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        registerFont(UnicodeCIDFont(JAPANESE))
        return JAPANESE
    return "Helvetica"


class PrintPage:
    """A PDF in the making. Lengths in mm, y downwards; colours B, G, R 0 to 255."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        self.size = size
        self._bytes = BytesIO()
        self._canvas = Canvas(self._bytes, pagesize=(size[0] * mm, size[1] * mm), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)

    def shape(self, outline: Matrix | Sequence[tuple[float, float]], colour: Colour) -> None:
        """A filled polygon (N, 2)."""
        path = self._canvas.beginPath()
        points = [self._at(float(x), float(y)) for x, y in outline]
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        self._ink(colour)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def line(self, x0: float, y0: float, x1: float, y1: float, thick: float = 0.12, dashed: bool = False) -> None:
        """A grey line, for scissors or (dashed) for folding."""
        self._canvas.setStrokeColorRGB(0.45, 0.45, 0.45)
        self._canvas.setLineWidth(thick * mm)
        self._canvas.setDash([2, 2] if dashed else [])
        self._canvas.line(*self._at(x0, y0), *self._at(x1, y1))

    def text(self, x: float, y: float, words: str, tall: float = 2.8) -> None:
        """A line of small grey type standing on (x, y)."""
        self._canvas.setFillColorRGB(0.35, 0.35, 0.35)
        self._canvas.setFont(_font(words), tall * mm / 0.72)
        self._canvas.drawString(*self._at(x, y), words)

    def keep(self, name: str, size: tuple[float, float], art: Art) -> None:
        """Shapes for `lay` to put on any sheet, any number of times: mm from their top left, cut off at `size`."""
        self._canvas.beginForm(name, 0, 0, size[0] * mm, size[1] * mm)
        whole, self.size = self.size, size
        for colour, outline in art:
            self.shape(outline, colour)
        self.size = whole
        self._canvas.endForm()

    def lay(self, name: str, size: tuple[float, float], x: float, y: float) -> None:
        """What was kept under this name, its top left at (x, y)."""
        left, low = self._at(x, y + size[1])
        self._canvas.saveState()
        self._canvas.translate(left, low)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def window(self, x: float, y: float, w: float, h: float) -> None:
        """From here to `open`, what lies outside this rectangle is not drawn."""
        path = self._canvas.beginPath()
        left, low = self._at(x, y + h)
        path.rect(left, low, w * mm, h * mm)
        self._canvas.saveState()
        self._canvas.clipPath(path, stroke=0, fill=0)

    def open(self) -> None:
        """Ends a `window`."""
        self._canvas.restoreState()

    def turn(self) -> None:
        """The next sheet."""
        self._canvas.showPage()

    def done(self) -> bytes:
        """The whole PDF."""
        self._canvas.save()
        return self._bytes.getvalue()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * mm, (self.size[1] - y) * mm

    def _ink(self, colour: Colour) -> None:
        b, g, r = colour
        self._canvas.setFillColorRGB(r / 255, g / 255, b / 255)
