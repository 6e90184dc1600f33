"""What is done about the network, moment by moment."""

from __future__ import annotations

from random import Random

from firmware.network.plan import (
    TIMES,
    CloseHotspot,
    ForgetNet,
    Join,
    NetAction,
    NetMode,
    NetState,
    OpenHotspot,
    SeenNet,
    planned,
)


class Box:
    """A box whose networks are what a test says; joins succeed with the right password."""

    def __init__(self, connected: bool = False) -> None:
        self.now, self.state = 0.0, NetState()
        self.seen = SeenNet(connected)
        self.done: list[NetAction] = []

    def tick(self, seconds: int = 1, wish: Join | None = None) -> None:
        for _ in range(seconds):
            self.now += 1
            self.state, action = planned(self.state, self.now, self.seen, wish)
            wish = None
            if action is not None:
                self.done.append(action)
                self.act(action)

    def act(self, action: NetAction) -> None:
        match action:
            case Join(password="right"):
                self.seen = SeenNet(True)
            case Join() | CloseHotspot():
                self.seen = SeenNet()
            case OpenHotspot() | ForgetNet():
                self.seen = SeenNet(hotspot=True)


def test_in_a_known_network_nothing_is_done() -> None:
    box = Box(connected=True)
    box.tick(10_000)
    assert (box.done, box.state.mode) == ([], NetMode.KNOWN)


def test_without_one_for_60_s_the_hotspot_opens_and_not_before() -> None:
    box = Box()
    box.tick(59)
    assert box.done == []
    box.tick()
    assert box.done == [OpenHotspot()]


def test_a_network_that_is_lost_for_a_moment_opens_no_hotspot() -> None:
    box = Box(connected=True)
    for _ in range(20):
        box.seen = SeenNet(True)
        box.tick(5)
        box.seen = SeenNet()
        box.tick(50)
    assert box.done == []


def test_a_network_that_people_chose_is_joined() -> None:
    box = Box()
    box.tick(61)
    box.tick(5, Join("Home", "right"))
    assert box.done == [OpenHotspot(), Join("Home", "right")]
    assert (box.state.mode, box.state.trouble) == (NetMode.KNOWN, "")


def test_with_a_wrong_password_the_hotspot_is_back_after_30_s_and_says_why() -> None:
    box = Box()
    box.tick(61)
    box.tick(30, Join("Home", "wrong"))
    assert box.done[-1] == Join("Home", "wrong")
    box.tick()
    assert box.done[-1] == ForgetNet("Home")
    assert (box.state.mode, box.state.trouble) == (NetMode.HOTSPOT, "Home could not be joined: look at the password")
    box.tick(5, Join("Home", "right"))
    assert box.state == NetState(NetMode.KNOWN, box.state.since)


def test_a_hotspot_that_nobody_uses_looks_for_known_networks_now_and_then() -> None:
    box = Box()
    box.tick(60 + int(TIMES.open_s))
    assert box.done == [OpenHotspot(), CloseHotspot()]
    box.tick(60)
    assert box.done[-1] == OpenHotspot()


def test_people_who_play_through_the_hotspot_are_not_put_out() -> None:
    box = Box()
    box.tick(61)
    box.seen = SeenNet(hotspot=True, busy=True)
    box.tick(10_000)
    assert box.done == [OpenHotspot()]


def test_a_hotspot_that_did_not_open_is_tried_again() -> None:
    box = Box()
    box.tick(61)
    box.seen = SeenNet()
    box.tick(31)
    assert box.done == [OpenHotspot(), OpenHotspot()]


def test_whatever_happens_a_box_is_in_a_network_or_offers_one_within_two_minutes() -> None:
    random = Random(1)
    for _ in range(200):
        box = Box()
        for _ in range(random.randrange(30)):
            event = random.randrange(4)
            if event == 0:
                box.tick(1, Join("Home", random.choice(["right", "wrong"])))
            elif event == 1:
                box.seen = SeenNet(hotspot=box.seen.hotspot)
            elif event == 2:
                box.seen = SeenNet()
            box.tick(random.randrange(100))
        lost = 0
        for _ in range(120):
            box.tick()
            lost = 0 if box.seen.connected or box.seen.hotspot else lost + 1
        assert lost <= 61
