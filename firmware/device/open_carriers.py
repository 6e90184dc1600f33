"""Whoever carries news to other machines, as the configuration asks for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from companion.words.language import sentence_of
from engines.core import said
from firmware.config import Config, MqttConfig, WebhookConfig
from firmware.device.loop import Device
from firmware.device.upkeep.sticks import versions
from firmware.device.vitals import vitals
from firmware.outputs.announcer import Announcer, Carrier
from firmware.outputs.mqtt.commands import Commands
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.retained import Retained
from firmware.outputs.mqtt.topics import Topics, own_name
from firmware.outputs.webhook import Webhook
from firmware.update.inputs import Fault

if TYPE_CHECKING:
    from firmware.outputs.mqtt.connection import Address

PORT, TLS_PORT = 1883, 8883
NOT_INSTALLED = said("its library is not installed. In Lifeguard's folder: pip install '.[mqtt]'")
UNREAD = said("{key}: {file} cannot be read ({why})")

Light = Callable[[], float | None]


class CarrierLacks(Exception):
    """A carrier lacks something of this machine; the message says what. It is a fault, and no reason not to play."""


def announcer_of(
    config: Config, home: Path, device: Device, stack: ExitStack, light: Light = lambda: None
) -> Announcer:
    """Tells the news of a device to all who are asked for, until `stack` ends; the device is told who is not there.

    `light` says how light the camera's picture is (mean grey, 0 to 255; None: nobody knows).
    """
    wanted: list[tuple[str, str, Callable[[], Carrier]]] = []
    if config.mqtt:
        wanted.append(("mqtt", "MQTT", partial(_broker, config.mqtt, home, device, light, stack)))
    for number, settings in enumerate(config.webhooks):
        wanted.append((f"webhooks.{number}", "webhook", partial(_webhook, settings, stack)))
    carriers = []
    for part, title, opened in wanted:
        try:
            carriers.append(opened())
        except CarrierLacks as lack:
            device.put(Fault(part, said("No {carrier}: {why}", carrier=title, why=sentence_of(lack))))
    return Announcer(tuple(carriers))


def address_of(settings: MqttConfig) -> Address:
    """Where the broker is. Raises CarrierLacks for what cannot be read, or where the library is not installed."""
    if find_spec("aiomqtt") is None:
        raise CarrierLacks(NOT_INSTALLED)
    from firmware.outputs.mqtt.connection import Address, secured  # only here: not everybody has the library

    try:
        authority = settings.tls if isinstance(settings.tls, Path) else None
        tls = secured(authority) if settings.tls else None
    except (OSError, ValueError) as error:
        raise CarrierLacks(said(UNREAD, key="tls", file=settings.tls, why=_why(error))) from error
    port = settings.port or (TLS_PORT if tls else PORT)
    password = _secret("password_file", settings.password_file, settings.password)
    return Address(settings.host, port, settings.user, password, tls)


def _broker(settings: MqttConfig, home: Path, device: Device, light: Light, stack: ExitStack) -> Carrier:
    address = address_of(settings)
    from firmware.outputs.mqtt.broker import Broker, Desk

    topics = Topics(settings.prefix, settings.table or own_name(home))
    offered = Offered(settings.commands, settings.photographs)
    commands = Commands(settings.commands, lambda: device.table, device.put)
    desk = Desk(
        photo=device.journal.photo if settings.photographs else None,
        obey=commands if settings.commands else None,
        vitals=lambda: vitals(light) | versions(),
    )
    broker = Broker(address, Retained(topics, settings.discovery or "", bool(settings.table), offered), desk)
    stack.callback(broker.close)
    broker.start()
    return broker


def _webhook(settings: WebhookConfig, stack: ExitStack) -> Carrier:
    secret = _secret("secret_file", settings.secret_file, settings.secret)
    webhook = Webhook(str(settings.url), secret)
    stack.callback(webhook.close)
    webhook.start()
    return webhook


def _secret(key: str, file: Path | None, given: SecretStr) -> str:
    """A secret: as it is given, or the first line of its file. Raises CarrierLacks, which names the key."""
    if file is None:
        return given.get_secret_value()
    try:
        secret = file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, ValueError) as error:
        raise CarrierLacks(said(UNREAD, key=key, file=file, why=_why(error))) from error
    if not secret:
        raise CarrierLacks(said("{key}: the first line of {file} is empty", key=key, file=file))
    return secret


def _why(error: OSError | ValueError) -> str:
    """What went wrong, without the file's name."""
    if isinstance(error, UnicodeDecodeError):
        return said("it is no text in UTF-8")
    return ((error.strerror if isinstance(error, OSError) else "") or str(error)).lower()
