"""What `lifeguard hub` does: the parts of the hub, put together and taken apart."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from threading import Event

from companion.hub.routes import create_hub
from firmware.config import Config, ConfigError, PageConfig
from firmware.device.open_carriers import CarrierLacks, address_of
from firmware.device.terminal import say, stopping
from firmware.hub.desk import HubDesk
from firmware.outputs.mqtt.topics import own_name
from firmware.storage.people.phones import phones_of
from firmware.web.server import Web

HOSTS = "hub-phones.json"
"""The phones of the host, apart from those of a table on the same machine."""
NO_BROKER = "the hub needs a broker: give --broker HOST, or a section [mqtt] in the configuration"


def run(config: Config, home: Path) -> None:
    """The hub, until it is stopped. Raises ConfigError."""
    if config.mqtt is None:
        raise ConfigError(NO_BROKER)
    try:
        address = address_of(config.mqtt)
    except CarrierLacks as lack:
        raise ConfigError(str(lack)) from lack
    from firmware.hub.listener import Listener  # only here: not everybody has the library

    ended = Event()
    with ExitStack() as stack:
        stack.enter_context(stopping(ended.set))
        desk = HubDesk(home, lambda table, command: listener.ask(table, command), say)
        name = f"lifeguard-hub-{own_name(home)}"
        listener = Listener(address, config.mqtt.prefix, name, desk.hear, desk.linked)
        page = PageConfig(port=config.hub.port, host=config.hub.host, names=config.hub.names)
        app = create_hub(desk, page.names, phones_of(home, HOSTS), language=lambda: config.device.language)
        web = Web(page)
        stack.callback(web.close)
        web.serve(app)
        stack.callback(desk.close)
        desk.start()
        stack.callback(listener.close)
        listener.start()
        say(f"page {web.address}   PIN {desk.pin()}   broker {address.host}:{address.port}")
        ended.wait()
