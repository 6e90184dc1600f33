"""Files made to harm: each is refused in one line, before it takes memory."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from firmware.faults.outcome import Outcome, Setting
from firmware.storage.backup import archive as backups

MAX_KB = 300 * 1024
"""A command may hold so much memory."""
MEASURED = """
import re, runpy, sys
sys.argv[0] = "lifeguard"
try:
    runpy.run_module("firmware.cli", run_name="__main__")
finally:
    print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read()).group(1))
"""
"""Runs a command and prints its largest memory, kB. (What the system tells of a child counts its parent's, too.)"""


def _claiming() -> bytes:
    """The head of an array of 10^10 bytes, and nothing behind it."""
    head = "{'descr': '|u1', 'fortran_order': False, 'shape': (10000000000,), }".ljust(117).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head


def _array(content: np.ndarray) -> bytes:
    whole = io.BytesIO()
    np.save(whole, content)
    return whole.getvalue()


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return whole.getvalue()


def _archive(parts: Callable[[], Mapping[str, bytes]]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(_zipped(parts()))

    return write


def _backup(parts: Callable[[], Mapping[str, bytes]]) -> Callable[[Path], None]:
    """A backup whose checksum is right, whatever is in it."""
    about = b'{"format": 1, "made": "", "lifeguard": ""}'
    return lambda path: backups.write(path, {"backup.json": about, **parts()})


def _picture(width: int, height: int) -> Callable[[Path], None]:
    """Black and white: drawing it must not take more memory than reading it may."""
    return lambda path: Image.new("1", (width, height)).save(path)


def _cut_short(path: Path) -> None:
    _picture(1000, 1000)(path)
    path.write_bytes(path.read_bytes()[:2000])


def _noise(path: Path) -> None:
    path.write_bytes(np.random.default_rng(1).bytes(100_000))


FILES: Mapping[str, tuple[str, Callable[[Path], None]]] = {
    "deck whose array claims 10^10 bytes": ("a.deck", _archive(lambda: {"kind.npy": _claiming()})),
    "deck of 100 kB that unpacks to 104 MB": (
        "b.deck",
        _archive(lambda: {"kind.npy": _array(np.zeros(104_000_000, np.uint8))}),
    ),
    "deck with code in it": ("c.deck", _archive(lambda: {"kind.npy": _array(np.array([{}], dtype=object))})),
    "deck of 20,000 empty parts": ("d.deck", _archive(lambda: {f"{n}.npy": b"" for n in range(20_000)})),
    "deck of random bytes": ("e.deck", _noise),
    "backup of 100 kB that unpacks to 104 MB": ("j.zip", _backup(lambda: {"decks/a.npz": bytes(104_000_000)})),
    "backup that would write elsewhere": ("k.zip", _backup(lambda: {"../../outside": b"here"})),
    "backup with a deck whose array claims 10^10 bytes": (
        "l.zip",
        _backup(lambda: {"decks/a.npz": _zipped({"kind.npy": _claiming()})}),
    ),
    "backup of random bytes": ("m.zip", _noise),
    "picture of 1 x 30,000 px": ("f.png", _picture(1, 30_000)),
    "picture of 13,000 x 13,000 px": ("g.png", _picture(13_000, 13_000)),
    "picture cut short": ("h.jpg", _cut_short),
    "picture of random bytes": ("i.jpg", _noise),
}
"""What is tried: its name, and what writes it."""


def files(setting: Setting) -> Iterator[Outcome]:
    """Decks are imported, backups restored, pictures read and taught."""
    chosen = list(FILES.items())[: setting.times(len(FILES))]
    for what, (name, write) in chosen:
        path = setting.folder / name
        write(path)
        failures = [wrong for command in _commands(path, setting.folder) if (wrong := _tried(command, setting.folder))]
        yield Outcome(
            "files", what, "is refused in one line, within 300 MB", "nothing", len(_commands(path, path.parent)),
            tuple(failures),
        )  # fmt: skip
        path.unlink()


def _commands(path: Path, folder: Path) -> list[list[str]]:
    if path.suffix == ".deck":
        return [["deck", "import", str(path)]]
    if path.suffix == ".zip":
        return [["restore", str(path), "--show"], ["restore", str(path)]]
    lesson = folder / f"lesson-{path.stem}"
    lesson.mkdir(exist_ok=True)
    (lesson / f"wyld{path.suffix}").write_bytes(path.read_bytes())
    return [["read", str(path)], ["teach", "deck", "anything", str(lesson)]]


def _tried(command: list[str], home: Path) -> str:
    """What is wrong with how the command ends, or ""."""
    env = os.environ | {"LIFEGUARD_HOME": str(home / "home")}
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], env=env, capture_output=True, text=True, check=False
    )
    said, peak_kb = done.stderr.strip().splitlines(), int(done.stdout.split()[-1])
    if done.returncode == 1 and len(said) == 1 and peak_kb < MAX_KB:
        return ""
    return f"{' '.join(command[:2])}: exit {done.returncode}, {len(said)} lines, {peak_kb // 1024} MB"
