"""Home Assistant's device discovery: one retained message that says which entities a table has.

Their names are in the language in force. Their values come from the table's own topics, so nothing is sent twice.
Entities that a game does not have are named with their platform alone, which removes them. Its message and the state of
another game come one after the other, so what is missing in a state is unknown, not wrong.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import version

from companion.words.language import t
from engines.core import said
from engines.games import GAMES
from firmware.outputs.messages import Data
from firmware.outputs.mqtt.topics import OFFLINE, ONLINE, Topics

MOST_SEATS = max(game.seats[-1] for game in GAMES.values())
PREFIX = "homeassistant"
"""What its topics begin with, unless somebody has changed it there."""
EVENTS = {
    "throw": (said("Throw"), "mdi:dice-multiple"),
    "turn": (said("Turn"), "mdi:account-switch"),
    "eaten": (said("Eaten"), "mdi:shark"),
    "won": (said("Won"), "mdi:trophy"),
    "question": (said("Question"), "mdi:chat-question"),
}
"""The types of events that have an entity, its name and its icon."""
CALM_OR_ATTACK = ["calm", "attack"]
LONGEST = 255
"""Characters that the state of an entity may have."""
OPEN_ANSWERS = ("A", "B")
"""The answers that have a button."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What this device offers beside the game: which commands it takes, and whether its photographs are shown."""

    commands: Collection[str] = ()
    photographs: bool = False


NOTHING = Offered()


def config_topic(topics: Topics, prefix: str) -> str:
    """Where the discovery message is retained; an empty one there removes the device."""
    return f"{prefix}/device/{_id(topics)}/config"


def status_topic(prefix: str) -> str:
    """Where Home Assistant says `online` when it has started."""
    return f"{prefix}/status"


def config(state: Data, address: str, topics: Topics, named: bool, offered: Offered) -> Data:
    """The discovery message; `named`: somebody has given the table its name, so that it is worth showing."""
    return {
        "dev": {
            "ids": [_id(topics)],
            "name": f"Lifeguard {topics.table}" if named else "Lifeguard",
            "mf": "Lifeguard",
            "mdl": t("Companion beside a game table"),
            "sw": version("lifeguard"),
        }
        | ({"cu": address} if address else {}),
        "o": {"name": "Lifeguard", "sw": version("lifeguard")},
        "availability": [_available(topics.availability)],
        "state_topic": topics.state,
        "cmps": {
            key: component if set(component) == {"p"} else component | {"unique_id": f"{_id(topics)}-{key}"}
            for key, component in _components(state, topics, offered).items()
        },
    }


def _id(topics: Topics) -> str:
    return f"lifeguard-{topics.table}"


def _slug(topics: Topics) -> str:
    """What the ids of entities begin with."""
    return _id(topics).replace("-", "_")


def _available(topic: str) -> Data:
    return {"topic": topic, "payload_available": ONLINE, "payload_not_available": OFFLINE}


def _components(state: Data, topics: Topics, offered: Offered) -> Data:
    return (
        _of_seats(state, topics)
        | _of_game(state, topics)
        | _events(topics)
        | _of_device(topics)
        | _commands(topics, offered)
        | _image(topics, offered)
    )


def _of_seats(state: Data, topics: Topics) -> Data:
    """Scores, and depths where a game has them. Seats give their ids, for names change from match to match."""
    players, depths = state["players"], "depths" in state["facts"]
    found: Data = {}
    for seat in range(MOST_SEATS):
        score, depth = {"p": "sensor"}, {"p": "sensor"}
        if seat < len(players):
            name = players[seat]["name"]
            score = _counted(
                t("Score {name}", name=name),
                f"(value_json.players[{seat}] | default({{}})).score | default(None)",
                "mdi:scoreboard",
            )
            score["default_entity_id"] = f"sensor.{_slug(topics)}_score_{seat + 1}"
            if depths:
                depth = _counted(
                    t("Depth {name}", name=name),
                    f"(value_json.facts.depths | default([]))[{seat}] | default(None)",
                    "mdi:diving-scuba",
                )
                depth["default_entity_id"] = f"sensor.{_slug(topics)}_depth_{seat + 1}"
        found |= {f"score_{seat}": score, f"depth_{seat}": depth}
    return found


def _counted(name: str, value: str, icon: str) -> Data:
    return _sensor(name, value, icon) | {"state_class": "measurement"}


def _sensor(name: str, value: str, icon: str) -> Data:
    return {"p": "sensor", "name": name, "icon": icon, "value_template": f"{{{{ {value} }}}}"}


