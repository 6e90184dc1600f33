"""A box that is a folder: commands are noted instead of run, and releases are a few bytes long."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware.appliance import signature
from firmware.appliance.box import Box, CommandFailed
from firmware.appliance.disk import Layout
from firmware.appliance.release import SIGNATURE, SUMS

PRIVATE, PUBLIC = signature.new_keys()
GROUPS = "lifeguard gpio i2c spi video netdev systemd-journal"


class System:
    """The programs of a system: what they were called with, and what they say. Those in `failing` fail."""

    def __init__(self, failing: Sequence[str] = (), saying: Mapping[str, str] | None = None) -> None:
        self.commands: list[str] = []
        self.said: list[str] = []
        self.failing = list(failing)
        self.saying = {"id": GROUPS} | dict(saying or {})

    def run(self, command: Sequence[str]) -> str:
        line = " ".join(map(str, command))
        self.commands.append(line)
        if any(line.startswith(failing) for failing in self.failing):
            raise CommandFailed(f"{line} failed: no network")
        if "venv" in command:
            (Path(command[-1]) / "bin").mkdir(parents=True)
        return next((said for begin, said in self.saying.items() if line.startswith(begin)), "")

    def box(self, root: Path) -> Box:
        return Box(Layout(root), self.run, self.said.append)


def parts(version: str = "0.2.0") -> dict[str, bytes]:
    """What a small release is made of."""
    return {
        "VERSION": f"{version}\n".encode(),
        "setup": b"#!/bin/sh\n",
        "systemd/lifeguard.service": f"[Unit]\nDescription={version}\n".encode(),
        f"wheels/lifeguard-{version}-py3-none-any.whl": b"ours",
        "wheels/pip-26-py3-none-any.whl": b"pip",
        "wheels/numpy-2-cp311-cp311-manylinux_2_28_x86_64.whl": b"for a PC",
        "wheels/numpy-2-cp311-cp311-manylinux_2_28_aarch64.whl": b"for a Pi",
    }


def sums(made_of: Mapping[str, bytes]) -> bytes:
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(made_of.items())).encode()


def signed(made_of: Mapping[str, bytes], private: bytes = PRIVATE) -> dict[str, bytes]:
    """The same with checksums and signature, which come first."""
    vouching = sums(made_of)
    return {SUMS: vouching, SIGNATURE: signature.sign(vouching, private), **made_of}


def archived(file: Path, made_of: Mapping[str, bytes]) -> Path:
    with tarfile.open(file, "w") as tar:
        for name, data in made_of.items():
            member = tarfile.TarInfo(f"lifeguard/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return file


def laid_out(folder: Path, made_of: Mapping[str, bytes]) -> Path:
    for name, data in {SUMS: sums(made_of), **made_of}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
