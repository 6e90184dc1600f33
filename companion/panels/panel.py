"""What only one game shows, as plain data for its panel on the page. Games without a row here have no panel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.panels import panel_cards
from engines import core
from engines.dice_tray import DiceTray
from engines.hai_noon import HaiNoon
from engines.hold_your_breath import HoldYourBreath
from engines.shark_attacks.state import SharkAttacks
from engines.splash_down import SplashDown


def panel(match: core.Match) -> dict[str, Any]:
    """The panel of the match's game; empty for a game without one."""
    state = match.state.view(None)
    match state:
        case SharkAttacks():
            return beach(state)
        case DiceTray():
            return tray(state)
        case HoldYourBreath():
            return panel_cards.breath(match, state)
        case HaiNoon():
            return panel_cards.noon(match, state)
        case SplashDown():
            return panel_cards.splash(match, state)
    return {}


def beach(state: SharkAttacks) -> dict[str, Any]:
    """Shark Attacks!: the dice of this turn as items, `waves` and `red` as counts, signs in the middle and on beaches.

    `thrown`, `fins` and `bites` are the last throw: the dice as items, and who ate what as [fins item, [items]].
    """
    return {
        "phase": state.phase,
        "event": state.event,
        "swimmers": state.swimmers,
        "kept": _items("swimmer", state.kept),
        "waves": 0 if state.phase in ("first", "over") else state.dice,
        "red": state.red,
        "escaped": _items("swimmer", state.escaped),
        "eaten": _items("swimmer", state.eaten),
        "thrown": _items("swimmer", state.thrown),
        "fins": _items("shark", state.fins),
        "bites": [[f"shark-{fins}", _items("swimmer", line)] for fins, line in state.bites],
        "signs": list(state.signs),
        "pool": state.pool,
        "target": state.rules.target,
    }


def tray(state: DiceTray) -> dict[str, Any]:
    """The dice tray: how often each face came up (1 to 6), each seat's luck in pips, what the test of fairness says."""
    verdict = state.fairness()
    return {
        "counts": list(state.counts()),
        "luck": [round(state.luck(seat), 1) for seat in range(state.seats)],
        "fairness": verdict.words,
        "suspicious": verdict.suspicious,
        "throws": [
            {"seat": throw.seat, "items": _items("die", throw.faces), "total": throw.total}
            for throw in reversed(state.lately)
        ],
    }


def _items(kind: str, faces: Iterable[int]) -> list[str]:
    return [f"{kind}-{face or 'wave'}" for face in faces]
