"""What vision, print and scene share, and firmware hands to each: a game's mat and its dice."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LAYOUTS = Path(__file__).parent / "layouts"


@dataclass(frozen=True, slots=True)
class GameProfile:
    """How a game lies on the table: the name of its mat's layout, and of its set of dice or its deck of cards."""

    layout: str
    dice: str = ""
    deck: str = ""


PROFILES = {
    "shark-attacks": GameProfile("tray", "shark-attacks"),
    "dice-tray": GameProfile("tray", "pips"),
    "hold-your-breath": GameProfile("hold-your-breath", deck="hold-your-breath"),
    "hai-noon": GameProfile("hai-noon", deck="hai-noon"),
    "splash-down": GameProfile("splash-down", deck="splash-down"),
}
"""The games that a camera can follow."""

ORDINARY = "die"
"""The kind, in the rules, of ordinary dice of whatever colour."""

FACES = {
    "swimmer": ("wave", "1", "2", "3"),
    "shark": ("wave", "1", "2", "3"),
    "event": ("sun", "rain", "attack"),
    ORDINARY: ("1", "2", "3", "4", "5", "6"),
}
"""What a die of each kind can show; a taught set's kinds show what was taught."""


@cache
def layout(name: str) -> dict[str, Any]:
    """The layout of a mat, lengths in mm. Raises KeyError for an unknown name."""
    path = LAYOUTS / f"{name}.toml"
    if not path.is_file():
        raise KeyError(
            f"there is no mat {name!r}; there are {', '.join(sorted(p.stem for p in LAYOUTS.glob('*.toml')))}"
        )
    return tomllib.loads(path.read_text(encoding="utf-8"))
