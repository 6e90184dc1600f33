"""Releases on sticks: the newest version is told, where somebody would take it."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from firmware.device.upkeep.sticks import releases, versions


@pytest.mark.parametrize(
    ("lie_there", "latest"),
    [
        ((), "0.9.0"),
        (("lifeguard-0.8.0.tar", "holiday.tar"), "0.9.0"),
        (("lifeguard-0.9.1.tar", "lifeguard-0.10.0.tar"), "0.10.0"),
    ],
)
def test_the_newest_version_is_the_one_that_plays_or_one_on_a_stick(
    tmp_path: Path, lie_there: tuple[str, ...], latest: str
) -> None:
    for name in lie_there:
        (tmp_path / name).touch()
    assert versions(lambda: releases([tmp_path]), True, "0.9.0") == {"version": "0.9.0", "latest": latest}


def test_where_nobody_takes_updates_no_stick_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIFEGUARD_NEWS", raising=False)
    assert versions(lambda: pytest.fail("looked at")) == dict.fromkeys(("version", "latest"), version("lifeguard"))
