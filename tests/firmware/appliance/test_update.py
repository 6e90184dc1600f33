"""An update is well within its time, or the version before is back; a power cut at any of its steps changes nothing in
that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.appliance import health
from firmware.appliance.box import Box, CommandFailed
from firmware.appliance.health import JOURNAL, LOOK, OLED, PAGE, PARTS
from firmware.appliance.install import install
from firmware.appliance.update import HEALTH, INCOMING, NEWS, TRIAL, WANTED, Patience, update, watch
from tests.firmware.appliance.boxes import PUBLIC, System, archived, laid_out, parts, signed

WELL = frozenset(PARTS)


class PowerCut(BaseException):
    """Nothing catches it."""


class Machine(System):
    """A system whose service is as well as the version that it plays; power may be cut after so many commands."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root, self.left = root, 10**6
        self.well: dict[str, frozenset[str]] = {}
        self.now = 0.0
        self.plays = ""
        self.breaks = ""

    def run(self, command: Sequence[str]) -> str:
        self.left -= 1
        if self.left < 0:
            raise PowerCut
        said = super().run(command)
        match list(map(str, command)):
            case ["systemctl", "restart", "lifeguard.service"]:
                self.start()
            case ["systemctl", "stop", *_]:
                self.stop()
            case ["systemctl", "is-failed", *_] if self.plays != self.breaks:
                raise CommandFailed("it is not")
        return said

    def start(self) -> None:
        self.stop()
        trial = self.root / "run" / TRIAL
        box = self.box(self.root)
        slot = trial.read_text().split("/opt/lifeguard/")[1][0] if trial.exists() else box.slots.read().current
        assert slot in box.slots.read().whole, "what is started is whole"
        self.plays = box.slots.version(slot)
        file = self.root / "run" / HEALTH
        file.parent.mkdir(parents=True, exist_ok=True)
        health.write(file, self.well.get(f"{self.plays} tried" if trial.exists() else self.plays, WELL))

    def stop(self) -> None:
        self.plays = ""
        (self.root / "run" / HEALTH).unlink(missing_ok=True)

    def boot(self) -> None:
        """Power is back: what lay in /run is gone, and the service is started with the machine."""
        for file in (self.root / "run").rglob("*"):
            if file.is_file():
                file.unlink()
        self.left = 10**6
        self.start()

    @property
    def patience(self) -> Patience:
        return Patience(clock=lambda: self.now, sleep=self.wait)

    @property
    def little_patience(self) -> Patience:
        return replace(self.patience, limit_s=0.4)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    @property
    def news(self) -> str:
        return (self.root / "run" / NEWS).read_text()


def machine(tmp_path: Path) -> Machine:
    """A box that plays version 0.2.0."""
    root = tmp_path / "root"
    (root / "run/systemd/system").mkdir(parents=True)
    (root / "var/lib/lifeguard/update").mkdir(parents=True)
    made = Machine(root)
    install(made.box(root), laid_out(tmp_path / "first", parts("0.2.0")))
    return made


def release(tmp_path: Path, version: str) -> Path:
    return archived(tmp_path / f"lifeguard-{version}.tar", signed(parts(version)))


def box(made: Machine) -> Box:
    return made.box(made.root)


def test_a_version_that_is_well_plays_from_then_on(tmp_path: Path) -> None:
    made = machine(tmp_path)
    assert update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)
    slots = box(made).slots.read()
    assert (slots.current, slots.good, made.plays, made.news) == ("b", "b", "0.3.0", "Updated to 0.3.0.")
    assert not (made.root / "opt/lifeguard" / INCOMING).exists()
    assert not (made.root / "run" / TRIAL).exists()


def test_a_version_is_tried_as_the_service_on_a_copy_before_it_is_changed_to(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.well["0.3.0 tried"] = frozenset({PAGE})
    tried = []
    started = made.start

    def start() -> None:
        trial = made.root / "run" / TRIAL
        tried.append((box(made).slots.read().current, trial.read_text() if trial.exists() else ""))
        started()

    made.start = start  # type: ignore[method-assign]
    assert not update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)
    command = "ExecStart=\nExecStart=/opt/lifeguard/b/bin/lifeguard run --trial $LIFEGUARD_OPTIONS\nRestart=no\n"
    assert tried == [("a", f"[Service]\n{command}"), ("a", "")]
    assert made.plays == "0.2.0"


@pytest.mark.parametrize(
    ("missing", "said"), [(PAGE, "the page"), (JOURNAL, "the journal"), (OLED, "the OLED"), (LOOK, "reading a look")]
)
def test_a_version_of_which_a_part_is_not_well_within_90_s_never_plays(missing: str, said: str, tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.well["0.3.0 tried"] = WELL - {missing}
    assert not update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)
    assert made.news == f"Back on 0.2.0: 0.3.0 is not well ({said} failed for 90 s)."
    assert (made.plays, box(made).slots.read().current) == ("0.2.0", "a")
    assert 90 <= made.now <= 91


