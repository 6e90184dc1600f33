"""Whoever carries news to other machines, as the configuration asks for them."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from firmware.config import Config, ConfigError, MqttConfig
from firmware.outputs.announcer import Announcer, Carrier
from firmware.outputs.mqtt.topics import Topics, own_name

PORT, TLS_PORT = 1883, 8883
NOT_INSTALLED = "[mqtt] needs the extra: pip install 'lifeguard[mqtt]'"


def announcer_of(config: Config, home: Path, stack: ExitStack) -> Announcer:
    """Tells the news to all who are asked for, until `stack` ends. Raises ConfigError."""
    carriers: list[Carrier] = []
    if config.mqtt:
        carriers.append(_broker(config.mqtt, home, stack))
    return Announcer(tuple(carriers))


def _broker(settings: MqttConfig, home: Path, stack: ExitStack) -> Carrier:
    if find_spec("aiomqtt") is None:
        raise ConfigError(NOT_INSTALLED)
    from firmware.outputs.mqtt.broker import Address, Broker, secured  # only here: not everybody has the library

    try:
        authority = settings.tls if isinstance(settings.tls, Path) else None
        tls = secured(authority) if settings.tls else None
    except OSError as error:
        raise ConfigError(f"mqtt.tls: no certificate can be read from {settings.tls} ({error})") from error
    port = settings.port or (TLS_PORT if tls else PORT)
    broker = Broker(
        Address(settings.host, port, settings.user, _password(settings), tls),
        Topics(settings.prefix, settings.table or own_name(home)),
    )
    stack.callback(broker.close)
    broker.start()
    return broker


def _password(settings: MqttConfig) -> str:
    """The password: as it stands, or the first line of its file."""
    if settings.password_file is None:
        return settings.password.get_secret_value()
    try:
        return settings.password_file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"mqtt.password_file: {settings.password_file} cannot be read ({error})") from error
