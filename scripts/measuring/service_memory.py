"""How the service keeps memory: what it says of that to Python and to the C library."""

from __future__ import annotations

import re
from pathlib import Path

UNIT = Path(__file__).parents[2] / "systemd" / "lifeguard.service"


def service_memory() -> dict[str, str]:
    """The variables of the unit's environment that say how memory is kept; they must be set before Python starts."""
    said = UNIT.read_text(encoding="utf-8")
    return dict(re.findall(r"^Environment=(MALLOC_\w+|PYTHONMALLOC)=(\S+)$", said, re.MULTILINE))
