"""How the device fares: what Linux says of the processor, and the light of the picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.device.vitals import vitals


def test_the_processors_warmth_is_told_in_degrees_and_the_light_as_a_whole_number(tmp_path: Path) -> None:
    (tmp_path / "temp").write_text("51540\n")
    assert vitals(lambda: 123.4, tmp_path / "temp") == {"temperature": 51.5, "light": 123}


@pytest.mark.parametrize("said", [None, "warm\n"])
def test_what_nobody_knows_is_not_told(tmp_path: Path, said: str | None) -> None:
    if said:
        (tmp_path / "temp").write_text(said)
    assert vitals(lambda: None, tmp_path / "temp") == {"temperature": None, "light": None}
