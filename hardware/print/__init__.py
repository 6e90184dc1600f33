"""Our own printable pieces as PDF, true to size, A4 and Letter."""

from hardware.print.deck import deck
from hardware.print.dice import dice
from hardware.print.mat import mat
from hardware.print.page import PAPERS
from hardware.print.pieces import marks, tiles, tokens

__all__ = ["PAPERS", "deck", "dice", "marks", "mat", "tiles", "tokens"]
