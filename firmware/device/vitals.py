"""How the device fares: how warm its processor is, how light its table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

PROCESSOR = Path("/sys/class/thermal/thermal_zone0/temp")
"""Where Linux says how warm the processor is, in thousandths of a degree."""

Vitals = dict[str, float | None]


def vitals(light: Callable[[], float | None], processor: Path = PROCESSOR) -> Vitals:
    """`temperature` in degrees Celsius, `light` as the mean grey of the picture (0 to 255); None where nobody knows."""
    try:
        temperature = round(int(processor.read_text(encoding="ascii")) / 1000, 1)
    except (OSError, ValueError):
        temperature = None
    seen = light()
    return {"temperature": temperature, "light": None if seen is None else round(seen)}
