"""Past matches for other programs: as CSV, as JSON, as a link to BG Stats."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from urllib.parse import quote

from companion.words.language import again
from engines.core import encode
from engines.core.seating import in_words, person_key
from engines.games import GAMES
from firmware.history.facts import NO_POINTS, MatchFacts, Stint
from firmware.storage.past import PastMatch

COLUMNS = (
    "match", "game", "began", "ended", "minutes", "steps", "over", "players", "seat", "name", "score", "winner",
    "best_turn", "luck", "left",
)  # fmt: skip
"""Of the CSV, which has a line for each player of each match."""
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
MOST_CHARACTERS = 8000
"""A link to BG Stats is shorter than this."""


def write_csv(matches: Iterable[MatchFacts]) -> str:
    """A table with a line for each player of each match, as RFC 4180 has it; see docs/matches.md."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for match in matches:
        for stint in sorted(match.stints, key=lambda stint: stint.seat):
            writer.writerow(_line(match, stint))
    return text.getvalue()


def _line(match: MatchFacts, stint: Stint) -> Sequence[object]:
    """Somebody at a seat. Points and wins are those of who sits there at the end, or got up from it last."""
    shared = (match.number, match.game, match.began, match.ended, round(match.played_s / 60), match.steps)
    luck = "" if stint.luck is None else round(stint.luck, 1)
    best = "" if stint.best_turn is None else stint.best_turn
    name, last = match.people[stint.person], match.players[stint.seat] == match.people[stint.person]
    return (
        *shared, int(match.over), match.playing, stint.seat + 1, _plain(_told(name)),
        match.scores[stint.seat] if last else "", int(stint.stayed and stint.seat in match.winners), best, luck,
        int(not stint.stayed),
    )  # fmt: skip


def _told(name: str) -> str:
    """A name in the language in force."""
    return again(in_words(name))


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def as_json(match: MatchFacts, options: Mapping[str, Any]) -> dict[str, Any]:
    """A match in figures, as JSON data; see docs/matches.md."""
    names = {"players": list(map(_told, match.players)), "people": list(map(_told, match.people))}
    return {**asdict(match), **names, "options": dict(options)}


def with_events(match: MatchFacts, past: PastMatch) -> dict[str, Any]:
    """The same with all its events and their times."""
    steps = zip(past.match.events, past.times[1:], past.steps, strict=True)
    events = [{**encode(event), "at": at, **({"photo": step.look} if step.look else {})} for event, at, step in steps]
    return {**as_json(match, past.row.options), "events": events}


class TooLong(ValueError):
    """A match does not fit into a link."""


def bg_stats_link(match: MatchFacts) -> str:
    """The link that opens BG Stats with this match. Raises TooLong."""
    data = json.dumps(bg_stats_play(match), ensure_ascii=False, separators=(",", ":"))
    link = CREATE_PLAY + quote(data, safe="")
    if len(link) >= MOST_CHARACTERS:
        raise TooLong(f"the link would be {len(link)} characters long; BG Stats takes fewer than {MOST_CHARACTERS}")
    return link


def bg_stats_play(match: MatchFacts) -> dict[str, Any]:
    """A match as `createPlay` of BG Stats takes it. `bggId` is left out: we know none for sure."""
    no_points = match.game in NO_POINTS
    play: dict[str, Any] = {
        "sourceName": "Lifeguard",
        "sourcePlayId": f"{match.number}-{match.began}",
        "game": {
            "name": GAMES[match.game].title,
            "sourceGameId": match.game,
            "highestWins": True,
            "noPoints": no_points,
        },
        "durationMin": max(round(match.played_s / 60), 1),
        "players": [_bg_player(match, seat, no_points) for seat in range(len(match.players))],
    }
    if match.began:
        play["playDate"] = f"{datetime.fromisoformat(match.began).astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return play


def _bg_player(match: MatchFacts, seat: int, no_points: bool) -> dict[str, Any]:
    score = {} if no_points else {"score": match.scores[seat]}
    return {
        "name": _told(match.players[seat]),
        "sourcePlayerId": person_key(match.players[seat]),
        **score,
        "rank": rank(match, seat),
        "winner": seat in match.winners,
        "startPlayer": seat == match.first,
    }


def rank(match: MatchFacts, seat: int) -> int:
    """The place of a seat: winners are first, others by their points; equals share a place."""

    def better(other: int) -> bool:
        if (other in match.winners) != (seat in match.winners):
            return other in match.winners
        return seat not in match.winners and match.scores[other] > match.scores[seat]

    return 1 + sum(better(other) for other in range(len(match.players)))
