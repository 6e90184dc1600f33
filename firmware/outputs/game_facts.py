"""What one game tells other machines beside the scores: a few facts of its state, and what was eaten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core import Event
from engines.dice_tray import DiceTray
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import SIDES
from engines.hai_noon.deck import DIVERS
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from engines.names import item
from engines.shark_attacks import SharkAttacks
from engines.splash_down import SplashDown
from engines.tray import TrayState

Facts = dict[str, Any]


def _shark(attacks: bool) -> str:
    return "attack" if attacks else "calm"


def _shark_attacks(state: SharkAttacks) -> Facts:
    return {
        "phase": state.phase,
        "shark": _shark(state.phase == "flee"),
        "sharks": state.red,
        "swimmers": state.swimmers,
        "event_die": state.event,
    }


def _hai_noon(state: HaiNoon) -> Facts:
    attacks = state.phase == "attack"
    return {
        "phase": state.phase,
        "shark": _shark(attacks),
        "side": SIDES[state.side] if attacks else "",
        "health": dict(zip(DIVERS, state.board.health, strict=True)),
    }


def _hold_your_breath(state: HoldYourBreath) -> Facts:
    return {
        "phase": "ascent" if state.anchors else "descent",
        "shark": _shark(any(state.sharks)),
        "sharks": [len(cards) for cards in state.sharks],
        "depths": [depth * SPACE_DEPTH for depth in state.depths],
        "anchors": [anchor * SPACE_DEPTH for anchor in state.anchors],
        "deck": state.deck,
    }


def _splash_down(state: SplashDown) -> Facts:
    return {"breaches": state.breaches, "breaches_left": state.rules.counts["breach"] - state.breaches}


def _dice_tray(state: DiceTray) -> Facts:
    return {"total": state.lately[-1].total if state.lately else None, "counts": list(state.counts())}


def _turn(state: Any) -> Facts:
    """The phase, the points of this turn, the throws left and the dice as they lie, in games that have such."""
    held = {fact: getattr(state, name) for fact, name in TURN.items() if hasattr(state, name)}
    if isinstance(state, TrayState):
        held["dice"] = [int(piece.face) for piece in state.tray if piece.kind == "die"]
    return held


TURN = {"phase": "phase", "turn": "points", "throws": "throws"}
"""What is told of a turn, and how states call it."""
FACTS: Mapping[str, Callable[[Any], Facts]] = {
    "shark-attacks": _shark_attacks,
    "hai-noon": _hai_noon,
    "hold-your-breath": _hold_your_breath,
    "splash-down": _splash_down,
    "dice-tray": _dice_tray,
}
"""The games whose facts are more than where the turn stands."""


def facts(game: str, state: Any) -> Facts:
    """The facts of a state (a spectator's view) by name. `shark` is `calm` or `attack`, where a game has sharks."""
    return FACTS.get(game, _turn)(state)


def eaten(game: str, before: Any, event: Event, after: Any) -> list[str]:
    """What sharks ate in an event: dice in Shark Attacks!, divers by colour in Hai Noon; nothing elsewhere."""
    if game == "shark-attacks" and event.kind == "throw":
        return [item("swimmer", str(face or "wave")) for _, line in after.bites for face in line]
    if game == "hai-noon":
        pairs = zip(DIVERS, before.board.health, after.board.health, strict=True)
        return [diver for diver, was, now in pairs if now < was]
    return []
