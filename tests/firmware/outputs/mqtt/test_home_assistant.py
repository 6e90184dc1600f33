"""Home Assistant's device discovery: by the keys that its documentation requires, and by its own code where it is.

LIFEGUARD_HASS_PYTHON names the Python of a Home Assistant (2024.11 or later); it cannot be installed beside us.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.outputs import messages
from firmware.outputs.mqtt.home_assistant import EVENTS, Offered, config, config_topic
from firmware.outputs.mqtt.topics import Topics
from firmware.state.table import Table

TOPICS = Topics("games", "kitchen")
ALL = Offered(("answer", "undo", "new-match"), photographs=True)
NEEDED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "event": {"state_topic", "event_types"},
    "button": {"command_topic"},
    "select": {"command_topic", "options"},
    "image": {"image_topic"},
    "update": {"state_topic"},
}
"""Platform -> the keys that a component of it must have."""
HASS = os.environ.get("LIFEGUARD_HASS_PYTHON")


def discovered(game: str, offered: Offered = ALL) -> dict[str, Any]:
    few = ("Ana", "Ben", "Cleo")[: max(2, GAMES[game].seats[0])]
    table = Table(Match.begin(GAMES[game], few), "4711")
    return config(messages.state(table), "http://192.0.2.1:8080", TOPICS, True, offered)


def there(message: dict[str, Any], platform: str = "") -> set[str]:
    """The components that are not to be removed."""
    return {
        name
        for name, component in message["cmps"].items()
        if set(component) != {"p"} and component["p"].startswith(platform)
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("offered", [ALL, Offered()])
def test_a_message_has_what_home_assistant_requires(game: str, offered: Offered) -> None:
    message = discovered(game, offered)
    assert {"dev", "o", "cmps"} <= message.keys()
    assert message["dev"]["ids"]
    assert message["o"]["name"]
    found = [message["cmps"][name] for name in there(message)]
    assert len({component["unique_id"] for component in found}) == len(found)
    for component in found:
        assert NEEDED[component["p"]] <= component.keys() | {"state_topic"}
        assert component["name"]
        assert {"dev", "o"}.isdisjoint(component)
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", config_topic(TOPICS, "homeassistant"))


@pytest.mark.skipif(HASS is None, reason="LIFEGUARD_HASS_PYTHON names no Home Assistant")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("offered", [ALL, Offered()])
def test_home_assistants_own_code_takes_every_component(game: str, offered: Offered) -> None:
    command = [str(HASS), str(Path(__file__).with_name("validate.py"))]
    message = json.dumps(discovered(game, offered))
    done = subprocess.run(command, input=message, capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_a_game_has_the_sensors_that_it_has_values_for_and_the_others_are_removed() -> None:
    seats = {"score_0", "score_1"}
    every = {"turn", "question", "difference", "camera", "fault", "temperature", "light", "update"}
    every |= {f"event_{event_type}" for event_type in EVENTS}
    none = Offered()
    assert there(discovered("dice-tray", none)) == every | seats
    assert there(discovered("shark-attacks", none)) == every | seats | {"shark"}
    assert there(discovered("hold-your-breath", none)) == every | seats | {"shark", "depth_0", "depth_1"}
    names = {game: discovered(game)["cmps"].keys() for game in GAMES}
    assert len({frozenset(keys) for keys in names.values()}) == 1, "what one game has and another has not is removed"


def test_the_events_that_have_an_entity_are_events_that_are_told() -> None:
    assert EVENTS.keys() <= set(messages.EVENT_TYPES)


def test_only_what_is_granted_is_offered() -> None:
    assert there(discovered("dice-tray", Offered()), "button") == set()
    assert there(discovered("dice-tray", Offered(("undo",))), "button") == {"undo"}
    granted = discovered("dice-tray", Offered(("answer", "new-match")))
    assert there(granted, "button") == {"answer_a", "answer_b", "new_match"}
    assert there(granted, "select") == {"game"}
    assert there(discovered("dice-tray", Offered()), "image") == set()
    assert there(discovered("dice-tray"), "image") == {"image"}


def test_an_update_is_told_and_nobody_there_can_begin_it() -> None:
    update = discovered("dice-tray")["cmps"]["update"]
    assert update["state_topic"] == update["latest_version_topic"] == TOPICS.diagnostics
    assert "command_topic" not in update


def test_every_topic_that_is_named_is_one_of_the_tables_own() -> None:
    def topics(value: Any, key: str = "") -> set[str]:
        if isinstance(value, dict):
            return set().union(*(topics(inner, name) for name, inner in value.items()))
        if isinstance(value, list):
            return set().union(set(), *(topics(inner, key) for inner in value))
        return {value} if key.endswith("topic") else set()

    own = {TOPICS.availability, TOPICS.camera, TOPICS.state, TOPICS.event, TOPICS.diagnostics, TOPICS.image}
    assert topics(discovered("hold-your-breath")) == own | {TOPICS.command}
