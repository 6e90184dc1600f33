"""What the referee asks, the answers it offers, and what it says where table and game differ."""

from __future__ import annotations

from companion.words.language import tn
from engines.core import said

WHICH_FACE = said("What does the marked die show?")
WHICH_FACES = said("What do the marked dice show?")
WHICH_LIES = said("What lies {where}?")
LIES = said("{piece} lies {where}")
BOTH_NEW = said("{pieces} are new")
ALL_NEW = said("{count} pieces are new")
WHO = said("Who")
WHO_WAS_IT = said("Who was it?")
SOMEBODY = said("somebody")
WHAT_HAPPENED = said("What happened?")
AND_THEN = said("And then?")
AND_BEFORE = said("And before that?")
IS_IT = said("{sentence}?")
"""A question whose sentence has a gap, or which asks whether it is so."""
IS_THAT_SO = said("Is that so?")
SENTENCE = said("{sentence}.")
BEHIND = said("{told} {asked}")
"""What is asked, behind a sentence that is whole."""
RULED = said("{sentence} ({rule}).")
GAP = "…"
"""What the answers fill in."""
MORE = said("{answer} …")
"""An answer that asks on."""
STILL_DIFFERS = said("This differs still.")
IS_IT_OVER = said("Is the game over?")

YES = said("yes")
STILL_PLAYING = said("no, still playing")
TAKE_BACK = said("we take it back")
LET_STAND = said("let it stand (house ruling)")
LEAVE_IT = said("nothing, leave it so")
NOTHING_MORE = said("nothing more")
NOTHING = said("nothing")
NOTHING_CHANGED = said("nothing changed")
THEN = said("{some}, then: {one}")
"""An event, and the whole sentence of the next."""

AGAINST_RULES = said("that is against the rules")
DIFFERS = said("The table should show {expected}; I see {seen}.")
NOT_THERE = said("none there")
ELSEWHERE = said("it {where}")
INSTEAD = said("{piece} there")
UNREADABLE = said("a piece there that cannot be read")
LYING = said("{piece} {where}")
SUPERFLUOUS = said("nothing like {piece} {where}")
ONLY_ONE_THERE = said("it there")
ONE_THERE = said("one {where}")
GAME_OVER = said("nothing more, the game is over")
THROWN_ANEW = said("{dice} thrown anew")
NOT_THROWN = said("{count} of them where they lay")


def unread_dice(seen: str, count: int) -> str:
    """The dice that are seen, and how many of them people should straighten."""
    return tn(
        "{seen} of which {count} cannot be read: straighten it",
        "{seen} of which {count} cannot be read: straighten them",
        count,
        seen=seen,
    )
