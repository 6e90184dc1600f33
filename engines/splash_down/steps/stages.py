"""The rules as a table: each step, what it awaits, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engines.core import Chance, Event
from engines.once import once
from engines.splash_down.position import SplashPosition
from engines.splash_down.sets import Cards
from engines.splash_down.step import OPEN
from engines.splash_down.steps import actions, calls, effects, turns
from engines.splash_down.steps.refusals import refusal


@dataclass(frozen=True, slots=True)
class Drawn:
    """A step that awaits chance."""

    chance: Callable[[SplashPosition], Chance]
    apply: Callable[[SplashPosition, Cards], SplashPosition]


@dataclass(frozen=True, slots=True)
class Decided:
    """A step that awaits a decision of one seat, or of the first of several."""

    decisions: Callable[[SplashPosition], tuple[Event, ...]]
    apply: Callable[[SplashPosition, Event], SplashPosition]


CHANCES = {
    "deal": Drawn(turns.ask_deal, turns.deal),
    "card": Drawn(turns.ask_card, turns.card_drawn),
    "extra": Drawn(turns.ask_card, turns.extra_card),
    "expose": Drawn(calls.ask_expose, calls.expose),
    "penalty": Drawn(calls.ask_penalty, calls.penalty),
    "stolen": Drawn(effects.ask_stolen, effects.stolen),
    "study": Drawn(effects.ask_study, effects.study),
}
"""Steps that await chance."""

TURNS = {
    "open": Decided(turns.list_open, turns.decide_open),
    "limit": Decided(turns.list_limit, turns.decide_limit),
    "score": Decided(turns.list_score, turns.decide_score),
    "reveal": Decided(turns.list_reveal, turns.decide_reveal),
    "answer": Decided(actions.list_answer, actions.decide_answer),
    "forced": Decided(actions.list_forced, actions.decide_forced),
    "take": Decided(effects.list_take, effects.decide_take),
    "netted": Decided(effects.list_netted, effects.decide_netted),
    "give": Decided(effects.list_give, effects.decide_give),
    "order": Decided(effects.list_order, effects.decide_order),
}
"""Steps that await a decision. A game that is over awaits nothing: its step "over" is in neither table."""


def apply(state: SplashPosition, event: Event) -> SplashPosition:
    """The state after `event`. Raises BadEvent or IllegalEvent, saying why it cannot be."""
    name = state.step.name
    if turn := TURNS.get(name):
        if event in _allowed(state):
            return turn.apply(_without_reasons(state), event)
    elif (chance := CHANCES.get(name)) and _fits(state.awaits, event):
        return chance.apply(_without_reasons(state), event.items)
    raise refusal(state, event)


@once
def _allowed(state: SplashPosition) -> frozenset[Event]:
    """The decisions that may be taken now, to look one up among: there are hundreds."""
    return frozenset(state.legal())


def _without_reasons(state: SplashPosition) -> SplashPosition:
    """The state without what was said and laid before; a mark goes on lying until all is settled."""
    if state.mark:
        state = state.replace(mark=None if state.step == OPEN else state.mark._replace(fresh=False))
    if state.reasons or state.fresh != ("", ""):
        return state.replace(reasons=(), fresh=("", ""))
    return state


def _fits(chance: object, event: Event) -> bool:
    """May chance have brought this about? The items of each pool are looked for in their turn."""
    if not isinstance(chance, Chance) or event.kind != chance.event or event.seat is not None:
        return False
    items = event.items
    for pool in chance.pools:
        drawn, items = Counter(items[: pool.count]), items[pool.count :]
        weights = dict(pool.faces)
        if drawn.total() < pool.count or any(weights.get(item, 0) < count for item, count in drawn.items()):
            return False
    return not items
