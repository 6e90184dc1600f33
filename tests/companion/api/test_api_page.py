"""The lines of docs/api.md: each `sh` block is run against a table, and none is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.api.app import create_app
from companion.gate.tokens import ApiTokens
from tests.companion.browsing import serving

BLOCKS = [text.split("```")[0] for text in Path("docs/api.md").read_text(encoding="utf-8").split("```sh\n")[1:]]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_each_line_of_the_docs_does_what_it_says(desk: Any, tmp_path: Path) -> None:
    tokens = ApiTokens()
    token, _ = tokens.make("docs", "manage")
    with serving(create_app(desk, tokens=tokens)) as address:
        there = os.environ | {"TABLE": f"http://{address}", "TOKEN": token, "NO_PROXY": "*"}
        for block in BLOCKS:
            done = subprocess.run(["bash", "-ec", block], env=there, cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            assert '"error"' not in done.stdout, (block, done.stdout)
    assert [type(change).__name__ for change in desk.changes] == ["Undo", "Redo", "Correct", "NewGame"]
    assert desk.match.events == ()
    assert (tmp_path / "match.jsonl").read_text().startswith('{"game": "dice-tray"')
    assert (tmp_path / "oled.png").read_bytes().startswith(b"\x89PNG")
