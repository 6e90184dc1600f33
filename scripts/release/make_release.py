"""Makes a release: wheels of Lifeguard and of all that it needs, units, set-up script, checksums and a signature.

    python scripts/release/make_release.py                  # into build/release, for all machines and Pythons below
    python scripts/release/make_release.py --key FILE       # signed, so that it can be an update
    python scripts/release/make_release.py --here           # for this machine and this Python alone, not packed
    python scripts/release/make_release.py --new-key FILE   # a new private key; its public one goes into the sources

Lifeguard's own version is that of pyproject.toml. The network is needed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from firmware.appliance import signature
from firmware.appliance.build import EXTRAS
from firmware.appliance.release import SIGNATURE, SUMS

ROOT = Path(__file__).parents[2]
MACHINES = ("aarch64", "x86_64")
PYTHONS = ("3.11", "3.13")
"""Those of Debian's Bookworm and Trixie."""
GLIBCS = tuple(range(36, 16, -1))
"""Wheels for these and older versions of the C library run on Bookworm (2.36) and later."""
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


def main() -> None:
    """Makes the release that is asked for."""
    given = _parser().parse_args()
    if given.new_key:
        _new_key(given.new_key)
        return
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    folder = given.output / f"lifeguard-{version}"
    _collect(folder, version, given.here)
    _seal(folder, given.key)
    print(folder if given.here else _pack(folder))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Makes a release of Lifeguard.")
    parser.add_argument("--here", action="store_true", help="for this machine and this Python alone, not packed")
    parser.add_argument("--key", type=Path, help="the file of the private key")
    parser.add_argument("--new-key", type=Path, help="write a new private key to this file, and its public one")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build/release")
    return parser


def _collect(folder: Path, version: str, here: bool) -> None:
    """All parts of a release but checksums and signature."""
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    shutil.rmtree(ROOT / "build/lib", ignore_errors=True)  # what was deleted since would get into the wheel
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", wheels, ROOT], check=True)
    subprocess.run([*PIP, "download", "--no-deps", "--only-binary=:all:", "--dest", wheels, "pip"], check=True)
    if here:
        (own,) = wheels.glob("lifeguard-*.whl")
        subprocess.run([*PIP, "wheel", "--wheel-dir", wheels, f"{own}[{EXTRAS}]"], check=True)
    else:
        for machine in MACHINES:
            for python in PYTHONS:
                _download(wheels, machine, python)
    shutil.copytree(ROOT / "systemd", folder / "systemd")
    shutil.copy(ROOT / "scripts/release/setup", folder / "setup")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "VERSION").write_text(f"{version}\n", encoding="utf-8")


def _download(wheels: Path, machine: str, python: str) -> None:
    """All that Lifeguard needs, as wheels for another machine and Python."""
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in GLIBCS]
    tags = [f"--abi={tag}" for tag in (f"cp{python.replace('.', '')}", "abi3", "none")]
    target = [*platforms, f"--platform=manylinux2014_{machine}", f"--python-version={python}", *tags]
    wanted = needed(python, machine)
    subprocess.run(
        [*PIP, "download", "--only-binary=:all:", "--implementation=cp", *target, "--dest", wheels, *wanted], check=True
    )


def needed(python: str, machine: str) -> list[str]:
    """What Lifeguard needs on a machine with that Python, markers resolved: pip takes them for those of its own."""
    from packaging.requirements import Requirement  # not there where a box is installed from a checkout

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for extra in EXTRAS.split(",") for line in project["optional-dependencies"][extra]]
    there = {"python_version": python, "platform_machine": machine}
    asked = map(Requirement, [*project["dependencies"], *extras])
    return [f"{one.name}{one.specifier}" for one in asked if one.marker is None or one.marker.evaluate(there)]


def _seal(folder: Path, key: Path | None) -> None:
    """The checksums of all parts, and their signature if there is a key."""
    parts = sorted(file for file in folder.rglob("*") if file.is_file())
    lines = (f"{hashlib.sha256(part.read_bytes()).hexdigest()}  {part.relative_to(folder)}\n" for part in parts)
    sums = "".join(lines).encode()
    (folder / SUMS).write_bytes(sums)
    if key is not None:
        (folder / SIGNATURE).write_bytes(signature.sign(sums, bytes.fromhex(key.read_text(encoding="ascii"))))


def _pack(folder: Path) -> Path:
    """One archive: what vouches for the rest comes first. Not compressed, for wheels are."""
    archive = folder.with_suffix(folder.suffix + ".tar")
    first = [folder / name for name in (SUMS, SIGNATURE) if (folder / name).exists()]
    rest = [file for file in sorted(folder.rglob("*")) if file.is_file() and file not in first]
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        for file in (*first, *rest):
            tar.add(file, f"{folder.name}/{file.relative_to(folder)}", filter=_plain)
    return archive


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """The same release gives the same archive, whoever packs it and when."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    return member


def _new_key(file: Path) -> None:
    private, public = signature.new_keys()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(f"{private.hex()}\n")
    (ROOT / "firmware/appliance" / signature.PUBLIC).write_text(f"{public.hex()}\n", encoding="ascii")
    print(f"{file} holds the private key: keep it, and show it to nobody")


if __name__ == "__main__":
    main()
