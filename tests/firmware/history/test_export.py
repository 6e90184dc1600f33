"""Matches for other programs: CSV, JSON, and the link to BG Stats field by field."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import datetime
from io import StringIO
from urllib.parse import unquote, urlsplit

import pytest

from engines.core import Match
from engines.games import GAMES
from engines.simulate import play
from firmware.history.export import COLUMNS, TooLong, bg_stats_link, write_csv
from firmware.history.facts import MatchFacts, facts

TIMES = ("2026-11-23T20:05:00.000+00:00", "2026-11-23T20:17:31.000+00:00")
PLAYED = facts(7, play(GAMES["shark-attacks"], ("Ana", "Ben & Co", "小明"), 5, {}, ("sensible",)), TIMES)


def sent(match: MatchFacts) -> dict[str, object]:
    """What BG Stats reads in a link."""
    address = urlsplit(bg_stats_link(match))
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    name, _, value = address.query.partition("=")
    assert name == "data"
    read = json.loads(unquote(value, errors="strict"))
    assert isinstance(read, dict)
    return read


def test_the_link_has_each_field_of_the_documented_form() -> None:
    play = sent(PLAYED)
    players = play.pop("players")
    assert play == {
        "sourceName": "Lifeguard",
        "sourcePlayId": "7-2026-11-23T20:05:00.000+00:00",
        "playDate": "2026-11-23 20:05:00",
        "durationMin": 13,
        "game": {
            "name": "Shark Attacks!", "sourceGameId": "shark-attacks", "highestWins": True, "noPoints": False,
        },
    }  # fmt: skip
    assert isinstance(players, list)
    for seat, player in enumerate(players):
        assert player.keys() == {"name", "sourcePlayerId", "score", "rank", "winner", "startPlayer"}
        assert player["name"] == PLAYED.players[seat]
        assert player["score"] == PLAYED.scores[seat]
        assert player["winner"] is (seat in PLAYED.winners)
        assert player["startPlayer"] is (seat == 0)
    assert sorted(player["rank"] for player in players) == [1, 2, 3]
    datetime.strptime(str(play["playDate"]), "%Y-%m-%d %H:%M:%S")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_winner_and_start_player_are_given_whatever_is_played_and_however_it_stands(game: str) -> None:
    hidden = {"hands": "open"} if any(option.name == "hands" for option in GAMES[game].options) else {}
    names = ("Ana", "Ben", "Cleo")[: max(2, GAMES[game].seats[0])]
    whole = play(GAMES[game], names, 4, hidden, max_events=80)
    for match in (whole, whole.upto(0)):
        players = sent(facts(1, match, ()))["players"]
        assert isinstance(players, list)
        for player in players:
            assert {type(player["winner"]), type(player["startPlayer"])} == {bool}
            assert ("score" in player) is (game != "hai-noon")
        assert sum(player["startPlayer"] for player in players) <= 1


def test_the_longest_names_of_eight_players_fit_into_a_link() -> None:
    names = tuple(f"{n}" + "小" * 23 for n in range(8))
    many = facts(1, play(GAMES["splash-down"], names, 4, {"hands": "open"}, max_events=40), TIMES)
    assert len(bg_stats_link(many)) < 8000
    with pytest.raises(TooLong, match="fewer than 8000"):
        bg_stats_link(replace(many, players=tuple(name * 3 for name in names)))


def test_the_csv_has_a_line_a_player_and_reads_back() -> None:
    odd = facts(8, Match.begin(GAMES["dice-tray"], ('=1+1 "x", y', "Ben")), TIMES)
    rows = list(csv.DictReader(StringIO(write_csv([PLAYED, odd]))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["name"] for row in rows] == ["Ana", "Ben & Co", "小明", '\'=1+1 "x", y', "Ben"]
    assert [int(row["score"]) for row in rows[:3]] == list(PLAYED.scores)
    assert [row["winner"] for row in rows[:3]].count("1") == len(PLAYED.winners)
    assert (rows[0]["minutes"], rows[3]["over"], rows[3]["luck"], rows[3]["best_turn"]) == ("13", "0", "0.0", "")


def test_equals_share_a_place() -> None:
    tied = replace(PLAYED, winners=(1,), scores=(50, 100, 50))
    players = sent(tied)["players"]
    assert isinstance(players, list)
    assert [player["rank"] for player in players] == [2, 1, 2]
