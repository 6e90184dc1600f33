"""Paired phones: known by a token of which only a digest is kept, and forgotten when people say so."""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime, timedelta

import pytest

from companion.gate.phones import LIMITS, PairedPhones


def test_a_paired_phone_is_known_by_its_token_and_nobody_else_is():
    phones = PairedPhones()
    token, phone = phones.pair("iPhone")
    assert phones.owner(token) == phone
    assert [phones.owner(other) for other in (None, "", phone.digest, phone.id, token + "x")] == [None] * 5


def test_the_token_itself_is_kept_nowhere():
    kept = []
    token, _ = PairedPhones(keep=kept.extend).pair("iPhone")
    assert token not in str([astuple(phone) for phone in kept])


def test_phones_that_were_kept_are_known_again():
    kept = []
    token, phone = PairedPhones(keep=kept.extend).pair("iPhone")
    assert PairedPhones(kept).owner(token) == phone


def test_one_phone_is_forgotten_or_all_of_them():
    phones = PairedPhones()
    (one, first), (two, _), (three, _) = [phones.pair("Android") for _ in range(3)]
    assert (phones.forget(first.id), phones.forget(first.id)) == (True, False)
    assert [phones.owner(token) is not None for token in (one, two, three)] == [False, True, True]
    phones.forget_all()
    assert (phones.all(), phones.owner(two)) == ((), None)


def test_the_oldest_phone_gives_way_to_one_too_many():
    phones = PairedPhones()
    tokens = [phones.pair(str(number))[0] for number in range(LIMITS.phones + 1)]
    assert [phones.owner(token) is not None for token in tokens] == [False] + [True] * LIMITS.phones
    assert [phone.name for phone in phones.all()][:2] == [str(LIMITS.phones), str(LIMITS.phones - 1)]


def test_a_phone_is_forgotten_after_more_than_a_year():
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    phones = PairedPhones(clock=lambda: now[0])
    token, _ = phones.pair("iPad")
    now[0] += timedelta(days=LIMITS.days - 1)
    assert phones.owner(token)
    now[0] += timedelta(days=1)
    assert (phones.owner(token), phones.all()) == (None, ())


def test_what_cannot_be_kept_has_not_happened():
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    phones = PairedPhones(keep=full)
    with pytest.raises(OSError, match="No space"):
        phones.pair("iPhone")
    assert phones.all() == ()
