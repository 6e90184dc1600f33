"""Run by the Python of a Home Assistant: what its own code finds wrong with a discovery message on standard input.

Prints a line for each component that it refuses, and nothing for a message that it takes as it is.
"""

import asyncio
import sys
from importlib import import_module

from homeassistant.components.mqtt.discovery import _merge_common_device_options, _parse_device_payload
from homeassistant.core import HomeAssistant
from homeassistant.helpers import frame

SHARED = {"state_topic", "command_topic"}
"""What all components are given, whether they use it or not."""
SINCE_2025_10 = {"default_entity_id"}


async def main() -> None:
    hass = HomeAssistant("")
    frame.async_setup(hass)
    message = _parse_device_payload(hass, sys.stdin.read(), "lifeguard", None)
    if not message:
        print("the message is refused")
    for name, component in message.get("components", {}).items():
        platform = component.pop("platform")
        if component:  # else it is to be removed
            _merge_common_device_options(component, message)
            check(name, import_module(f"homeassistant.components.mqtt.{platform}"), component, message["device"])


def check(name, platform, component, device) -> None:  # type: ignore[no-untyped-def]
    try:
        taken = platform.DISCOVERY_SCHEMA(component | {"device": device})
    except Exception as error:
        print(f"{name}: {error}")
    else:
        lost = component.keys() - taken.keys() - SHARED - SINCE_2025_10
        if lost:
            print(f"{name}: unknown {', '.join(sorted(lost))}")


asyncio.run(main())
