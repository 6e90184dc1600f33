"""What is to be done about the network: a pure function of what is seen, what people wish, and the time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engines.core import said


class NetMode(Enum):
    """How the box stands to networks."""

    KNOWN = "known"
    SEARCHING = "searching"
    HOTSPOT = "hotspot"
    JOINING = "joining"


@dataclass(frozen=True, slots=True)
class NetTimes:
    """Seconds that each is given."""

    search_s: float = 60.0
    """Until the hotspot opens, without a known network."""
    join_s: float = 30.0
    """For a network that people have chosen; then the hotspot is back."""
    open_s: float = 600.0
    """A hotspot at a table where nothing happens closes then, to look for known networks: a radio cannot do both."""


TIMES = NetTimes()


@dataclass(frozen=True, slots=True)
class SeenNet:
    """What there is now: a network of the house, our hotspot, people who play or ask for something."""

    connected: bool = False
    hotspot: bool = False
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """Join a network; `password` is "" for an open one."""

    ssid: str
    password: str = ""


@dataclass(frozen=True, slots=True)
class OpenHotspot:
    """Open the hotspot."""


@dataclass(frozen=True, slots=True)
class CloseHotspot:
    """Close the hotspot, so that known networks are looked for."""


@dataclass(frozen=True, slots=True)
class ForgetNet:
    """Forget a network that could not be joined, and open the hotspot."""

    ssid: str


NetAction = Join | OpenHotspot | CloseHotspot | ForgetNet


@dataclass(frozen=True, slots=True)
class NetState:
    """How the box stands, since when (seconds), which network it is joining, and why the last one could not be."""

    mode: NetMode = NetMode.SEARCHING
    since: float = 0.0
    ssid: str = ""
    trouble: str = ""


def planned(
    state: NetState, now: float, seen: SeenNet, wish: Join | None = None, times: NetTimes = TIMES
) -> tuple[NetState, NetAction | None]:
    """The state after `now`, and what is to be done."""
    if wish is not None:
        return NetState(NetMode.JOINING, now, wish.ssid), wish
    if seen.connected:
        since = state.since if state.mode is NetMode.KNOWN else now
        return NetState(NetMode.KNOWN, since), None
    lasted = now - state.since
    match state.mode:
        case NetMode.KNOWN:
            return NetState(NetMode.SEARCHING, now), None
        case NetMode.SEARCHING if lasted >= times.search_s:
            return NetState(NetMode.HOTSPOT, now, trouble=state.trouble), OpenHotspot()
        case NetMode.JOINING if lasted >= times.join_s:
            trouble = said("{network} could not be joined: look at the password", network=state.ssid)
            return NetState(NetMode.HOTSPOT, now, trouble=trouble), ForgetNet(state.ssid)
        case NetMode.HOTSPOT if not seen.hotspot and lasted >= times.join_s:
            return replace(state, since=now), OpenHotspot()
        case NetMode.HOTSPOT if seen.busy:
            return replace(state, since=now), None
        case NetMode.HOTSPOT if lasted >= times.open_s:
            return NetState(NetMode.SEARCHING, now, trouble=state.trouble), CloseHotspot()
    return state, None
