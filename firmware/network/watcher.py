"""The thread that looks after the network; play never waits for it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Protocol

from companion.words.language import sentence_of
from engines.core import said
from firmware.network.network_manager import FoundNetwork, NetworkLost
from firmware.network.plan import (
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
from firmware.state.table import Hotspot
from firmware.storage import files
from firmware.update.inputs import Fault

log = logging.getLogger("lifeguard")

PAUSE_S = 2.0
"""Seconds between two looks."""
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""What a password is made of: nothing that looks like something else."""
PASSWORD_LETTERS = 10
FILE = "hotspot.txt"
"""Name and password of the hotspot, in the folder of all data: phones know it again."""
SAID = said("No network. Hold A to see how phones join the box.")


class Networks(Protocol):
    """What `NetworkManager` offers. Every method raises NetworkLost."""

    def connected(self) -> bool: ...
    def hotspot(self) -> bool: ...
    def networks(self) -> tuple[FoundNetwork, ...]: ...
    def join(self, ssid: str, password: str) -> None: ...
    def open_hotspot(self, ssid: str, password: str) -> None: ...
    def close_hotspot(self) -> None: ...
    def forget(self, ssid: str) -> None: ...
    def close(self) -> None: ...


class Portal(Protocol):
    """What leads phones to the page."""

    def close(self) -> None: ...


class NetworkWatcher:
    """Looks at the network every two seconds, does what is planned, and tells what people should know."""

    def __init__(
        self,
        open_networks: Callable[[], Networks],
        offered: Hotspot,
        tell: Callable[[Fault], object],
        busy: Callable[[], bool],
        reached: Callable[[], bool],
        open_portal: Callable[[], Portal],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`offered`: the hotspot; `tell` takes faults; `busy`: whether people are at the table; `reached`: whether the
        machine has an address, for others than NetworkManager may have joined it to a network; `open_portal` leads
        phones in the hotspot to the page (it raises OSError while it cannot)."""
        self._open_networks, self._offered, self._tell = open_networks, offered, tell
        self._busy, self._reached, self._open_portal, self._clock = busy, reached, open_portal, clock
        self._portal: Portal | None = None
        self._networks: Networks | None = None
        self._wishes: SimpleQueue[Join] = SimpleQueue()
        self._ended = Event()
        self._told = ""
        self._thread = Thread(target=self._watch, name="network", daemon=True)
        self.state = NetState(since=clock())
        self.found: tuple[FoundNetwork, ...] = ()
        """The networks in reach when it was last looked: while the hotspot is open, the radio hears less."""

    @property
    def hotspot(self) -> Hotspot | None:
        """The hotspot, while it is open."""
        return self._offered if self.state.mode is NetMode.HOTSPOT else None

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end; a hotspot that is open stays, for the device may start anew."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout=15)

    def join(self, ssid: str, password: str) -> None:
        """Join a network soon. May be called from any thread."""
        self._wishes.put(Join(ssid, password))

    def look(self) -> None:
        """Look once, do what is planned, and tell what is new."""
        try:
            trouble = self._looked()
        except NetworkLost as lost:
            self._lose()
            trouble = sentence_of(lost)
        self._lead()
        if trouble != self._told:
            self._told = trouble
            self._tell(Fault("network", trouble))

    def _watch(self) -> None:
        while not self._ended.is_set():
            self.look()
            self._ended.wait(PAUSE_S)
        self._lose()
        self.state = NetState()
        self._lead()

    def _lead(self) -> None:
        """Leads phones to the page as long as the hotspot is open. It has its address a moment after it opens."""
        if self.hotspot and self._portal is None:
            try:
                self._portal = self._open_portal()
            except OSError as error:
                log.debug("phones cannot be led to the page yet (%s)", error)
        elif not self.hotspot and self._portal is not None:
            self._portal.close()
            self._portal = None

    def _looked(self) -> str:
        if self._networks is None:
            self._networks = self._open_networks()
        networks = self._networks
        hotspot = networks.hotspot()
        joined = networks.connected() or (not hotspot and self._reached())
        seen = SeenNet(joined, hotspot, self._busy())
        if seen.hotspot and self.state.mode is NetMode.SEARCHING:  # it was open before the device started anew
            self.state = NetState(NetMode.HOTSPOT, self._clock())
        if not seen.hotspot or not self.found:
            self.found = networks.networks()
        before = self.state.mode
        self.state, action = planned(self.state, self._clock(), seen, self._wish())
        if action is not None:
            self._do(networks, action)
        if self.state.mode is not before:
            log.info("network: %s", self.state.mode.value)
        return SAID if self.state.mode is NetMode.HOTSPOT else ""

    def _wish(self) -> Join | None:
        try:
            return self._wishes.get_nowait()
        except Empty:
            return None

    def _do(self, networks: Networks, action: NetAction) -> None:
        match action:
            case Join(ssid, password):
                networks.close_hotspot()
                networks.join(ssid, password)
            case ForgetNet(ssid):
                networks.forget(ssid)
                networks.open_hotspot(self._offered.ssid, self._offered.password)
            case OpenHotspot():
                networks.open_hotspot(self._offered.ssid, self._offered.password)
            case CloseHotspot():
                networks.close_hotspot()

    def _lose(self) -> None:
        """Asks on a new connection next time."""
        if self._networks is not None:
            self._networks.close()
            self._networks = None


def hotspot_of(home: Path) -> Hotspot:
    """Name and password of a box's hotspot, made once. One that cannot be kept is made anew. Raises nothing."""
    file = home / FILE
    try:
        ssid, password = file.read_text(encoding="utf-8").splitlines()
        return Hotspot(ssid, password)
    except (OSError, ValueError):
        made = Hotspot(f"Lifeguard {secrets.token_hex(2).upper()}", _password())
    try:
        files.write(file, f"{made.ssid}\n{made.password}\n".encode())
        file.chmod(0o600)
    except OSError as error:
        log.warning("the name of the hotspot cannot be kept (%s)", error)
    return made


def _password() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LETTERS))
