"""What the referee asks, the answers it offers, and what it says where table and game differ."""

from __future__ import annotations

WHICH = "Which is it?"
STILL_DIFFERS = "This differs still. What happened?"
IS_THAT_ALL = "Is that all?"

YES = "yes"
STILL_PLAYING = "no, still playing"
TAKE_BACK = "we take it back"
LET_STAND = "let it stand (house ruling)"
LEAVE_IT = "nothing, leave it so"
NOTHING_MORE = "nothing more"
NOTHING_CHANGED = "nothing changed"
THEN = ", then "

AGAINST_RULES = "that is against the rules"
DIFFERS = "The table should show {expected}; I see {seen}."
NOT_THERE = "none there"
ELSEWHERE = "it {where}"
INSTEAD = "{piece} there"
UNREADABLE = "a piece there that cannot be read"
SUPERFLUOUS = "no {piece} {where}"
ONLY_ONE_THERE = "it there"
ONE_THERE = "one {where}"
GAME_OVER = "nothing more, the game is over"
THROWN_ANEW = "{dice} thrown anew"
NOT_THROWN = "{count} of them where they lay"


def unread_dice(seen: str, count: int) -> str:
    """The dice that are seen, and how many of them people should straighten."""
    return f"{seen} of which {count} cannot be read: straighten {'it' if count == 1 else 'them'}"
