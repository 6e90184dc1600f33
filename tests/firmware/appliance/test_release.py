"""A release is whole and signed, or it is refused before anything of it is used."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from random import Random

import pytest

from firmware.appliance import signature
from firmware.appliance.release import SIGNATURE, SUMS, ReleaseRefused, checked, order, unpacked
from tests.firmware.appliance.boxes import PUBLIC, archived, laid_out, parts, signed, sums

PI, PC = "aarch64", "x86_64"


def refused(archive: Path, folder: Path) -> str:
    with pytest.raises(ReleaseRefused) as caught:
        unpacked(archive, folder, PC, PUBLIC)
    return str(caught.value)


def test_what_a_machine_needs_is_unpacked_and_nothing_else(tmp_path: Path) -> None:
    archive = archived(tmp_path / "release.tar", signed(parts("0.3.1")))
    assert unpacked(archive, tmp_path / "there", PI, PUBLIC) == "0.3.1"
    wheels = sorted(file.name.split("-")[0] for file in (tmp_path / "there/wheels").iterdir())
    assert wheels == ["lifeguard", "numpy", "pip"]
    assert (tmp_path / "there/wheels/numpy-2-cp311-cp311-manylinux_2_28_aarch64.whl").read_bytes() == b"for a Pi"


def test_an_unsigned_release_is_no_update(tmp_path: Path) -> None:
    made_of = parts()
    archive = archived(tmp_path / "release.tar", {SUMS: sums(made_of), **made_of})
    assert "not signed" in refused(archive, tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_release_of_somebody_else_is_refused(tmp_path: Path) -> None:
    theirs, _ = signature.new_keys()
    archive = archived(tmp_path / "release.tar", signed(parts(), theirs))
    assert "not signed by those who make Lifeguard" in refused(archive, tmp_path / "there")
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("name", sorted(parts()))
def test_a_part_that_was_exchanged_is_noticed(name: str, tmp_path: Path) -> None:
    made_of = signed(parts())
    archive = archived(tmp_path / "release.tar", made_of | {name: b"x" * len(made_of[name])})
    if name.endswith(f"{PI}.whl"):
        unpacked(archive, tmp_path / "there", PC, PUBLIC)  # it is of no use here, and not looked at
    else:
        assert f"{name} is damaged" in refused(archive, tmp_path / "there")


@pytest.mark.parametrize("name", sorted(parts()))
def test_a_part_that_is_missing_is_noticed(name: str, tmp_path: Path) -> None:
    made_of = {part: data for part, data in signed(parts()).items() if part != name}
    archive = archived(tmp_path / "release.tar", made_of)
    if not name.endswith(f"{PI}.whl"):
        assert refused(archive, tmp_path / "there").endswith(f"lacks {name}: load it anew")


def test_a_part_that_nobody_signed_for_is_not_unpacked(tmp_path: Path) -> None:
    archive = archived(tmp_path / "release.tar", signed(parts()) | {"wheels/more-1-py3-none-any.whl": b"!"})
    unpacked(archive, tmp_path / "there", PC, PUBLIC)
    assert not (tmp_path / "there/wheels/more-1-py3-none-any.whl").exists()


@pytest.mark.parametrize("name", ["../setup", "/etc/passwd", "wheels/../../x.whl", "wheels/a/b.whl", "bin/sh"])
def test_even_a_signed_name_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    archive = archived(tmp_path / "release.tar", signed(parts() | {name: b"!"}))
    assert "checksums is damaged" in refused(archive, tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    archive = archived(tmp_path / "release.tar", signed(parts()))
    with tarfile.open(archive, "a") as tar:
        link = tarfile.TarInfo("lifeguard/wheels/x.whl")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/shadow"
        tar.addfile(link, io.BytesIO())
    assert "more than files" in refused(archive, tmp_path / "there")


def test_any_damaged_archive_is_refused(tmp_path: Path) -> None:
    whole, random = archived(tmp_path / "whole.tar", signed(parts())).read_bytes(), Random(7)
    for number in range(150):
        damaged = bytearray(whole[: random.randrange(len(whole))] if number % 2 else whole)
        for _ in range(random.randrange(1, 4) if damaged else 0):
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        (tmp_path / "release.tar").write_bytes(damaged)
        folder = tmp_path / str(number)
        try:
            unpacked(tmp_path / "release.tar", folder, PC, PUBLIC)
        except ReleaseRefused:
            pass
        else:  # the damage is where nothing is read: in padding, or in a part for other machines
            found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
            assert found == {name: data for name, data in parts().items() if not name.endswith(f"{PI}.whl")}


def test_a_release_that_lies_unpacked_is_looked_through_before_it_is_installed(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "release", parts())
    assert checked(folder, PC) == "0.2.0"
    next(folder.glob("wheels/numpy-*aarch64.whl")).unlink()
    assert checked(folder, PC) == "0.2.0"
    next(folder.glob("wheels/numpy-*x86_64.whl")).write_bytes(b"for a PS")
    with pytest.raises(ReleaseRefused, match="x86_64\\.whl is damaged"):
        checked(folder, PC)
    (folder / SUMS).unlink()
    with pytest.raises(ReleaseRefused, match="SHA256SUMS is missing"):
        checked(folder, PC)


def test_versions_stand_in_their_order() -> None:
    assert order("0.2.0") < order("0.10.0") < order("1.0.0")


def test_the_public_key_is_one() -> None:
    key = signature.public_key()
    assert len(key) == 32
    assert not signature.right(b"x", bytes(64), key)


def test_a_signature_holds_for_every_bit(tmp_path: Path) -> None:
    data = signed(parts())
    assert signature.right(data[SUMS], data[SIGNATURE], PUBLIC)
    assert not signature.right(data[SUMS] + b" ", data[SIGNATURE], PUBLIC)
