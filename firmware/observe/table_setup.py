"""How a table is set up for a match: which game lies there, for how many, on which mat."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from engines.core import Match
from firmware.games import layouts
from firmware.games.deck_size import cards_of
from firmware.games.profile import GameProfile
from firmware.games.profiles import profile_of
from firmware.observe.drawn_mat import Drawings, DrawnMat
from hardware.art import mat as mat_art
from hardware.art.card_sizes import CardSize
from vision.frame.mat import PrintedMat

NOTHING_TAUGHT = Path(os.devnull)
"""Instead of the folder of all data: one under which nothing can lie."""
PRINT_PX_PER_MM = 2.0
"""The scale at which a mat's print is drawn, to be compared with what the camera sees."""


@dataclass(frozen=True)
class TableSetup:
    """What an observer must know of a table.

    `game` is the name of a game that a camera can follow; `home` the folder in which taught pieces are kept; `seats`
    how many play (0: the mat as printed); `options` those of the game; `drawn` the mat that was drawn over the picture,
    if one was.
    """

    game: str
    home: Path = NOTHING_TAUGHT
    seats: int = 0
    options: tuple[tuple[str, object], ...] = ()
    drawn: DrawnMat | None = None

    @property
    def profile(self) -> GameProfile:
        """How the game lies on the table."""
        return profile_of(self.game, dict(self.options))

    @cached_property
    def cards(self) -> CardSize:
        """Width and height of the cards, mm."""
        return cards_of(self.profile.deck, self.home)

    @cached_property
    def layout(self) -> Mapping[str, Any]:
        """The layout of the mat: printed, or with the drawn places."""
        drawn_zones = self.drawn.zones if self.drawn else None
        return layouts.mat(self.game, self.seats, dict(self.options), drawn_zones, self.cards)

    @cached_property
    def printed(self) -> PrintedMat | None:
        """The mat as it is printed, to be found by; None where dice are read, whose mat its markers alone tell, and
        where the mat was drawn over the picture."""
        return self.print_below if self.profile.deck else None

    @cached_property
    def print_below(self) -> PrintedMat | None:
        """What is printed on the mat below all that lies there; None where it was drawn over the picture."""
        return None if self.drawn else _printed(json.dumps(self.layout))


@lru_cache(maxsize=4)
def _printed(layout: str) -> PrintedMat:
    plan = json.loads(layout)
    return PrintedMat.of(mat_art.picture(plan, PRINT_PX_PER_MM), PRINT_PX_PER_MM, plan)


def mat_of(match: Match) -> str:
    """The name of the mat that a match lies on."""
    return layouts.mat_name(match.game.name, len(match.players))


def setup_of(match: Match, drawings: Drawings) -> TableSetup:
    """How the table of a match is set up."""
    game = match.game.name
    return TableSetup(game, drawings.home, len(match.players), match.options, drawings.of(mat_of(match)))
