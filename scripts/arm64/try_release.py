"""Tries a release in a clean Debian for arm64, emulated and without a network, and compares its answers with ours.

    sudo .venv/bin/python scripts/arm64/try_release.py build/release/lifeguard-0.1.0.tar bookworm

It is installed; then a part of the tests must pass, and doctor, readings of pictures (faces, sureness) and a game of
each kind must be the same. It needs mmdebstrap, qemu-user-static and, for the system itself and for pytest, a network.
A system that is there as ROOTS/SUITE-arm64.tar is used again. How long something takes under emulation says nothing.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engines.games import GAMES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LIFEGUARD = "/opt/lifeguard/current/bin/lifeguard"
SEED = "7"
TIMES = {"ms", "seconds", "games_per_second", "events_per_second"}
"""What is another each time."""
NUMBERS = {"box", "quad", "confidence", "candidates"}
"""What another processor rounds in another way, in its last digit."""
PART = (
    "tests/engines/hai_noon/test_actions.py",
    "tests/engines/hai_noon/test_attack.py",
    "tests/hardware/panel",
    "tests/firmware/storage/test_journal.py",
)
"""The tests that are run there: rules, the bytes on the bus, the disk. All of them, emulated, would take too long."""
PYTEST = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "hypothesis", "sortedcontainers", "attrs")
"""What they need that no box has."""
MACHINES = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
"""Builds of it that run in all suites."""


def main() -> None:
    """Tries a release in each suite that is named."""
    parser = argparse.ArgumentParser(description="Tries a release on arm64, emulated.")
    parser.add_argument("archive", type=Path)
    parser.add_argument("suite", nargs="+")
    parser.add_argument("--roots", type=Path, help="where the systems are kept")
    parser.add_argument("--film", action="append", default=[], help="a game that is filmed, too: slow")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pictures = drawn(Path(folder) / "pictures")
        wrong = sum(
            tried(given.archive, system(suite, given.roots or Path(folder)), pictures, given.film)
            for suite in given.suite
        )
    sys.exit(bool(wrong))


def drawn(folder: Path) -> Path:
    """Pictures of dice and cards on the simulated table."""
    for game in ("shark-attacks", "hai-noon"):
        subprocess.run(
            [sys.executable, "-m", "firmware.cli", "scene", game, "--count", "2", "--seed", SEED, "-o", folder / game],
            check=True,
        )
    return folder


def system(suite: str, roots: Path) -> Path:
    """The packed root of a suite."""
    packed = roots / f"{suite}-arm64.tar"
    if not packed.exists():
        options = ["--mode=root", "--arch=arm64", "--variant=minbase", "--include=python3,systemd"]
        emulated("mmdebstrap", *options, suite, str(packed))
    return packed


def emulated(*command: str) -> str:
    """What a command says where programs for arm64 run, too."""
    done = subprocess.run([sys.executable, str(HERE / "emulated.py"), *command], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"arm64: {' '.join(command)} failed ({done.returncode})")
    return done.stdout


def tried(archive: Path, packed: Path, pictures: Path, films: Sequence[str]) -> int:
    """Installs a release in a root and asks both; how many answers differ."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run(["tar", "-xf", packed, "-C", root], check=True)
        subprocess.run(["tar", "-xf", archive.resolve(), "-C", root / "srv"], check=True)
        shutil.copytree(pictures, root / "pictures")
        print(f"== {packed.stem}: {inside(root, 'uname -m').strip()}", flush=True)
        print(inside(root, f"/srv/{archive.stem}/setup 2>&1").strip(), flush=True)
        doctor = inside(root, f"{LIFEGUARD} doctor --camera simulated --panel simulated || true")
        print(doctor, flush=True)
        return tested(root) + sum(not compared(root, pictures, question) for question in questions(films))


def tested(root: Path) -> int:
    """Runs a part of the tests of this checkout in a root, on what is installed there: 1 if one fails, else 0."""
    there = root / "tested"
    for part in ("tests", "scripts", "docs"):
        shutil.copytree(ROOT / part, there / part)
    shutil.copy(ROOT / "pyproject.toml", there)
    python = LIFEGUARD.replace("bin/lifeguard", "bin/python")
    version = inside(root, f'{python} -c "import sys; print(*sys.version_info[:2], sep=chr(46))"').strip()
    builds = [f"--platform={machine}" for machine in MACHINES]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", *builds]
    subprocess.run([*pip, f"--python-version={version}", "--target", there / "needed", *PYTEST], check=True)
    pytest = f"PYTHONPATH=/tested/needed {python} -m pytest -p no:cacheprovider {' '.join(PART)}"
    said = inside(root, f"cd /tested; {pytest} 2>&1 && echo all passed || true").strip()
    print(said, flush=True)
    return int(not said.endswith("all passed"))


def questions(films: Sequence[str]) -> Iterator[list[str]]:
    """What both are asked."""
    yield ["read", "--json", "PICTURES/shark-attacks"]
    yield ["read", "--json", "--deck", "hai-noon", "PICTURES/hai-noon"]
    for game in GAMES:
        players = "2" if 2 in GAMES[game].seats else str(GAMES[game].seats[0])
        yield ["simulate", game, "--players", players, "--games", "1", "--seed", SEED, "--json"]
    for game in films:
        options = ["--players", "2", "--games", "1", "--seed", SEED, "--camera", "simulated", "--json"]
        yield ["simulate", game, *options]


def compared(root: Path, pictures: Path, question: list[str]) -> bool:
    """Whether both give the same answer but for times; says so."""
    there = answers(inside(root, f"{LIFEGUARD} {' '.join(spelled(question, pictures, Path('/pictures')))}"))
    command = [sys.executable, "-m", "firmware.cli", *spelled(question, pictures, pictures)]
    here = answers(subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True).stdout)
    same = here == there
    print(f"{'same' if same else 'DIFFERS'}  {' '.join(question)} ({len(there)} lines)", flush=True)
    if not same:
        print(*(f"  here  {a}\n  there {b}" for a, b in zip(here, there, strict=False) if a != b), sep="\n", flush=True)
    return same


def spelled(question: list[str], pictures: Path, at: Path) -> list[str]:
    """A question with the pictures by their names, where they lie."""
    words = []
    for word in question:
        if word.startswith("PICTURES/"):
            files = sorted(pictures.joinpath(word.removeprefix("PICTURES/")).glob("*.[jp][pn]g"))
            words += [str(at / file.relative_to(pictures)) for file in files]
        else:
            words.append(word)
    return words


def answers(text: str) -> list[dict[str, Any]]:
    """The objects that were printed, without times and places."""
    return [_timeless(json.loads(line)) for line in text.splitlines() if line.startswith("{")]


def _timeless(value: Any) -> Any:
    if isinstance(value, list):
        return [_timeless(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: _timeless(part) for key, part in value.items() if key not in TIMES | NUMBERS | {"image"}}


def inside(root: Path, command: str) -> str:
    """What a command says in a root, without a network but its loopback."""
    script = f"""ip link set lo up 2>/dev/null || true
        mount --rbind /dev '{root}/dev'; mount -t proc proc '{root}/proc'
        exec chroot '{root}' /bin/sh -euc "$0" """
    return emulated("unshare", "--net", "--mount", "sh", "-euc", script, command)


if __name__ == "__main__":
    main()
