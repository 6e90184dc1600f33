"""What the steps of a hypothesis cost, and how far the search goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What the steps of a hypothesis cost (nats), and how far the search goes."""

    plain_fit_nats: float = -3.0
    """A fit so good that no longer hypothesis is tried."""
    worst_believed_nats: float = -8.0
    """The worst fit that is believed."""
    worst_asked_nats: float = -15.0
    """The worst fit that is still asked about, and that casts doubt on another."""
    amiss_nats: float = 25.0
    """By so much a hypothesis that is gone on from may fit worse than that nothing happened: one piece laid that is not
    seen, for others have covered it or taken it away since. In 4,000 that mattered in filmed games none left two."""
    out_of_question_nats: float = 9.0
    """By so much less likely than one that is believed a hypothesis changes no answer: fifty such weigh 0.6%."""
    decision_nats: float = 5.0
    """What each decision in a hypothesis must earn by what it explains."""
    haste_nats: float = 5.0
    """So much more for a decision taken before the throw before it was seen lying."""
    laying_nats: float = 3.5
    """What a decision costs where pieces are laid, not thrown: they do not tumble."""
    quiet_nats: float = 1.5
    """For a decision that leaves no trace and asks for none; one that all make in turn costs it once,"""
    more_quiet_nats: float = 1.0
    """and those of the same seat that follow it at once so much each: in 150 drawn games of *Hold Your Breath!* one
    turn in ten left no trace, which takes two decisions."""
    covered_nats: float = 5.0
    """For a piece that was laid and is gone or covered before anybody saw it."""
    untold_nats: float = 9.0
    """For dice that should lie on the strip and that nobody saw there: laying them there is how players say it."""
    under_nats: float = 2.0
    """For each piece that an event lays together with one that is seen, under which it may lie."""
    compared: int = 200
    """How many hypotheses are compared in the end."""
    events_tried: int = 6
    """So many events of a kind are tried to see whether that kind lays pieces."""
    p_may_be: float = 1e-3
    """What a new piece is with less probability than this it is not."""
    beam_width: int = 32
    """How many hypotheses of each length are gone on from."""
    weighed: int = 1000
    """So many hypotheses are weighed in one search, not what a time allows: all machines answer alike.
    What is still unclear then is asked about. Cards that three players score at a Breach take 700 to 1,000."""
    weighed_wide: int = 400
    """So many where pieces that lie as they lay may have been laid, too: mostly nothing fits then either."""
    remembered: int = 300
    """So many states that may follow from the one on the table are remembered from look to look: some 2.5 kB each."""
    stale_events: int = 10
    """By how many events a hypothesis may grow without explaining more."""
    rival_margin_nats: float = 5.5
    """A hypothesis that is less likely than another by more is no rival."""


LIMITS = SearchLimits()
