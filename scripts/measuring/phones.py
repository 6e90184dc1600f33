"""Many phones look on while a match is played: how long a change takes to be shown, and what it costs the device.

    .venv/bin/python scripts/measuring/phones.py --phones 200 --seconds 60 --seed 1

Runs the device with a simulated table and panel in a process of its own, on this machine alone, in a home of its own.
Each phone has its socket (with patches) and looks at the OLED once a second, as the page does. A paired phone takes
back the last throw and plays it again, `--every` seconds apart; the simulated hand plays on meanwhile. A change counts
as shown when the patch with its version has come and was applied. Prints the delays (ms), the sizes of messages, the
device's CPU time a change (ms), and its memory (MB) at the start, with all phones, each minute, and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
from service_memory import service_memory
from websockets.asyncio.client import connect

COMMAND = [sys.executable, "-m", "firmware.cli", "run", "shark-attacks", "--players", "Ana,Ben,Cleo"]
PARTS = ["--camera", "simulated", "--panel", "simulated", "--port", "0", "--json"]
MOST_PHONES, MOST_SECONDS = 250, 1800
MINUTE_S = 60.0
SETTLE_S = 3.0
"""Seconds that the device and the phones have to come to rest before anything is counted."""


@dataclass
class Seen:
    """What all phones saw: when each version was told first (s), the delays of the others (s), sizes (bytes)."""

    first: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    wholes: list[int] = field(default_factory=list)
    patches: list[int] = field(default_factory=list)
    looks: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    lost: int = 0


def merged(value: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    (line,) = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def cpu_s(pid: int) -> float:
    """CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def follow(address: str, seen: Seen) -> None:
    """A phone's socket: applies each patch, notes how long after the change was made it is shown."""
    async with connect(f"ws://{address}/api/live?patches=1", compression=None, max_size=None) as socket:
        page: Any = {}
        async for text in socket:
            message = json.loads(text)
            page = message.get("page") or merged(page, message["patch"])
            (seen.wholes if "page" in message else seen.patches).append(len(text))
            if page["version"] in seen.first:
                seen.delays.append(monotonic() - seen.first[page["version"]])
    seen.lost += 1


async def look(client: httpx.AsyncClient, seen: Seen, random: Random) -> None:
    """A phone's look at the OLED, once a second."""
    await asyncio.sleep(random.random())
    tag = ""
    while True:
        try:
            answer = await client.get("/api/oled.png", headers={"If-None-Match": tag})
            tag = answer.headers.get("etag", tag)
            seen.looks += 1
        except httpx.TransportError as error:
            seen.failed[type(error).__name__] += 1
        await asyncio.sleep(1)


async def play(client: httpx.AsyncClient, seen: Seen, every: float) -> None:
    """Takes the last event back and plays it again, over and over. A change's time starts when it is asked for."""
    turn = 0
    while True:
        await asyncio.sleep(every)
        page = (await client.get("/api/page")).json()
        seen.first.setdefault(page["version"] + 1, monotonic())
        what = "redo" if page["can"]["redo"] and turn % 2 else "undo"
        if (await client.post(f"/api/{what}", json={"version": page["version"]})).status_code != 200:
            seen.first.pop(page["version"] + 1, None)  # the simulated hand was quicker
        turn += 1


async def measure(address: str, pin: str, pid: int, given: argparse.Namespace) -> tuple[Seen, list[float], float]:
    """All phones for so many seconds; what they saw, the memory at the start, with all phones, each minute and at the
    end, and the CPU time (s) that the device took with all phones."""
    seen, random, memory = Seen(), Random(given.seed), [memory_mb(pid)]
    limits = httpx.Limits(max_connections=given.phones + 2)
    client = httpx.AsyncClient(base_url=f"http://{address}", limits=limits, timeout=30, trust_env=False)
    async with client, asyncio.TaskGroup() as tasks:
        (await client.post("/api/pair", headers={"X-Lifeguard-Pin": pin})).raise_for_status()
        followers = [tasks.create_task(follow(address, seen)) for _ in range(given.phones)]
        lookers = [tasks.create_task(look(client, seen, random)) for _ in range(given.phones)]
        await asyncio.sleep(SETTLE_S)
        memory.append(memory_mb(pid))
        player, cpu, left = tasks.create_task(play(client, seen, given.every)), cpu_s(pid), given.seconds
        while left > 0:
            await asyncio.sleep(min(left, MINUTE_S))
            left -= MINUTE_S
            memory.append(memory_mb(pid))
        cpu = cpu_s(pid) - cpu
        for task in (player, *lookers, *followers):
            task.cancel()
    return seen, memory, cpu


def share(values: list[float], part: float) -> float:
    """The value that such a part of all stays below."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else float("nan")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two changes")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not (0 < given.phones <= MOST_PHONES and 0 < given.seconds <= MOST_SECONDS):
        parser.error(f"at most {MOST_PHONES} phones and {MOST_SECONDS} seconds")
    return given


def main() -> None:
    given = arguments()
    with tempfile.TemporaryDirectory() as home:
        env = os.environ | {"LIFEGUARD_HOME": home} | service_memory()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        config = Path(home) / "lifeguard.toml"
        config.write_text('[page]\nhost = "127.0.0.1"\n')
        command = [*COMMAND, *PARTS, "--config", str(config)]
        with subprocess.Popen(command, env=env, text=True, **quiet) as device:  # type: ignore[call-overload]
            said = re.search(r"http://(\S+) +PIN (\d+)", device.stderr.readline())
            try:
                if said is None:
                    sys.exit("the device did not start")
                seen, memory, cpu = asyncio.run(measure(said[1], said[2], device.pid, given))
            finally:
                device.terminate()
    delays = [1000 * delay for delay in seen.delays]
    print(f"{given.phones} phones, {given.seconds:.0f} s, {len(seen.first)} changes, {seen.looks} looks at the OLED")
    print("requests that failed:", dict(seen.failed) or "none")
    print(f"shown after: p50 {share(delays, 0.5):.0f} ms, p99 {share(delays, 0.99):.0f} ms ({len(delays)} times)")
    wholes, patches = [list(map(float, sizes)) for sizes in (seen.wholes, seen.patches)]
    print(f"whole page: p50 {share(wholes, 0.5):.0f} bytes")
    print(f"patch: p50 {share(patches, 0.5):.0f} bytes, p99 {share(patches, 0.99):.0f}")
    print(f"memory: {memory[0]:.0f} MB, with all phones {memory[1]:.0f}; by the minute", *map(round, memory[2:]))
    print(
        f"CPU of the device: {cpu:.0f} s of {given.seconds:.0f}, {1000 * cpu / max(len(seen.first), 1):.0f} ms a change"
    )
    print(f"phones that lost their socket: {seen.lost}")


if __name__ == "__main__":
    main()
