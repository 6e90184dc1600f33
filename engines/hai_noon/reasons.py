"""Why the last event did what it did: a sentence and its ruling for each thing that the rules did."""

from __future__ import annotations

from engines.core import Reason, said
from engines.once import for_a_match

Reasons = tuple[Reason, ...]

SENTENCES: dict[str, tuple[str, str, bool]] = {
    "dealt": ("{n} cards are dealt", "HN-2", False),
    "drawn": ("{n} from the draw pile: the hand is full again", "HN-2", False),
    "part": ("{n} from the draw pile, which has no more", "HN-2", False),
    "shuffled": ("the draw pile is used up: the discard pile is shuffled and becomes the new one", "HN-2", False),
    "empty-hand": ("no card in hand: this turn is only drawing", "HN-2", False),
    "back": ("{diver} comes back from camouflage to {place}", "HN-9", False),
    "laid": ("{card} lies on the {side} side", "HN-3", False),
    "wild": ("the wild card has no action", "HN-10", True),
    "alone": ("no other diver can be caged: the cage stays where it is", "HN-7", True),
    "cage-off": ("no other diver can be caged: the cage comes off", "HN-7", True),
    "flipped": ("the shark at {ring} is flipped", "HN-8", False),
    "swapped": ("the shark at {ring} changes places with its clockwise neighbour", "HN-8", False),
    "drifted": ("all sharks swim one place clockwise", "HN-8", False),
    "swam": ("{diver} swims to {place}", "HN-8", False),
    "caged": ("the cage is on {diver}", "HN-7", False),
    "camouflaged": ("{diver} is off the board until the player's next turn", "HN-9", False),
    "cage-left": ("the cage stays beside the board", "HN-7", True),
    "third": ("the third card on the {side} side: its two middle sharks attack", "HN-4", False),
    "harpoon": ("{card} repels the shark from {diver}", "HN-6", False),
    "endured": ("no harpoon", "HN-6", False),
    "hungry": ("the full shark at {ring} becomes hungry", "HN-5", False),
    "nobody": ("the shark at {ring} finds an empty place and stays hungry", "HN-9", False),
    "dummy": ("{diver} is a dummy: the shark at {ring} stays hungry", "HN-12", False),
    "repelled": ("a harpoon repels the shark at {ring}: it stays hungry", "HN-6", False),
    "cage-gone": ("the cage of {diver} is destroyed; the shark at {ring} stays hungry", "HN-7", False),
    "bitten": ("{diver} is bitten by the shark at {ring} and injured; the shark is full", "HN-5", False),
    "prey": ("{diver}, already injured, becomes prey of the shark at {ring}", "HN-5", False),
    "counts": ("harpoons stay on the {side} side and count there", "HN-6", True),
    "idle": ("harpoons stay on the {side} side and do not count", "HN-6", True),
    "out": ("no diver left: this player is out, and so are the cards in hand", "HN-14", True),
    "lost": ("this player's diver was eaten: the game is lost", "HN-13", False),
    "lost-of-two": ("the first prey decides a game of two", "HN-11", False),
    "both": ("one diver of each player was eaten at once", "HN-11", True),
    "last": ("the last diver swimming wins", "HN-14", False),
    "nobody-left": ("the last two divers were eaten at once", "HN-14", True),
}
"""Code -> sentence, ruling, whether it is a house ruling."""


@for_a_match(1 << 10)
def reason(code: str, seat: int | None = None, **words: str | int) -> Reason:
    """The reason for `code` as one shared value; `words` fill its sentence, `seat` is who it concerns."""
    sentence, rule, house = SENTENCES[code]
    return Reason(said(sentence, **words), rule, house, seat)
