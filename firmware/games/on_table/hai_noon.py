"""Hai Noon on the table."""

from __future__ import annotations

from engines.hai_noon.deck import COUNT, DIVERS
from firmware.games.profile import GameProfile, TileProfile

DIVER_FACES = tuple(f"diver-{diver}-{face}" for diver in DIVERS for face in ("healthy", "injured"))

PROFILE = GameProfile(
    "hai-noon",
    deck="hai-noon",
    deck_counts=lambda: COUNT,
    tiles=TileProfile(
        lookalikes=(("shark-hungry", "shark-full"), DIVER_FACES),
        places=("ring-", "inner-", "beside"),
        covered_places=("inner-", "beside"),
        covered_shares={"healthy": 0.81, "injured": 0.19},
    ),
    staying=("shark", "cage"),
)
