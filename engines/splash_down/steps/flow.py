"""The ways from one step to the next that several rules share."""

from __future__ import annotations

from engines.core import said
from engines.splash_down.hands import gain, put, without
from engines.splash_down.position import LaidMark, SplashPosition
from engines.splash_down.rules import ENDGAMES
from engines.splash_down.step import OPEN, Stage


def seats_from(state: SplashPosition, first: int) -> tuple[int, ...]:
    """All seats in turn order, from `first` on."""
    return (*state.seats[first:], *state.seats[:first])


def seats_with_cards(state: SplashPosition, first: int) -> tuple[int, ...]:
    """The seats that hold cards, in turn order from `first` on."""
    return tuple(seat for seat in seats_from(state, first) if state.hands[seat])


def marked(state: SplashPosition, seat: int) -> SplashPosition:
    """The seat calls, or plays an action of its own will: its mark lies at WHO in the place of any other."""
    return state.replace(mark=LaidMark(seat)) if state.rules.marks else state


def lay(state: SplashPosition, card: str) -> SplashPosition:
    """The card lies face up on the table until all is settled, or in the discard pile at once (SD-12)."""
    if state.rules.played == "at-once":
        return state.replace(discards=(*state.discards, card), fresh=("discard", card))
    return state.replace(played=(*state.played, card), fresh=("play", card))


def discard(state: SplashPosition, *cards: str) -> SplashPosition:
    """The cards go on top of the discard pile."""
    if not cards:
        return state
    return state.replace(discards=state.discards + cards, fresh=("discard", cards[-1]))


def show(state: SplashPosition, card: str) -> SplashPosition:
    """The card was laid open for all to see before it went to a hand."""
    return state.replace(fresh=("shown", card))


def reopen(state: SplashPosition) -> SplashPosition:
    """All is settled: what was played is discarded, and the game is open, or goes on with the cards still owed."""
    state = discard(state.replace(played=()), *state.played)
    return state.replace(step=Stage("extra") if state.extra else OPEN)


def join_drawn(state: SplashPosition) -> SplashPosition:
    """The card drawn last joins its hand and can be called no more."""
    return gain(state, state.drawer, (state.drawn,), public=False).replace(drawn="") if state.drawn else state


def must_use(state: SplashPosition, seat: int, card: str, aims: bool) -> SplashPosition:
    """An action that came up must be used now; one without a possible target has no effect (SD-6)."""
    if aims:
        return state.replace(played=(*state.played, card), fresh=("play", card), step=Stage("forced", seat, card))
    if state.rules.no_target == "keep":
        state = show(reopen(gain(state, seat, (card,), public=True)), card)
        return state.with_reason(
            said("{card} has no possible target: it is kept", card=state.in_words(card)), "SD-6", seat, house=True
        )
    state = reopen(discard(state, card))
    return state.with_reason(
        said("{card} has no possible target: it is discarded without effect", card=state.in_words(card)),
        "SD-6",
        seat,
        house=True,
    )


def breach(state: SplashPosition, first: int) -> SplashPosition:
    """A Breach lies on the table: everybody who holds cards may score, `first` being asked first (SD-7)."""
    if state.rules.breach_pile == "apart":
        state = state.replace(fresh=("breaches", "breach"))
    else:
        state = state.replace(played=(*state.played, "breach"), fresh=("play", "breach"))
    text = said(
        "Breach {number} of {all}: colours already scored and one new one",
        number=state.breaches,
        all=state.rules.counts["breach"],
    )
    state = state.replace(step=Stage("score", first, queue=seats_with_cards(state, first))).with_reason(text, "SD-7")
    return state if state.step.queue else scored(state)


def scored(state: SplashPosition) -> SplashPosition:
    """All have scored: what they laid counts, and the last Breach ends the game (SD-7)."""
    for seat, laid in enumerate(state.laid):
        shown = state.shown[seat]
        for card in laid:
            shown = without(shown, card) if card in shown else shown
        area = tuple(sorted(state.areas[seat] + laid))
        state = state.replace(areas=put(state.areas, seat, area), shown=put(state.shown, seat, shown))
    state = state.replace(laid=((),) * len(state.hands))
    if state.breaches < state.rules.counts["breach"]:
        return reopen(state)
    state = discard(state.replace(played=()), *state.played)
    return state.replace(step=Stage("over"), ending="breach").with_reason(
        said("the last Breach is scored: the game ends"), "SD-7"
    )


def exposed(state: SplashPosition, card: str) -> SplashPosition:
    """An endgame card lies open: the game ends (SD-13)."""
    state = join_drawn(discard(state.replace(played=(), extra=0), *state.played, card))
    state = state.replace(ending=card).with_reason(
        said("{card} is exposed: the game ends", card=state.in_words(card)), "SD-13"
    )
    queue = seats_with_cards(state, 0) if card == "waste" else ()
    return state.replace(step=Stage("reveal", queue=queue) if queue else Stage("over"))


def is_endgame(card: str) -> bool:
    """Would this card end the game if it were exposed?"""
    return card in ENDGAMES
