"""Why a request of people is not carried out, and what they should do, in any game."""

from __future__ import annotations

from companion.words.language import tn
from engines.core import said

STALE = said("the table has moved on since; look again")
NO_THROW_AWAITED = said("no throw is awaited now; the table waits for a decision")
NOTHING_TO_UNDO = said("nothing has happened yet that could be taken back")
NOTHING_TO_REDO = said("nothing was taken back that could be played again")
NO_SUCH_PIECE = said("there is no such piece in the match")
NOTHING_ASKED = said("nothing is being asked that this would answer")
PLAYED_NOW = said("this match is being played just now")
PLAYED_NOW_STAYS = said("this match is being played just now; begin another, then it can be deleted")
PLAYS_NOW = said("{name} plays just now; begin another match first")
MATCH_OVER = said("this match is over; begin a new one with the same players")
NOT_SET_UP = said("this box is not set up yet; open its page and follow the welcome first")
NO_GAME = said("no game has been begun yet; begin one first")
IS_LOCKED = said("The host has locked changes")
CALLED = said("The host is called")
LOCKED = said("the host has locked changes; call the host")
NOTHING_TO_LEAVE = said("nothing lies there that could be left as it is")


def steps_dropped(count: int) -> str:
    """What a correction undid: steps after it that the rules refuse now."""
    return tn("{count} later step does not fit any more", "{count} later steps do not fit any more", count)
