"""Which mat a game lies on: its layout for these players and options. Its zones are the places of
`expected_pieces()`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from firmware.games.mat_sizes import card_places, sized
from firmware.games.profiles import PROFILES, layout, profile_of
from hardware.art.card_sizes import STANDARD, CardSize

Layout = Mapping[str, Any]
MATS = {game: profile.layout for game, profile in PROFILES.items()}
"""Game -> the layout of its mat."""
DEPTH_COLUMN_SPACES = 20
"""Spaces of the Depth Board as printed: one column."""
DEPTH_COLUMN_MM = 184
"""How far apart columns of a deeper Depth Board stand, mm."""


def mat(
    game: str,
    players: int = 0,
    options: Mapping[str, object] | None = None,
    drawn: Layout | None = None,
    cards: CardSize = STANDARD,
) -> dict[str, Any]:
    """The layout of a game's mat for so many players (0: as printed). Raises KeyError for a game without one.

    Cribbage: three and four have a mat of their own. Splash Down: few players have several of the printed areas each.
    Hold Your Breath!: option `spaces` cuts the Depth Board short, or adds columns to it. `drawn` are zones that people
    drew in the place of the printed ones; `cards` the size of the game's cards, mm. Option `marks` adds the places of
    marks.
    """
    as_shipped = chosen(game, players, options or {})
    made = sized(as_shipped, cards) | {"for_cards": list(card_places(as_shipped))}
    if drawn is not None:
        made |= {"zones": made["zones"] | dict(drawn), "markers": []}
    if players and "joined" in made:
        zones = _joined(made, players)
        made |= {"printed": made["zones"], "zones": zones, "spread": _spread(made, zones)}
    return (
        _deep(made, int(str((options or {}).get("spaces", DEPTH_COLUMN_SPACES))))
        if "depth-0" in made["zones"]
        else made
    )


def mat_name(game: str, players: int = 0) -> str:
    """What the mat of so many players (0: as most play) is called: as the game, where they have none of their own."""
    return _of_their_own(layout(PROFILES[game].layout), players) or game


def mat_names() -> Iterator[str]:
    """Each mat that there is."""
    for game, profile in PROFILES.items():
        yield from dict.fromkeys((game, *layout(profile.layout).get("for_players", {}).values()))


def printed_mat(name: str, cards: CardSize = STANDARD) -> dict[str, Any]:
    """The layout of a mat by its name, as it is printed for cards of that size: the areas of few players not put
    together."""
    return sized(layout(MATS.get(name, name)), cards)


def chosen(game: str, players: int, options: Mapping[str, object]) -> Layout:
    """The layout that so many players print (0: as most do), for our cards. Raises KeyError for a game without one."""
    usual = layout(profile_of(game, options).layout)
    own = _of_their_own(usual, players)
    found = layout(own) if own else usual
    return found | {"zones": found["zones"] | found.get("marked", {})} if options.get("marks") else found


def _of_their_own(usual: Layout, players: int) -> str | None:
    """The layout that so many players have instead of the usual one."""
    own: Mapping[str, str] = usual.get("for_players", {})
    return own.get(str(players))


def card_mm(layout: Layout) -> tuple[float, float]:
    """Width and height of the cards that a mat has room for; of our own where it has none, for they are a ruler too."""
    width, height = layout.get("card_mm", STANDARD)
    return float(width), float(height)


def _joined(layout: Layout, players: int) -> dict[str, Any]:
    """The zones for so many players: printed areas put together."""
    enough = [most for most in sorted(map(int, layout["joined"])) if players <= most]
    zones = {name: zone for name, zone in layout["zones"].items() if not name.startswith("seat-")}
    areas = layout["joined"][str(enough[0])] if enough else [[seat] for seat in range(players)]
    for seat, parts in enumerate(areas[:players]):
        zones[f"seat-{seat}/score"] = _around([layout["zones"][f"seat-{part}/score"] for part in parts])
    return zones


def _spread(layout: Layout, zones: Layout) -> dict[str, Any]:
    """How pieces lie beside each other: in areas put together there is room for whole cards side by side."""
    wide = layout["card_mm"][0]
    roomy = {name for name, zone in zones.items() if zone[2] > layout["zones"].get(name, zone)[2]}
    return {name: [wide if name in roomy else step[0], step[1]] for name, step in layout["spread"].items()}


def _around(zones: list[list[float]]) -> list[float]:
    left, top = min(z[0] for z in zones), min(z[1] for z in zones)
    right, low = max(z[0] + z[2] for z in zones), max(z[1] + z[3] for z in zones)
    return [left, top, right - left, low - top]


def _deep(layout: dict[str, Any], spaces: int) -> dict[str, Any]:
    """The mat whose Depth Board has so many spaces: what stands right of it makes room for more columns."""
    left, top, wide, high = layout["zones"]["depth-1"]
    more = (spaces - 1) // DEPTH_COLUMN_SPACES * DEPTH_COLUMN_MM
    zones = {}
    for name, (x, y, w, h) in layout["zones"].items():
        if not name.startswith("depth-"):
            zones[name] = [x + more * (x > left), y, w, h]
    zones["depth-0"] = layout["zones"]["depth-0"]
    for number in range(spaces):
        column, row = divmod(number, DEPTH_COLUMN_SPACES)
        zones[f"depth-{number + 1}"] = [left + column * DEPTH_COLUMN_MM, round(top + row * high, 2), wide, high]
    width, depth = layout["size_mm"]
    markers = [marker | {"x": marker["x"] + more * (marker["x"] > left)} for marker in layout["markers"]]
    return layout | {"size_mm": [width + more, depth], "markers": markers, "zones": zones}
