"""Whose turn it is in games that are played in turns, where people come and go."""

from __future__ import annotations

from engines.core import Event, IllegalEvent, said

Order = tuple[int, ...]
"""The seats that play, in the order of their turns; () stands for all of them as they sit."""


def playing(order: Order, seats: int) -> Order:
    """The seats that play, in the order of their turns."""
    return order or tuple(range(seats))


def next_seat(order: Order, seat: int) -> int:
    """The seat after this one."""
    return order[(order.index(seat) + 1) % len(order)]


def reordered(order: Order, event: Event, fewest: int, most: int, rule: str) -> Order:
    """The order after somebody joined (as the last one) or left, or as people want it.

    Raises IllegalEvent, citing `rule`, where fewer than `fewest` or more than `most` seats would play.
    """
    if event.kind == "turns":
        return tuple(map(int, event.items))
    assert event.seat is not None  # the seating has looked
    then = (*order, event.seat) if event.kind == "join" else tuple(seat for seat in order if seat != event.seat)
    if len(then) > most:
        raise IllegalEvent(said("no more than {most} can play", most=most), rule)
    if len(then) < fewest:
        raise IllegalEvent(
            said("{fewest} players stay at least: end the match instead, or hand the seat over", fewest=fewest), rule
        )
    return then
