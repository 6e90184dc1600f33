"""The scorekeeper: from one look at a table whose game nobody followed, the scores and why.

Each game counts with the engine's own functions; what a table cannot show (scores of earlier turns, who is only
camouflaged) is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engines.core import BadEvent, Over, Reason
from engines.games import game_named
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import IMMUNE, INNER, RING
from engines.hai_noon.deck import DIVERS
from engines.hold_your_breath import HoldYourBreath
from engines.names import face_of, kind_of
from engines.shark_attacks import rules
from engines.splash_down import score_table
from engines.splash_down.rules import ENDGAMES
from firmware.state.observation import Observation

SURE = 0.98
"""A piece read with less makes the scores doubtful."""
Items = list[tuple[str, str]]
"""Place and likeliest item of each piece."""
Count = tuple[tuple[int, ...], tuple[int, ...], tuple[Reason, ...]]
"""Points by seat, who wins, and why."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of a table: points by seat, the seats that win as it lies, and why; `doubtful` numbers the pieces of
    the look that were read with little confidence, and `sure` is whether the scores can be relied on."""

    game: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reasons: tuple[Reason, ...]
    doubtful: tuple[int, ...]
    sure: bool

    def to_json(self) -> dict[str, Any]:
        """The scores as plain data, as `read --score --json` prints them."""
        data = asdict(self)
        return data | {"scores": list(self.scores), "winners": list(self.winners), "doubtful": list(self.doubtful)}


def score(game: str, look: Observation, players: int = 0, options: Mapping[str, object] | None = None) -> Scored:
    """The scores of the table in `look`. `players` 0: as many as the table shows.

    Raises BadEvent for a game that is not known, a number of players that does not fit, or a table that cannot be.
    """
    doubtful = tuple(i for i, p in enumerate(look.pieces) if not p.items or p.items[0][1] < SURE)
    items = [(piece.place, piece.items[0][0]) for piece in look.pieces if piece.items]
    if game not in COUNTS:
        raise BadEvent(f"nobody knows how to score {game!r}; there are {', '.join(COUNTS)}")
    points, winners, reasons = COUNTS[game](items, players, options or {})
    return Scored(game, points, winners, reasons, doubtful, look.sure and not doubtful)


def _beach(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """What the dice in the tray score: a bank, a beach party, or what escapes from the sharks."""
    eating = str(game_named("shark-attacks").settle(options)["eating"])
    swimmers = _faces(items, "swimmer")
    blue = tuple(sorted(face for face in swimmers if face))
    fins = _faces(items, "shark")
    if not fins:
        party = bool(swimmers) and 0 not in swimmers
        points = sum(blue) * (rules.PARTY_FACTOR if party else 1)
        text = f"{sum(blue)} swimmers" + (", doubled: no wave shows, a beach party" if party else " to bank")
        return (points,), (0,), (Reason(text, "SA-4" if party else "SA-3", seat=0, points=points),)
    bites, safe = rules.attack(blue, fins, eating)
    eaten = any(line for _, line in bites)
    told = [Reason(f"{fin} fins eat {'+'.join(map(str, line)) or 'nothing'}", "SA-8", True) for fin, line in bites]
    points = sum(safe) * (1 if eaten else rules.BLESSING_FACTOR)
    text = f"{sum(safe)} swimmers escape" + ("" if eaten else ", and count three times: nobody was eaten")
    return (points,), (0,), (*told, Reason(text, "SA-11", seat=0, points=points))


def _faces(items: Items, kind: str) -> tuple[int, ...]:
    shown = [face_of(item) for _, item in items if kind_of(item) == kind]
    return tuple(sorted(0 if face == "wave" else int(face) for face in shown))


def _tray(items: Items, players: int, options: Mapping[str, object]) -> Count:
    faces = _faces(items, "die")
    text = f"{' + '.join(map(str, faces)) or '0'} = {sum(faces)}"
    return (sum(faces),), (0,), (Reason(text, "", seat=0, points=sum(faces)),)


def _depths(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """Pirates and anchors as they lie on the Depth Board."""
    depths, anchors = _on_board(items, "pirate"), _on_board(items, "anchor")
    seats = players or 1 + max(depths, default=-1)
    if set(depths) != set(range(seats)):
        raise BadEvent(f"{seats} pirates are to lie on the Depth Board; I see {len(depths)}")
    if anchors and set(anchors) != set(range(seats)):
        raise BadEvent(f"{seats} anchors are to lie on the Depth Board; I see {len(anchors)}")
    state = game_named("hold-your-breath").start(seats, dict(options) | {"hands": "hidden"})
    assert isinstance(state, HoldYourBreath)
    state = replace(
        state,
        step="over",
        depths=tuple(depths[seat] for seat in range(seats)),
        anchors=tuple(anchors[seat] for seat in range(seats)) if anchors else (),
        notes=(),
    )
    points = state.scores()
    awaits = state.awaits
    if not anchors or not isinstance(awaits, Over):
        deepest = tuple(seat for seat, depth in enumerate(points) if depth == max(points))
        dives = [Reason(f"depth {d}; the Descent goes on", "HB-15", seat=s, points=d) for s, d in enumerate(points)]
        return points, deepest, tuple(dives)
    told = [Reason(_diver(state, seat), "HB-15", seat=seat, points=points[seat]) for seat in range(seats)]
    return points, awaits.winners, (*told, *state.why())


def _diver(state: HoldYourBreath, seat: int) -> str:
    anchor, depth = 5 * state.anchors[seat], 5 * state.depths[seat]
    return f"anchor at depth {anchor}, " + (f"pirate at depth {depth}" if depth else "pirate back at the Surface")


def _on_board(items: Items, kind: str) -> dict[int, int]:
    """By seat the space in which a pirate or an anchor lies."""
    return {
        int(face_of(item)): int(face_of(place))
        for place, item in items
        if item.startswith(f"{kind}-") and place.startswith("depth-")
    }


def _ring(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """Bites that each player's divers can still take. A diver that is not on the board is taken as eaten."""
    seats = players or 4
    state = game_named("hai-noon").start(seats, options)
    assert isinstance(state, HaiNoon)
    health, square = [IMMUNE] * len(DIVERS), [None] * len(INNER)
    for place, item in items:
        name, _, face = item.removeprefix("diver-").rpartition("-")
        if item.startswith("diver-") and place in INNER and name in DIVERS:
            diver = DIVERS.index(name)
            square[INNER.index(place)] = diver  # type: ignore[call-overload]
            if state.rules.owners[diver] is not None:
                health[diver] = 1 if face == "injured" else 2
    hungry = tuple((ring, "shark-hungry") in items for ring in RING)
    board = replace(state.board, sharks=hungry, square=tuple(square), health=tuple(health))
    points = replace(state, board=board).scores()
    told = []
    for diver, owner in enumerate(state.rules.owners):
        if owner is not None:
            condition = ("eaten, or camouflaged", "injured: one bite left", "healthy: two bites left")[health[diver]]
            told.append(Reason(f"the {DIVERS[diver]} diver is {condition}", "HN-5", seat=owner, points=health[diver]))
    told.append(Reason(f"{sum(hungry)} of {len(RING)} sharks are hungry", "HN-1"))
    best = tuple(seat for seat in range(seats) if not state.rules.out(seat, tuple(health)))
    return points, best, tuple(told)


def _areas(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The scoring areas, and an endgame card on top of the discard pile."""
    areas: dict[int, list[str]] = {}
    for place, item in items:
        if place.endswith("/score") and item != "back":
            areas.setdefault(int(place.removeprefix("seat-").partition("/")[0]), []).append(item)
    seats = max(players, 1 + max(areas, default=1))
    ending = next((item for place, item in items if place in ("discard", "shown", "play") and item in ENDGAMES), "")
    settled = game_named("splash-down").settle(options)
    tally = score_table([areas.get(seat, []) for seat in range(seats)], ending, options=settled)
    hidden = Reason("Waste: each action still in a hand takes 10; hands are not seen", "SD-13")
    return tally.points, tally.winners, (*tally.reasons, *[hidden] * (ending == "waste"))


COUNTS: Mapping[str, Callable[[Items, int, Mapping[str, object]], Count]] = {
    "shark-attacks": _beach,
    "dice-tray": _tray,
    "hold-your-breath": _depths,
    "hai-noon": _ring,
    "splash-down": _areas,
}
"""How each game's table is counted."""
