"""Why a request of people is not carried out, and what they should do, in any game."""

from __future__ import annotations

STALE = "the table has moved on since; look again"
NO_THROW_AWAITED = "no throw is awaited now; the table waits for a decision"
NOTHING_TO_UNDO = "nothing has happened yet that could be taken back"
NOTHING_TO_REDO = "nothing was taken back that could be played again"
NO_SUCH_PIECE = "there is no such piece in the match"
NOTHING_ASKED = "nothing is being asked that this would answer"
PLAYED_NOW = "this match is being played just now"
PLAYED_NOW_STAYS = "this match is being played just now; begin another, then it can be deleted"
PLAYS_NOW = "{name} plays just now; begin another match first"
MATCH_OVER = "this match is over; begin a new one with the same players"
NOT_SET_UP = "this box is not set up yet; open its page and follow the welcome first"
NO_GAME = "no game has been begun yet; begin one first"
IS_LOCKED = "The host has locked changes"
CALLED = "The host is called"
LOCKED = "the host has locked changes; call the host"
NOTHING_TO_LEAVE = "nothing lies there that could be left as it is"


def steps_dropped(count: int) -> str:
    """What a correction undid: steps after it that the rules refuse now."""
    return f"{count} later {'step does' if count == 1 else 'steps do'} not fit any more"