def _of_game(state: Data, topics: Topics) -> Data:
    shark: Data = {"p": "sensor"}
    if "shark" in state["facts"]:
        shark = _sensor(t("Shark"), "value_json.facts.shark | default(None)", "mdi:shark-fin")
        shark |= {"device_class": "enum", "options": CALM_OR_ATTACK}
    return {
        "turn": _sensor(t("Turn"), "value_json.player", "mdi:account-arrow-right"),
        "shark": shark,
        "question": _sensor(
            t("Question"), f"(value_json.question.text if value_json.question else '')[:{LONGEST}]", "mdi:help"
        )
        | {
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'answers': (value_json.question.answers if value_json.question else [])"
            " | map(attribute='text') | list} | tojson }}",
        },
        "difference": _problem(t("Table and game differ"), "value_json.mismatch"),
    }


def _events(topics: Topics) -> Data:
    """One entity for each type: Home Assistant keeps time in milliseconds, and of two events of one entity in the same
    millisecond an automation hears but one."""
    return {
        f"event_{event_type}": {
            "p": "event",
            "name": t(name),
            "icon": icon,
            "state_topic": topics.event,
            "value_template": f"{{{{ value if value_json.event_type == '{event_type}' else '' }}}}",
            "qos": 2,
            "event_types": [event_type],
        }
        for event_type, (name, icon) in EVENTS.items()
    }


def _problem(name: str, value: str) -> Data:
    template = f"{{{{ 'ON' if {value} else 'OFF' }}}}"
    return {"p": "binary_sensor", "name": name, "device_class": "problem", "value_template": template}


def _of_device(topics: Topics) -> Data:
    """Diagnostics. An update is told and not begun: people do that, on the page of the box."""
    seeing = [_available(topics.availability), _available(topics.camera)]
    shown: dict[str, Data] = {
        "camera": {
            "p": "binary_sensor",
            "name": t("Camera"),
            "device_class": "connectivity",
            "state_topic": topics.camera,
            "payload_on": ONLINE,
            "payload_off": OFFLINE,
        },
        "fault": _problem(t("Fault"), "value_json.faults")
        | {
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'parts': value_json.faults} | tojson }}",
        },
        "temperature": _sensor(t("Temperature"), "value_json.temperature", "mdi:thermometer")
        | {"state_topic": topics.diagnostics, "device_class": "temperature", "unit_of_measurement": "°C"}
        | {"state_class": "measurement"},
        "light": _sensor(t("Light"), "value_json.light", "mdi:brightness-6")
        | {"state_topic": topics.diagnostics, "state_class": "measurement"}
        | {"availability": seeing, "availability_mode": "all"},
        "update": {
            "p": "update",
            "name": t("Update"),
            "title": "Lifeguard",
            "device_class": "firmware",
            "state_topic": topics.diagnostics,
            "value_template": "{{ value_json.version }}",
            "latest_version_topic": topics.diagnostics,
            "latest_version_template": "{{ value_json.latest }}",
        },
    }
    return {key: component | {"entity_category": "diagnostic"} for key, component in shown.items()}


def _commands(topics: Topics, offered: Offered) -> Data:
    """A button for each command that is taken, and the choice of the game."""

    def button(name: str, icon: str, press: str, command: str) -> Data:
        if command not in offered.commands:
            return {"p": "button"}
        return {"p": "button", "name": name, "icon": icon, "command_topic": topics.command, "payload_press": press}

    select: Data = {"p": "select"}
    if "new-match" in offered.commands:
        select |= {
            "name": t("Game"),
            "icon": "mdi:cards",
            "options": list(GAMES),
            "value_template": "{{ value_json.game or None }}",
            "command_topic": topics.command,
            "command_template": '{"do": "new-match", "game": "{{ value }}"}',
        }
    answers: Data = {
        f"answer_{letter.lower()}": button(
            t("Answer {letter}", letter=letter), "mdi:help", f'{{"do": "answer", "answer": {n}}}', "answer"
        )
        for n, letter in enumerate(OPEN_ANSWERS)
    }
    return answers | {
        "undo": button(t("Undo"), "mdi:undo", '{"do": "undo"}', "undo"),
        "new_match": button(t("New match"), "mdi:restart", '{"do": "new-match"}', "new-match"),
        "game": select,
    }


def _image(topics: Topics, offered: Offered) -> Data:
    """The photograph that was read last."""
    if not offered.photographs:
        return {"image": {"p": "image"}}
    return {"image": {"p": "image", "name": t("Last look"), "image_topic": topics.image, "content_type": "image/jpeg"}}
