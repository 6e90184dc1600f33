"""What the device itself takes: memory, start, and what it writes; the simulated table is a process of its own.

    python scripts/measuring/device_alone.py splash-down --seconds 180
    python scripts/measuring/device_alone.py shark-attacks --seconds 180 --strace   # counts fsyncs; slower

A robot plays in this process and films its table. The device gets those frames (1280x720) through a pipe, as from a
camera, and phones look on. Printed: seconds from the start of the process to its first frame, resident memory (MB) when
it starts, at its peak and in the end, MB written and fsyncs, and how many events were played.
"""

from __future__ import annotations

import argparse
import copyreg
import json
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from engines.core import Event, Match
from engines.games import game_named

CHUNK = 1 << 16
SIZE = (720, 1280, 3)


def played(game: str, players: tuple[str, ...], options: dict[str, Any], events: tuple[Event, ...]) -> Match:
    """A match out of its events: that is how it goes through the pipe."""
    return Match.begin(game_named(game), players, options).play(*events)


copyreg.pickle(Match, lambda m: (played, (m.game.name, m.began_with, dict(m.options), m.events)))


class PipeCamera:
    """In the device: each frame is asked for from the process that films, with the table if that has changed."""

    settled = False

    def __init__(self, device: Any, line: socket.socket) -> None:
        self._device, self._sent = device, None
        self._line: Any = line.makefile("rwb", CHUNK)

    def frame(self) -> Any:
        from hardware.cameras.frame import Frame

        table = self._device.table
        pickle.dump(None if table is self._sent else replace(table, left=None), self._line)
        self._line.flush()
        self._sent = table
        at, inputs = pickle.load(self._line)
        image = np.empty(SIZE, np.uint8)
        self._line.readinto(image.data.cast("B"))
        for given in inputs:
            self._device.put(given)
        return Frame(image, at)

    def close(self) -> None:
        """The pipe stays."""


def device(game: str, home: Path, line: socket.socket) -> None:
    """The device, as `lifeguard run GAME` is, with a pipe for its camera."""
    from firmware import run
    from firmware.config import load
    from firmware.device.opening import Start

    given: dict[str, dict[str, Any]] = {"game": {"name": game, "players": ("Ana", "Ben", "Cleo")}}
    given |= {"camera": {"source": "usb:0"}, "panel": {"kind": "simulated"}, "page": {"port": 0, "host": "127.0.0.1"}}
    run.camera_opener = lambda _config, of, _art: lambda: PipeCamera(of, line)  # type: ignore[assignment]
    run.run(Start(load(None, given), home, as_json=True))


class FilmedDevice:
    """Here: what the robot knows of the device, and what it does to it."""

    def __init__(self, table: Any) -> None:
        self.table, self.given = table, list[Any]()

    def put(self, given: Any) -> Future[Any]:
        self.given.append(given)
        done: Future[Any] = Future()
        done.set_result(self.table)
        return done


def film(line: socket.socket, first: list[float], cpu: Callable[[], float]) -> None:
    """Films until the device ends; notes when it asked for its first frame, and its CPU time by then."""
    from firmware.simulation.demo_camera import DemoCamera

    stream, camera, stand_in = line.makefile("rwb", CHUNK), None, None
    try:
        while True:
            table = pickle.load(stream)
            if not first:
                first += (time.monotonic(), cpu())
            if stand_in is None:
                stand_in = FilmedDevice(table)
                camera = DemoCamera(stand_in, 1)  # type: ignore[arg-type]  # all that it asks of a device
            stand_in.table = table or stand_in.table
            assert camera is not None
            frame = camera.frame()
            pickle.dump((frame.at, stand_in.given), stream)
            stand_in.given = []
            stream.write(np.ascontiguousarray(frame.image).data.cast("B"))
            stream.flush()
    except (EOFError, OSError):
        pass


def status(pid: int, key: str) -> float:
    """Memory, MB."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.search(rf"{key}:\s+(\d+) kB", text)[1]) / 1024  # type: ignore[index]


def cpu_s(pid: int) -> float:
    """CPU time that a process has had, s."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def written(pid: int) -> float:
    """What the process has written to a disk, MB."""
    return int(re.search(r"\nwrite_bytes: (\d+)", Path(f"/proc/{pid}/io").read_text(encoding="ascii"))[1]) / 1e6  # type: ignore[index]


def measured(game: str, seconds: float, phones: int, strace: bool) -> dict[str, Any]:
    """The figures of a device that plays for so long."""
    from websockets.sync.client import connect

    from firmware.simulation.served_game import UNIT, listen, page_port  # not in the device: it draws tables

    here, there = socket.socketpair()
    first = list[float]()
    with tempfile.TemporaryDirectory(dir=os.environ.get("LIFEGUARD_DISK")) as folder, ExitStack() as stack:
        command = [sys.executable, __file__, game, "--device", str(there.fileno()), "--home", folder + "/home"]
        counts = Path(folder) / "counts"
        if strace:
            command = ["strace", "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", str(counts), *command]
        begun = time.monotonic()
        play = subprocess.Popen(
            command, pass_fds=(there.fileno(),), env=os.environ | UNIT, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        stack.callback(play.kill)
        there.close()
        Thread(target=film, args=(here, first, lambda: cpu_s(play.pid)), daemon=True).start()
        assert play.stdout is not None
        port = page_port(play)
        events = list[str]()
        said = play.stdout
        Thread(target=lambda: events.extend(line for line in said if '"event"' in line), daemon=True).start()
        for _ in range(phones):
            phone = stack.enter_context(connect(f"ws://127.0.0.1:{port}/api/live?patches=1"))
            Thread(target=listen, args=(phone,), daemon=True).start()
        time.sleep(5)
        pid = int(subprocess.check_output(["pgrep", "-P", str(play.pid)]).split()[0]) if strace else play.pid
        early, disk = status(pid, "VmRSS"), written(pid)
        time.sleep(seconds)
        row = {
            "game": game, "phones": phones, "seconds": seconds, "events": len(events),
            "first_frame_s": round(first[0] - begun, 2), "first_frame_cpu_s": round(first[1], 2),
            "early_mb": round(early, 1), "end_mb": round(status(pid, "VmRSS"), 1),
            "peak_mb": round(status(pid, "VmHWM"), 1),
            "written_mb": round(written(pid) - disk, 2),
        }  # fmt: skip
        os.kill(pid, signal.SIGTERM)
        play.wait(60)
        if strace:
            row["fsyncs"] = len(re.findall("f(data)?sync\\(", counts.read_text(encoding="utf-8", errors="replace")))
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the device alone.")
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--strace", action="store_true")
    parser.add_argument("--device", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.device is not None:
        device(given.game, given.home, socket.socket(fileno=given.device))
    else:
        print(json.dumps(measured(given.game, given.seconds, given.phones, given.strace)))


if __name__ == "__main__":
    main()
