"""What all games need on the table beside their rules; the faces of dice; the layouts of mats."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engines.games import GAMES
from engines.names import module_of
from firmware.games.profile import GameProfile

LAYOUTS = Path(__file__).parent / "layouts"

PROFILES: dict[str, GameProfile] = {
    game: import_module(f"firmware.games.on_table.{module_of(game)}").PROFILE for game in GAMES
}
"""The games that a camera can follow."""


def profile_of(game: str, options: Mapping[str, object]) -> GameProfile:
    """How a game lies on the table with these options. Raises KeyError for a game that no camera can follow."""
    own = PROFILES[game]
    return own.chosen(options) if own.chosen and options else own


ORDINARY = "die"
"""The kind, in the rules, of ordinary dice of whatever colour."""

FACES = {
    "swimmer": ("wave", "1", "2", "3"),
    "shark": ("wave", "1", "2", "3"),
    "event": ("sun", "rain", "attack"),
    ORDINARY: ("1", "2", "3", "4", "5", "6"),
}
"""What a die of each kind can show; a taught set's kinds show what was taught."""

KINDS = {"shark-attacks": ("swimmer", "shark", "event")}
"""The kinds of dice in a game's own set; of ordinary dice any will do."""


def dice_faces(dice: str) -> tuple[str, ...]:
    """The faces that a set of dice must have by its name, kind first ("shark-1"); () if any will do."""
    return tuple(f"{kind}-{face}" for kind in KINDS.get(dice, ()) for face in FACES[kind])


@lru_cache(maxsize=16)
def layout(name: str) -> dict[str, Any]:
    """The layout of a mat, lengths in mm. Raises KeyError for an unknown name."""
    path = LAYOUTS / f"{name}.toml"
    if not path.is_file():
        raise KeyError(
            f"there is no mat {name!r}; there are {', '.join(sorted(p.stem for p in LAYOUTS.glob('*.toml')))}"
        )
    return tomllib.loads(path.read_text(encoding="utf-8"))
