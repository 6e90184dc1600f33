"""Parts of a page out of a match: whatever the rules alone can tell, without the camera."""

from __future__ import annotations

from companion.api.models import (
    Awaits,
    ChosenView,
    Entry,
    MoveView,
    Offer,
    OptionView,
    OverView,
    Player,
    PoolView,
    Ruling,
    ScoreChange,
    SeatingView,
    Why,
)
from companion.words import options, sentences
from companion.words.language import t
from engines import core

NEWEST = 40
"""Events that a page lists: some turns. What came before is asked for by those few who want to read it."""
LOGGED = 500
"""Events that are given at once to who asks for more: more than a game has, but a dice tray is thrown in for days."""


def chosen(match: core.Match) -> tuple[ChosenView, ...]:
    """The options of a match in words."""
    known = {option.name: option for option in match.game.options}
    return tuple(
        ChosenView(doc=t(known[name].doc), value=options.value(known[name], value)) for name, value in match.options
    )


def offer(game: core.Game) -> Offer:
    """The game as the new-game dialog offers it."""
    choices = tuple(_choice(option) for option in game.options)
    return Offer(name=game.name, title=game.title, least=game.seats[0], most=game.seats[-1], options=choices)


def _choice(option: core.Option) -> OptionView:
    span = option.values if isinstance(option.values, range) else None
    values = () if span else tuple(option.values)
    return OptionView(
        name=option.name,
        default=option.default,
        doc=t(option.doc),
        values=values,
        words=tuple(options.value(option, one) for one in values),
        least=span[0] if span else None,
        most=span[-1] if span else None,
        rule=option.rule,
        house=option.house,
    )


def players(match: core.Match) -> tuple[Player, ...]:
    """Each seat with its points, and its signs in games that have such."""
    signs = match.state.signs_held
    return tuple(
        Player(
            seat=seat,
            name=name,
            score=score,
            signs=signs[seat] if signs else None,
            detail=sentences.detail(match, seat),
            away=seat in match.seating.away,
        )
        for seat, (name, score) in enumerate(zip(match.players, match.state.scores(), strict=True))
    )


def awaits(match: core.Match) -> Awaits:
    """What must happen next, and whose move it is."""
    awaited = match.state.awaits
    if match.paused:
        return Awaits(kind="paused", text=sentences.next_step(match))
    if isinstance(awaited, core.Over):
        return Awaits(kind="over", text=sentences.next_step(match))
    if isinstance(awaited, core.Turn):
        return Awaits(kind="turn", seat=awaited.seat, text=sentences.next_step(match))
    return Awaits(kind="chance", seat=match.state.acting_seat, text=sentences.next_step(match))


def over(match: core.Match) -> OverView | None:
    """The winners, when the game has ended."""
    awaited = match.state.awaits
    return OverView(winners=awaited.winners) if isinstance(awaited, core.Over) else None


def seating(match: core.Match) -> SeatingView:
    """What people may do with their seats now."""
    rules, over = match.game.people, isinstance(match.state.awaits, core.Over)
    return SeatingView(
        paused=match.paused,
        possible=() if over else tuple(sorted(rules.possible | {"hand-over", "pause"})),
        order=getattr(match.state, "playing", ()),
        instead="" if over or rules.possible else f"{rules.instead[0].upper()}{rules.instead[1:]}.",
        rule=rules.rule,
    )


def moves(match: core.Match) -> tuple[MoveView, ...]:
    """The decisions that may be taken now."""
    return (
        ()
        if match.paused
        else tuple(
            MoveView(kind=event.kind, seat=event.seat, items=event.items, text=sentences.offered(match, event))
            for event in match.state.legal()
        )
    )


def expects(match: core.Match) -> tuple[PoolView, ...]:
    """What a throw typed by hand consists of; empty unless a chance is awaited."""
    awaited = match.state.awaits
    if match.paused or not isinstance(awaited, core.Chance):
        return ()
    return tuple(
        PoolView(kind=pool.kind, count=pool.count, most=pool.most or pool.count, items=tuple(i for i, _ in pool.faces))
        for pool in awaited.pools
    )


def log(match: core.Match, before: int | None = None, most: int = NEWEST) -> tuple[Entry, ...]:
    """At most `most` events with their reasons, oldest first: the newest, or those just before event `before`."""
    end = len(match.events) if before is None else min(before, len(match.events))
    return tuple(_entry(match, index) for index in range(max(end - most, 0), end))


def _entry(match: core.Match, index: int) -> Entry:
    event, before, after = match.events[index], match.states[index], match.states[index + 1]
    people = event.kind in core.SEATING
    return Entry(
        index=index,
        text=sentences.happened(match, index),
        said=sentences.heard(match, index),
        kind=event.kind,
        seat=event.seat if people or event.seat is not None else before.acting_seat,
        items=() if people else before.public(event).items,
        reasons=tuple(map(_why, match.why(index), sentences.because(match, index))),
        scores=score_changes(before, after),
    )


def score_changes(before: core.State, after: core.State) -> tuple[ScoreChange, ...]:
    """What each seat gained from one state to the next, or lost; seats whose points stay are left out."""
    scores = zip(before.scores(), after.scores(), strict=False)  # who joins has none before
    return tuple(ScoreChange(seat=seat, points=now - was) for seat, (was, now) in enumerate(scores) if now != was)


def _why(reason: core.Reason, text: str) -> Why:
    """A reason of the rules for the wire, in these words."""
    return Why(text=text, rule=reason.rule, house=reason.house, points=reason.points, seat=reason.seat)


def house(match: core.Match) -> tuple[Ruling, ...]:
    """The options in force that no rulebook settles, and the house rulings that this match has met."""
    chosen = [
        Ruling(
            rule=o.rule,
            text=t("{option}: {value}", option=t(o.doc), value=options.value(o, dict(match.options)[o.name])),
        )
        for o in match.game.options
        if o.house
    ]
    met = {
        r.rule: Ruling(rule=r.rule, text=sentences.named(match, r.text))
        for state in match.states[-LOGGED:]
        for r in state.why()
        if r.house
    }
    return (*chosen, *met.values())