def test_a_part_that_was_not_well_before_either_is_no_fault_of_the_new_version(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.well = {version: WELL - {LOOK} for version in ("0.2.0", "0.3.0", "0.3.0 tried")}
    made.start()
    assert update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)


def test_a_version_that_is_well_on_trial_alone_gives_way_again(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.well["0.3.0"] = frozenset()
    assert not update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)
    assert made.plays == "0.2.0"
    why = "the page, the journal, the OLED, reading a look failed for 90 s"
    assert made.news == f"Back on 0.2.0: 0.3.0 is not well ({why})."
    assert "Description=0.2.0" in (made.root / "etc/systemd/system/lifeguard.service").read_text()


def test_a_version_that_ends_by_itself_is_not_waited_for(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.well["0.3.0 tried"], made.breaks = frozenset(), "0.3.0"
    assert not update(box(made), release(tmp_path, "0.3.0"), PUBLIC, made.patience)
    assert "it ended by itself" in made.news
    assert made.now == 0


def test_an_older_version_is_no_update_but_the_same_may_be_put_in_anew(tmp_path: Path) -> None:
    made = machine(tmp_path)
    assert not update(box(made), release(tmp_path, "0.1.9"), PUBLIC, made.patience)
    assert "older than 0.2.0: go back by `lifeguard-setup rollback`" in made.news
    assert update(box(made), release(tmp_path, "0.2.0"), PUBLIC, made.patience)


def test_a_release_that_is_refused_interrupts_nobody(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.commands.clear()
    unsigned = archived(tmp_path / "lifeguard.tar", parts("0.3.0"))
    assert not update(box(made), unsigned, PUBLIC, made.patience)
    assert made.news == "No update: lifeguard.tar is not signed: only a signed release can be an update"
    assert made.commands == []


def test_what_the_page_left_is_taken_once(tmp_path: Path) -> None:
    made = machine(tmp_path)
    wanted = made.root / "var/lib/lifeguard" / WANTED
    release(tmp_path, "0.3.0").rename(wanted)
    watch(box(made), PUBLIC, made.patience)
    assert made.plays == "0.3.0"
    made.commands.clear()
    watch(box(made), PUBLIC, made.patience)
    assert (made.commands, made.plays) == ([], "0.3.0")


@pytest.mark.parametrize("new", [WELL, frozenset({PAGE})], ids=["well", "broken"])
def test_power_cut_at_any_command_leaves_a_whole_version_that_plays(new: frozenset[str], tmp_path: Path) -> None:
    """Cut after each command in turn, then cut again after each command of what follows the start."""
    ends = set()
    for first in range(100):
        for second in (0, 3, 6, 9, 10**6):
            folder = tmp_path / f"{first}-{second}"
            folder.mkdir()
            made = machine(folder)
            made.well["0.3.0"] = new
            made.left = first
            try:
                update(box(made), release(folder, "0.3.0"), PUBLIC, made.little_patience)
            except PowerCut:
                pass
            else:
                assert first > 10
                assert ends == ({"0.2.0", "0.3.0"} if new == WELL else {"0.2.0"})
                return
            made.boot()
            made.left = second
            try:
                watch(box(made), PUBLIC, made.little_patience)
            except PowerCut:
                made.boot()
                watch(box(made), PUBLIC, made.little_patience)
            slots = box(made).slots.read()
            assert not slots.proving
            assert made.well.get(made.plays, WELL) == WELL
            assert made.plays == box(made).slots.version(slots.current)
            ends.add(made.plays)
    pytest.fail("it never ended")


def test_an_update_that_was_cut_off_is_said(tmp_path: Path) -> None:
    made = machine(tmp_path)
    (made.root / "opt/lifeguard" / INCOMING).mkdir()
    watch(box(made), PUBLIC, made.patience)
    assert made.news == "The update was cut off. Begin it again."
    assert not (made.root / "opt/lifeguard" / INCOMING).exists()


def test_what_a_device_notes_of_its_health_is_read_again_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "health.json"
    assert health.read(file) == frozenset()
    health.write(file, frozenset({PAGE, OLED}))
    assert health.read(file) == {PAGE, OLED}
    file.write_text('["page", "root", 7]')
    assert health.read(file) == {PAGE}
    file.write_text("{")
    assert health.read(file) == frozenset()
    (tmp_path / "link").symlink_to(file)
    assert health.read(tmp_path / "link") == frozenset()
