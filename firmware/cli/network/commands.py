"""What `lifeguard hub` takes; what it does is imported only when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from firmware.config import home, load, settings_file


def hub(
    broker: Annotated[
        str | None, typer.Option(help="The MQTT broker: host, or host:port; else that of [mqtt] in the configuration.")
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address that the board listens on.")] = None,
    port: Annotated[int | None, typer.Option(help="The board's port.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration in TOML.")] = None,
) -> None:
    """Many tables on one screen, over MQTT."""
    from firmware.hub import run as service

    given: dict[str, dict[str, Any]] = {"hub": {"host": host, "port": port}}
    if broker is not None:
        given["mqtt"] = _broker(broker)
    service.run(load(settings_file(config, home()), given), home())


def _broker(text: str) -> dict[str, Any]:
    """Host and port of `host` or `host:port`. Raises typer.BadParameter."""
    host, colon, port = text.rpartition(":")
    if not colon:
        return {"host": text}
    if not host or not port.isdecimal():
        raise typer.BadParameter(f"{text!r} is neither HOST nor HOST:PORT", param_hint="--broker")
    return {"host": host, "port": int(port)}
