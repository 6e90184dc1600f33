"""What `make release` puts together."""

from __future__ import annotations

import importlib.util
import re
import tarfile
from pathlib import Path

from firmware.appliance import signature
from firmware.appliance.release import PART, unpacked
from tests.firmware.appliance.boxes import PRIVATE, PUBLIC, parts

ROOT = Path(__file__).parents[3]
_spec = importlib.util.spec_from_file_location("make_release", ROOT / "scripts/release/make_release.py")
assert _spec
assert _spec.loader
make_release = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_release)


def names(python: str) -> set[str]:
    return {re.split("[<>]", line)[0] for line in make_release.needed(python, "aarch64")}


def test_the_release_has_what_the_service_needs() -> None:
    assert {"numpy", "opencv-python-headless", "aiomqtt", "cryptography", "simplejpeg"} <= names("3.11") & names("3.13")


def test_lgpio_has_no_wheel_for_the_latest_python_so_there_the_systems_own_is_used() -> None:
    assert names("3.11") - names("3.13") == {"lgpio"}


def test_what_is_packed_is_what_can_be_installed(tmp_path: Path) -> None:
    folder = tmp_path / "lifeguard-0.2.0"
    for name, data in parts().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    key = tmp_path / "key"
    key.write_text(f"{PRIVATE.hex()}\n")
    make_release._seal(folder, key)
    archive = make_release._pack(folder)
    with tarfile.open(archive) as tar:
        assert [Path(name).name for name in tar.getnames()[:2]] == ["SHA256SUMS", "SHA256SUMS.sig"]
    assert unpacked(archive, tmp_path / "there", "x86_64", PUBLIC) == "0.2.0"
    assert signature.PUBLIC == "release.pub"


def test_every_unit_and_script_of_ours_may_be_part_of_a_release() -> None:
    ours = [f"systemd/{file.name}" for file in (ROOT / "systemd").iterdir()]
    assert all(PART.fullmatch(name) for name in (*ours, "setup", "VERSION", "LICENSE"))
