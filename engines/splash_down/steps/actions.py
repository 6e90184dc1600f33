"""Playing an action, Blocks against it, and settling it (SD-12)."""

from __future__ import annotations

from engines.core import Event, said
from engines.once import decision
from engines.splash_down.hands import lose, may_hold, without
from engines.splash_down.position import SplashPosition
from engines.splash_down.step import Stage
from engines.splash_down.steps.aims import aims
from engines.splash_down.steps.effects import EFFECTS
from engines.splash_down.steps.flow import lay, marked, reopen


def play(state: SplashPosition, event: Event) -> SplashPosition:
    """The action is laid, and may be blocked until it is settled."""
    seat, (card, *aim) = event.seat or 0, event.items
    state = lay(_spent(state, event), card)
    return state.replace(step=Stage("answer", seat, card, tuple(aim)))


def _spent(state: SplashPosition, event: Event) -> SplashPosition:
    """The table without the card that is being played."""
    state = marked(state, event.seat or 0)
    if event.kind == "play-drawn":
        return state.replace(drawn="")
    return lose(state, event.seat or 0, event.items[0])


def list_forced(state: SplashPosition) -> tuple[Event, ...]:
    """What an action that must be used now may be aimed at (SD-6)."""
    seat, card = state.step.seat, state.step.card
    return tuple(decision("play", seat, card, *aim) for aim in aims(state, seat, card))


def decide_forced(state: SplashPosition, event: Event) -> SplashPosition:
    """The action that came up is played: it lies on the table already, where it is not to be discarded at once."""
    card, *aim = event.items
    if state.rules.played == "at-once":
        state = lay(state.replace(played=without(state.played, card)), card)
    return state.replace(step=Stage("answer", event.seat or 0, card, tuple(aim)))


# -- Blocks, and settling


def list_answer(state: SplashPosition) -> tuple[Event, ...]:
    """The action may be settled by who played it, or anybody may play a Block against the card played last."""
    seats = [seat for seat in state.seats if may_block(state, seat)]
    blocks = [decision("play", seat, "block") for seat in seats if "block" in may_hold(state, state.hands[seat])]
    if state.drawn and state.drawer in seats and "block" in may_hold(state, (state.drawn,)):
        blocks.append(decision("play-drawn", state.drawer, "block"))
    return (decision("settle", state.step.seat), *blocks)


def may_block(state: SplashPosition, seat: int) -> bool:
    """Whether a seat may play a Block now: against its own action too, if the group plays it so (SD-17)."""
    own = seat == state.step.seat and state.step.blocks % 2 == 0
    return not own or state.rules.own_block == "allowed"


def decide_answer(state: SplashPosition, event: Event) -> SplashPosition:
    """One more Block; or the action takes effect if none, or an even number of them, was played."""
    step = state.step
    if event.kind != "settle":
        own = event.seat == step.seat and step.blocks % 2 == 0
        state = lay(_spent(state, event), "block")
        if own:
            state = state.with_reason(said("a player may block their own action"), "SD-17", event.seat, house=True)
        return state.replace(step=step._replace(blocks=step.blocks + 1))
    if step.blocks % 2:
        return reopen(state).with_reason(said("{card} is blocked", card=state.in_words(step.card)), "SD-12", step.seat)
    if step.blocks:
        state = state.with_reason(
            said("the Block is blocked: {card} takes effect", card=state.in_words(step.card)), "SD-12", step.seat
        )
    return EFFECTS[step.card](state, step)
