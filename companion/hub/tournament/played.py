"""What was played at the tables, as results of the present round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from companion.hub.board import MatchResult
from companion.hub.tournament.rounds import Points, Tournament, with_result


def entered(tournament: Tournament, results: Iterable[MatchResult], since: datetime) -> Tournament:
    """With the result of each pairing of the present round that two have played to its end since then, at any table.

    A match counts if it is of the tournament's game, and just those two played. A result that was entered stays.
    """
    late = [result for result in results if result.time >= since and result.game == tournament.game]
    for pairing in tournament.rounds[-1] if tournament.rounds else ():
        both = {pairing.first, pairing.second}
        match = next((result for result in late if set(result.players) == both), None)
        if pairing.points is None and match is not None:
            tournament = with_result(tournament, len(tournament.rounds), pairing.first, _points(pairing.first, match))
    return tournament


def _points(first: str, match: MatchResult) -> Points:
    """Who wins gets the point; who wins together, or loses together, gets half of it."""
    if len(match.winners) == 1:
        return (1.0, 0.0) if match.winners == (first,) else (0.0, 1.0)
    return 0.5, 0.5
