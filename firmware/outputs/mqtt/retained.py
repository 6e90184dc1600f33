"""What a broker keeps of a table: a value for each topic, as a pure function of the news."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.words.language import speaking
from firmware.outputs.announcer import News
from firmware.outputs.messages import Data
from firmware.outputs.mqtt import home_assistant
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.topics import OFFLINE, ONLINE, Topics

REMOVED = b""
"""What removes a retained message."""


@dataclass(frozen=True, slots=True)
class Retained:
    """The retained messages of one table. `discovery` is what Home Assistant's topics begin with, or "": it is told
    nothing then. `named`: somebody has given the table its name."""

    topics: Topics
    discovery: str = ""
    named: bool = False
    offered: Offered = home_assistant.NOTHING

    def __call__(self, news: News) -> dict[str, bytes]:
        """Topic -> payload, in the order in which they are sent: who shows the state has first to know of its entities.

        What is not let out any more is removed, in case that it once was.
        """
        said = {
            self.topics.availability: ONLINE.encode(),
            self.topics.camera: (ONLINE if news.sees else OFFLINE).encode(),
        }
        if news.state["match"]:  # until then its entities are not known
            topic = home_assistant.config_topic(self.topics, self.discovery or home_assistant.PREFIX)
            said[topic] = self._config(news)
        said[self.topics.state] = encoded(news.state | {"commands": sorted(self.offered.commands)})
        return said if self.offered.photographs else said | {self.topics.image: REMOVED}

    def _config(self, news: News) -> bytes:
        if not self.discovery:
            return REMOVED
        with speaking(news.language):
            return encoded(home_assistant.config(news.state, news.address, self.topics, self.named, self.offered))


def encoded(data: Data) -> bytes:
    """Data as JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
