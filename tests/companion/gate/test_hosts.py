"""Who may ask at all: the Host and Origin headers of people in the room, and of strangers."""

from __future__ import annotations

import pytest

from companion.gate.hosts import is_house, is_own


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "127.0.0.1", "[::1]:8000", "[fe80::1]", "localhost:8000", "lifeguard", "Lifeguard.local:80",
     "pi.lan", "pi.home.arpa.", "table.example.org", "[fe80::1%eth0]:80", "[::ffff:10.0.0.2]", "[fe80::1%25wlan0]"],
)  # fmt: skip
def test_addresses_and_names_of_a_home_are_answered(host):
    assert is_house(host, ("table.example.org",))


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20.evil.example", "local.evil.example", "evil.example."])
def test_names_that_anybody_can_buy_are_not_answered(host):
    assert not is_house(host)


def test_only_our_own_page_or_no_page_at_all_may_change_things():
    assert is_own(None, "10.0.0.2:8000")
    assert is_own("http://10.0.0.2:8000", "10.0.0.2:8000")
    assert not is_own("http://10.0.0.2:9000", "10.0.0.2:8000")
    assert not is_own("http://evil.example", "10.0.0.2:8000")
    assert not is_own("null", "10.0.0.2:8000")
    assert not is_own("http://[", "10.0.0.2:8000")


@pytest.mark.parametrize(
    "host",
    ["", ":80", ".", "[::1", "::1", "[]", "[192.168.1.20]", "[::1%]", "user@192.168.1.20", "user:pass@pi.local",
     "pi.local..", "pi..local", ".local", "pi.local:", "pi.local:http", "pi.local:99999", "pi.local:80:80",
     "pi.local/evil", "pi.local?x", "pi.local#x", "pi local", "pi.local,evil.example", "2130706433", "0x7f.1", "127.1",
     "0177.0.0.1", "\u0661.local"],
)  # fmt: skip
def test_what_no_browser_would_send_as_the_name_of_a_host_is_not_answered(host):
    assert not is_house(host)
