"""What is asked or made often, worked out once: the answers of a state, decisions and cards as shared values."""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache, wraps
from typing import Any, TypeVar

from engines.core import Event, Expected, State

AnyState = TypeVar("AnyState", bound=State)
Answer = TypeVar("Answer")

_forgets: list[Callable[[], Any]] = []
"""What empties each cache of `for_a_match`."""


def once(asked: Callable[[AnyState], Answer]) -> Callable[[AnyState], Answer]:
    """What is asked of a state often, worked out once: the answer is kept with the state, which never changes."""
    name = asked.__qualname__

    @wraps(asked)
    def answer(state: AnyState) -> Answer:
        try:
            return state._answers[name]  # type: ignore[no-any-return]
        except AttributeError:
            object.__setattr__(state, "_answers", {})
        except KeyError:
            pass
        state._answers[name] = found = asked(state)
        return found

    return answer


def for_a_match(most: int) -> Callable[[Callable[..., Answer]], _lru_cache_wrapper[Answer]]:
    """The last `most` answers are remembered until `forget_match`: the next match asks for others."""

    def remembering(asked: Callable[..., Answer]) -> _lru_cache_wrapper[Answer]:
        cached = lru_cache(maxsize=most)(asked)
        _forgets.append(cached.cache_clear)
        return cached

    return remembering


def forget_match() -> None:
    """Forget what was worked out for the match that is over."""
    for forget in _forgets:
        forget()


@for_a_match(1 << 11)
def decision(kind: str, seat: int, *items: str) -> Event:
    """A seat's decision as one shared value: the same few are listed at every step, and finding one is cheaper."""
    return Event(kind, seat, items)


@for_a_match(1 << 9)
def cards_at(place: str, faces: tuple[str, ...], fresh: bool = False) -> tuple[Expected, ...]:
    """Cards at one place, the last of them `fresh` or none, as shared values: most places stay as they are."""
    last = len(faces) - 1
    return tuple(Expected(place, "card", face, fresh and at == last) for at, face in enumerate(faces))
