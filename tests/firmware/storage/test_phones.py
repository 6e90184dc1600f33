"""Paired phones outlive a restart; a file that cannot be read pairs none."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.storage.people.phones import FILE, phones_of


def test_a_phone_is_known_after_a_restart_and_its_token_is_not_on_the_disk(tmp_path: Path) -> None:
    token, phone = phones_of(tmp_path).pair("iPhone")
    assert phones_of(tmp_path).owner(token) == phone
    assert token not in (tmp_path / FILE).read_text()


@pytest.mark.parametrize("damaged", [b"", b"[1]", b"\xff\x00", b'[{"id": "a"}]'])
def test_a_damaged_file_pairs_no_phone_and_the_next_one_mends_it(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    phones = phones_of(tmp_path)
    assert phones.all() == ()
    token, _ = phones.pair("Android")
    assert phones_of(tmp_path).owner(token)
