"""The network is looked after beside the game: what is planned is done, said, and never waited for."""

from __future__ import annotations

import http.client
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from firmware.network.captive import CaptivePortal
from firmware.network.network_manager import FoundNetwork, NetworkLost
from firmware.network.plan import NetMode
from firmware.network.watcher import SAID, NetworkWatcher, hotspot_of
from firmware.state.table import Hotspot
from firmware.update.inputs import Fault

HOME = FoundNetwork("Home", 70, True)


@dataclass
class Air:
    """What NetworkManager would tell; networks are joined with the right password."""

    inside: str = ""
    open: bool = False
    dead: bool = False
    elsewhere: bool = False
    opened: int = 0
    portals: list[bool] = field(default_factory=list)

    def _alive(self) -> None:
        if self.dead:
            raise NetworkLost("NetworkManager refuses (gone)")

    def connected(self) -> bool:
        self._alive()
        return bool(self.inside)

    def hotspot(self) -> bool:
        return self.open

    def networks(self) -> tuple[FoundNetwork, ...]:
        return (HOME,)

    def join(self, ssid: str, password: str) -> None:
        self.inside = ssid if password == "right words" else ""

    def open_hotspot(self, ssid: str, password: str) -> None:
        self._alive()
        self.open = True

    def close_hotspot(self) -> None:
        self.open = False

    def forget(self, ssid: str) -> None:
        self.inside = ""

    def close(self) -> None: ...


class Portal:
    def __init__(self, air: Air) -> None:
        self._air = air
        air.portals.append(True)

    def close(self) -> None:
        self._air.portals.append(False)


class House:
    def __init__(self, air: Air) -> None:
        self.air, self.now, self.told = air, 0.0, list[Fault]()
        self.watcher = NetworkWatcher(
            self.connect,
            Hotspot("Lifeguard 4F2A", "m3n4hq7xkp"),
            self.told.append,
            lambda: False,
            lambda: air.elsewhere,
            lambda: Portal(air),
            lambda: self.now,
        )

    def connect(self) -> Air:
        self.air.opened += 1
        return self.air

    def pass_by(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 2
            self.watcher.look()


def test_without_a_network_the_hotspot_opens_is_told_and_leads_phones_to_the_page() -> None:
    house = House(Air())
    house.pass_by(58)
    assert (house.told, house.watcher.hotspot) == ([], None)
    house.pass_by(4)
    assert house.air.open
    assert house.told == [Fault("network", SAID)]
    assert house.watcher.hotspot == Hotspot("Lifeguard 4F2A", "m3n4hq7xkp")
    assert house.watcher.found == (HOME,)
    assert house.air.portals == [True]


def test_the_network_that_people_chose_is_joined_and_the_hotspot_is_closed() -> None:
    house = House(Air())
    house.pass_by(62)
    house.watcher.join("Home", "right words")
    house.pass_by(4)
    assert (house.air.inside, house.air.open, house.watcher.hotspot) == ("Home", False, None)
    assert house.told == [Fault("network", SAID), Fault("network", "")]
    assert house.air.portals == [True, False]


def test_with_a_wrong_password_the_hotspot_is_back_and_the_page_says_why() -> None:
    house = House(Air())
    house.pass_by(62)
    house.watcher.join("Home", "wrong words")
    house.pass_by(4)
    assert not house.air.open
    house.pass_by(30)
    assert house.air.open
    assert house.watcher.state.trouble == "Home could not be joined: look at the password"


def test_a_network_that_is_lost_in_play_is_waited_for_then_the_hotspot_opens() -> None:
    house = House(Air(inside="Home"))
    house.pass_by(600)
    house.air.inside = ""
    house.pass_by(58)
    assert house.told == []
    house.pass_by(6)
    assert house.air.open


def test_a_machine_that_somebody_else_has_joined_to_a_network_opens_no_hotspot() -> None:
    house = House(Air(elsewhere=True))
    house.pass_by(1000)
    assert not house.air.open
    house.air.elsewhere = False
    house.pass_by(64)
    assert house.air.open


def test_a_network_manager_that_is_gone_is_said_and_asked_anew() -> None:
    house = House(Air(inside="Home", dead=True))
    house.pass_by(6)
    assert (house.told, house.air.opened) == ([Fault("network", "NetworkManager refuses (gone)")], 3)
    house.air.dead = False
    house.pass_by(6)
    assert (house.told[-1], house.air.opened) == (Fault("network", ""), 4)


def test_a_hotspot_that_was_open_before_the_device_started_anew_is_shown_at_once() -> None:
    house = House(Air(open=True))
    house.pass_by(2)
    assert house.watcher.state.mode is NetMode.HOTSPOT
    assert house.watcher.hotspot is not None


def test_the_hotspot_keeps_its_name_and_password(tmp_path: Path) -> None:
    first = hotspot_of(tmp_path)
    assert hotspot_of(tmp_path) == first
    assert len(first.password) == 10
    assert (tmp_path / "hotspot.txt").stat().st_mode & 0o077 == 0
    (tmp_path / "hotspot.txt").write_bytes(b"\n")
    assert hotspot_of(tmp_path) != first


@pytest.mark.parametrize("path", ["/generate_204", "/hotspot-detect.html", "/anything?at=all"])
def test_whatever_a_phone_asks_for_it_is_led_to_the_page(path: str) -> None:
    portal = CaptivePortal("127.0.0.1", 0, "http://10.42.0.1:8080/join")
    asked = http.client.HTTPConnection("127.0.0.1", portal.port, timeout=10)
    asked.request("GET", path, headers={"Host": "connectivitycheck.example"})
    answer = asked.getresponse()
    assert (answer.status, answer.headers["Location"]) == (302, "http://10.42.0.1:8080/join")
    asked.close()
    portal.close()


def test_any_course_of_things_leaves_no_portal_open_without_a_hotspot() -> None:
    random = Random(2)
    house = House(Air())
    for _ in range(300):
        house.air.dead = random.random() < 0.1
        house.air.inside = random.choice(["", "", "Home", house.air.inside])
        if random.random() < 0.2:
            house.watcher.join("Home", random.choice(["right words", "wrong words"]))
        house.pass_by(random.randrange(2, 80, 2))
        assert bool(house.air.portals and house.air.portals[-1]) == (house.watcher.hotspot is not None)
