"""Events as others see them: the log of a match has as many doors as its state."""

from __future__ import annotations

from engines.core import BLANK, Event
from engines.splash_down.position import SplashPosition
from engines.splash_down.steps.calls import is_shown
from engines.splash_down.steps.flow import is_endgame


def event_seen_by(state: SplashPosition, event: Event, seat: int | None = None) -> Event:
    """`event`, which happens in `state`, as `seat` sees it (None: as anybody does), blanks for cards face down.

    Cards scored at a Breach lie open and are named; who keeps them secret must keep that part of the log until all
    are done, as `SplashDown.view` does. Fed to a table whose hands are hidden, these events give the spectator's view.
    """
    if seat is not None and seat in _witnesses(state, event):
        return event
    return Event(event.kind, event.seat, tuple(card if _is_open(state, event, card) else BLANK for card in event.items))


def _is_open(state: SplashPosition, event: Event, card: str) -> bool:
    """Does everybody see this card?"""
    if event.kind in ("deal", "study", "order"):
        return False
    if event.kind == "card":
        return card == "breach"
    if event.kind == "give":
        return is_endgame(card) and state.rules.passing_endgame == "exposed"
    return event.kind != "penalty" or is_shown(state, card)


def _witnesses(state: SplashPosition, event: Event) -> tuple[int, ...]:
    """The seats that see a card that passes face down."""
    step = state.step
    if event.kind == "deal":
        return step.queue[:1]
    if event.kind == "card":
        return (state.drawer if step.name == "extra" else state.turn,)
    if event.kind == "penalty":
        return (step.seat, *step.queue)
    return (step.seat,) if event.kind == "study" else (event.seat or 0,)
