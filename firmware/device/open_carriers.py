"""Whoever carries news to other machines, as the configuration asks for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from pydantic import SecretStr

from firmware.config import Config, ConfigError, MqttConfig, WebhookConfig
from firmware.device.loop import Device
from firmware.device.vitals import vitals
from firmware.outputs.announcer import Announcer, Carrier
from firmware.outputs.mqtt.commands import Commands
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.retained import Retained
from firmware.outputs.mqtt.topics import Topics, own_name
from firmware.outputs.webhook import Webhook

PORT, TLS_PORT = 1883, 8883
NOT_INSTALLED = "[mqtt] needs a library that is not installed: pip install '.[mqtt]' in Lifeguard's folder"


Light = Callable[[], float | None]


def announcer_of(
    config: Config, home: Path, device: Device, stack: ExitStack, light: Light = lambda: None
) -> Announcer:
    """Tells the news of a device to all who are asked for, until `stack` ends. Raises ConfigError.

    `light` says how light the camera's picture is (mean grey, 0 to 255; None: nobody knows).
    """
    carriers: list[Carrier] = []
    if config.mqtt:
        carriers.append(_broker(config.mqtt, home, device, light, stack))
    carriers += [_webhook(settings, number, stack) for number, settings in enumerate(config.webhooks)]
    return Announcer(tuple(carriers))


def _broker(settings: MqttConfig, home: Path, device: Device, light: Light, stack: ExitStack) -> Carrier:
    if find_spec("aiomqtt") is None:
        raise ConfigError(NOT_INSTALLED)
    from firmware.outputs.mqtt.broker import Address, Broker, Desk, secured  # only here: not everybody has the library

    try:
        authority = settings.tls if isinstance(settings.tls, Path) else None
        tls = secured(authority) if settings.tls else None
    except OSError as error:
        raise ConfigError(f"mqtt.tls: no certificate can be read from {settings.tls} ({error})") from error
    port = settings.port or (TLS_PORT if tls else PORT)
    password = _secret("mqtt.password_file", settings.password_file, settings.password)
    address = Address(settings.host, port, settings.user, password, tls)
    topics = Topics(settings.prefix, settings.table or own_name(home))
    offered = Offered(settings.commands, settings.photographs)
    commands = Commands(settings.commands, lambda: device.table, device.put)
    desk = Desk(
        photo=device.journal.photo if settings.photographs else None,
        obey=commands if settings.commands else None,
        vitals=lambda: vitals(light),
    )
    broker = Broker(address, Retained(topics, settings.discovery or "", bool(settings.table), offered), desk)
    stack.callback(broker.close)
    broker.start()
    return broker


def _webhook(settings: WebhookConfig, number: int, stack: ExitStack) -> Carrier:
    secret = _secret(f"webhooks.{number}.secret_file", settings.secret_file, settings.secret)
    webhook = Webhook(str(settings.url), secret)
    stack.callback(webhook.close)
    webhook.start()
    return webhook


def _secret(key: str, file: Path | None, given: SecretStr) -> str:
    """A secret: as it is given, or the first line of its file. Raises ConfigError, which names the key."""
    if file is None:
        return given.get_secret_value()
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{key}: {file} cannot be read ({error})") from error
