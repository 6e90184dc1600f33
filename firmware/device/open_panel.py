"""The panel that is asked for: real or simulated."""

from __future__ import annotations

from collections.abc import Callable

from firmware.config import PanelConfig
from hardware.panel import board


def panel_of(settings: PanelConfig, pressed: Callable[[str, str], None]) -> board.PanelBoard:
    """The panel, opened; `pressed` is told the button (A, B, C) and how it was pressed."""
    opened = board.real if settings.kind == "real" else board.simulated
    return opened(settings.wired(), pressed)
