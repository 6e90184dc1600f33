"""The script that puts the device under systemd."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_service_gets_the_same_libraries_as_make_run_on_a_raspberry_pi() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    on_pi = re.search(r"^EXTRA := (\[pi\S*\])$", makefile, re.MULTILINE)
    script = (ROOT / "scripts" / "install-service").read_text(encoding="utf-8")
    installed = re.search(r'--upgrade "\$place(\[\S*\])"', script)
    assert on_pi
    assert installed
    assert installed[1] == on_pi[1]
