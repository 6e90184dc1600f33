"""A backup holds all that a home keeps, comes back equal, and is refused where it is damaged or was made to harm."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from random import Random
from threading import Event, Thread

import numpy as np
import pytest

from engines.core import Event as Happened
from engines.core import Match
from engines.games import GAMES
from firmware.games.faces import FaceKind, file_of
from firmware.observe.drawn_mat import Drawings, DrawnMat, size_of
from firmware.state.household import Household
from firmware.state.table import Step, Table
from firmware.storage.backup.archive import CHECKSUM_BYTES, LIMITS, BackupRefused, opened
from firmware.storage.backup.restore import contents, restore
from firmware.storage.backup.save import BackupFailed, backup
from firmware.storage.backup.swap import finish
from firmware.storage.journal import Journal
from firmware.storage.lock import HomeRefused, held
from firmware.storage.past import PastMatches
from firmware.storage.people import household
from firmware.storage.schema import STAMP, VERSION
from tests.firmware.history.drawn import drawn
from vision.cards.deck.store import write
from vision.cards.learn.folder import deck_from_faces
from vision.dice.crops import LIMITS as CROPS
from vision.dice.taught import Taught, enlarged, save_dice

MATCHES = 60
SETTINGS = '[page]\nport = 8081\n# of the kitchen\n[camera]\nsource = "usb:0"\n'
Rows = dict[str, list[tuple[object, ...]]]


def lived_in(home: Path, matches: int = MATCHES) -> Path:
    """A home with matches, photographs, a deck, dice, a drawing, settings, people and a paired phone."""
    drawn(home / "journal.db", matches, seed=3, photos=2)
    face = np.random.default_rng(1).integers(0, 255, (180, 128, 3), np.uint8)
    write(deck_from_faces("ours", {"one": face, "two": face[::-1]}, drawn=True), file_of(FaceKind.CARDS, "ours", home))
    crops = np.random.default_rng(2).integers(0, 255, (4, CROPS.fine_crop_px, CROPS.fine_crop_px, 3), np.uint8)
    owner, photograph = np.array([0, 0, 1, 1]), np.arange(4)
    items = ("robot-gear", "robot-bolt")
    save_dice(Taught("robots", items, crops, owner, photograph, enlarged(crops, photograph)), home)
    still = np.full((90, 160, 3), 80, np.uint8)
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    Drawings(home).keep("dice-tray", DrawnMat(corners, {}, still, size_of("dice-tray")))
    (home / "lifeguard.toml").write_text(SETTINGS)
    (home / "phones.json").write_text("[]")
    household.keep(home, Household(("Mia", "Tom"), ("hai-noon",)))
    return home


def rows(journal: Path) -> Rows:
    """All that a journal holds."""
    with closing(sqlite3.connect(journal)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(db.execute(f"SELECT * FROM {name}").fetchall()) for name in tables}


def files(home: Path) -> dict[str, bytes]:
    """All files that lie in a home, but those that SQLite keeps beside a journal."""
    found = (file for file in home.rglob("*") if file.is_file() and file.suffix not in (".db-shm", ".db-wal", ".lock"))
    return {file.relative_to(home).as_posix(): file.read_bytes() for file in found}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lived_in(tmp_path_factory.mktemp("lived-in"))


@pytest.fixture(scope="module")
def saved(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("stick") / "all.zip"
    backup(home, file, photographs=True, settings=home / "lifeguard.toml")
    return file


def test_a_box_with_many_matches_comes_back_equal_on_an_empty_one(home: Path, saved: Path, tmp_path: Path) -> None:
    restore(saved, tmp_path / "new")
    assert rows(tmp_path / "new" / "journal.db") == rows(home / "journal.db")
    old, new = files(home), files(tmp_path / "new")
    assert new.pop("lifeguard.toml") == b'[page]\nport = 8081\n\n[camera]\nsource = "usb:0"\n'
    assert old.keys() - new.keys() | {"lifeguard.toml"} == {"phones.json", "lifeguard.toml"}
    assert {name: old[name] for name in new if name != "journal.db"} == {
        name: data for name, data in new.items() if name != "journal.db"
    }
    journal = Journal(tmp_path / "new" / "journal.db")
    assert journal.trouble == ""
    assert journal.load() == Journal(home / "journal.db").load()
    journal.close()


def test_what_is_in_a_backup_is_told_without_changing_anything(saved: Path, tmp_path: Path) -> None:
    found = contents(saved, tmp_path)
    assert (found.matches, found.photographs, found.settings) == (MATCHES, 2 * MATCHES, True)
    assert (found.taught, found.drawn) == (("decks/ours", "dice/robots"), ("dice-tray",))
    assert found.first < found.last
    assert "Ana" in found.players
    assert files(tmp_path) == {}


def test_who_makes_a_backup_is_told_what_is_in_it_as_who_opens_it(home: Path, tmp_path: Path) -> None:
    told = backup(home, tmp_path / "all.zip", photographs=True, settings=home / "lifeguard.toml")
    assert told == contents(tmp_path / "all.zip", tmp_path)


def test_a_damaged_deck_is_left_out_and_the_backup_can_be_restored(tmp_path: Path) -> None:
    box = lived_in(tmp_path / "box", 1)
    file_of(FaceKind.CARDS, "ours", box).write_bytes(b"no deck")
    backup(box, tmp_path / "all.zip")
    assert contents(tmp_path / "all.zip", tmp_path).taught == ("dice/robots",)


def test_a_disk_with_too_little_room_is_said_before_anything_is_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = 2 * sum(
        (home / name).stat().st_size for name in ("journal.db", "journal.db-wal") if (home / name).exists()
    )
    needed += LIMITS.spare_bytes
    for free, fits in ((needed - 1, False), (needed, True)):
        usage = type("Usage", (), {"free": free})
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        with nullcontext() if fits else pytest.raises(BackupFailed, match="is full: make room there, or try another"):
            backup(home, tmp_path / "all.zip")
        assert (tmp_path / "all.zip").exists() == fits


def test_a_disk_that_fills_up_meanwhile_is_said_as_such(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        with closing(sqlite3.connect(":memory:")) as db:
            db.execute("PRAGMA max_page_count = 1")
            db.execute("CREATE TABLE more (at)")

    monkeypatch.setattr("firmware.storage.backup.save._copy", fill)
    with pytest.raises(BackupFailed, match="is full: make room there, or try another place"):
        backup(home, tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


def test_photographs_are_left_out_unless_they_are_wanted(home: Path, tmp_path: Path) -> None:
    backup(home, tmp_path / "small.zip")
    found = contents(tmp_path / "small.zip", tmp_path)
    assert (found.matches, found.photographs) == (MATCHES, 0)
    restore(tmp_path / "small.zip", tmp_path / "new")
    past = PastMatches(tmp_path / "new" / "journal.db")
    assert len(past.match(MATCHES).steps) == len(PastMatches(home / "journal.db").match(MATCHES).steps)


def test_paired_phones_are_left_out(home: Path, saved: Path) -> None:
    with opened(saved) as archive:
        assert "phones.json" not in archive.namelist()
    assert (home / "phones.json").exists()


def test_what_was_there_is_kept_beside(home: Path, saved: Path, tmp_path: Path) -> None:
    box = lived_in(tmp_path / "box", 3)
    before = files(box)
    aside = restore(saved, box)
    assert aside.parent == box
    assert {**files(aside), "phones.json": b"[]"} == before
    assert rows(box / "journal.db") == rows(home / "journal.db")
    assert (box / "phones.json").exists()


def test_a_home_that_is_in_use_is_not_restored(saved: Path, tmp_path: Path) -> None:
    box = lived_in(tmp_path / "box", 1)
    before = files(box)
    with held(box), pytest.raises(HomeRefused, match="stop it first"):
        restore(saved, box)
    assert files(box) == before


def test_a_restore_is_ended_wherever_power_was_cut(
    home: Path, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cut(Exception):
        pass

    left, really = 0, os.replace

    def replace(old: Path, new: Path) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Cut
        really(old, new)

    for cut in range(1, 40):
        box = lived_in(tmp_path / f"box-{cut}", 2)
        before, left = files(box), cut
        monkeypatch.setattr("firmware.storage.backup.swap.os.replace", replace)
        try:
            restore(saved, box)
            done = True
        except Cut:
            done = False
        monkeypatch.setattr("firmware.storage.backup.swap.os.replace", really)
        with held(box):  # the next start
            pass
        asides = list(box.glob("before-restore-*"))
        if cut == 1:
            assert not asides
            assert files(box) == before
        else:
            assert {**files(asides[0]), "phones.json": b"[]"} == before
            assert rows(box / "journal.db") == rows(home / "journal.db")
            assert not list(box.glob("restor*-[12]-*"))
        if done:
            break
    assert done
    assert cut > 10
    finish(box)


def test_a_backup_during_play_holds_whole_saves(tmp_path: Path) -> None:
    """Somebody saves as fast as can be meanwhile: each copy is one whole table, of a moment within."""
    home = tmp_path / "home"
    journal, ended = Journal(home / "journal.db"), Event()
    table = Table(Match.begin(GAMES["dice-tray"], ("Ana",)), "0042")
    journal.save(None, table)
    saves = [1]

    def play() -> None:
        nonlocal table
        while not ended.is_set() and saves[0] < 3000:
            step = Step(Happened("throw", None, ("die-1",)), f"look-{saves[0]}", (0,))
            before, table = (
                table,
                Table(table.match.play(step.event), "0042", steps=(*table.steps, step), version=table.version + 1),
            )
            journal.save(before, table, {f"look-{saves[0]}": b"jpeg"})
            saves[0] += 1

    player = Thread(target=play)
    player.start()
    seen = []
    try:
        for number in range(8):
            while saves[0] < 5 * number:
                pass
            least = saves[0]
            backup(home, tmp_path / "now.zip", photographs=True)
            most = saves[0] + 1
            restore(tmp_path / "now.zip", tmp_path / f"new-{number}")
            copy = Journal(tmp_path / f"new-{number}" / "journal.db")
            again = copy.load()
            assert copy.trouble == ""
            assert again is not None
            assert least - 1 <= len(again.steps) <= most
            assert copy.photo(f"look-{len(again.steps)}") == b"jpeg" or not again.steps
            seen.append(len(again.steps))
            copy.close()
    finally:
        ended.set()
        player.join()
        journal.close()
    assert len(set(seen)) > 1


def resealed(data: bytes) -> bytes:
    return data[:-CHECKSUM_BYTES] + hashlib.sha256(data[:-CHECKSUM_BYTES]).hexdigest().encode()


def archive_of(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A file with a right checksum, whatever is in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.comment = bytes(CHECKSUM_BYTES)
        for name, content in parts.items():
            archive.writestr(name, content)
    return resealed(made.getvalue())


def damage(data: bytes, random: Random) -> bytes:
    """One of the ways in which a file goes bad."""
    at = random.randrange(len(data))
    match random.randrange(5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 2:
            length = random.randrange(1, 5000)
            return (
                data[:at]
                + bytes(min(length, len(data) - at))
                + data[at + length :]
                + b"\1"[: not any(data[at : at + length])]
            )
        case 3:
            return data[:at] + data[at + random.randrange(1, 5000) :]
        case _:
            return data[:at] + random.randbytes(random.randrange(1, 5000)) + data[at:]


@pytest.fixture
def box(tmp_path: Path) -> Callable[[Path], str]:
    """Tries to restore a file on a home with two matches: what was said. Nothing may have changed."""
    place = lived_in(tmp_path / "box", 2)
    before = files(place)

    def tried(file: Path) -> str:
        with pytest.raises(BackupRefused) as refused:
            restore(file, place)
        assert files(place) == before
        assert "\n" not in str(refused.value)
        return str(refused.value)

    return tried


def test_two_hundred_damaged_backups_are_refused_and_nothing_is_changed(
    saved: Path, box: Callable[[Path], str], tmp_path: Path
) -> None:
    data, random = saved.read_bytes(), Random(26)
    for _ in range(200):
        (tmp_path / "bad.zip").write_bytes(damage(data, random))
        assert "bad.zip" in box(tmp_path / "bad.zip")


ABOUT = json.dumps({"format": 1, "made": "2026-11-24", "lifeguard": "0.1.0"}).encode()


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"../outside": b""}, "a part called '../outside'"),
        ({"/etc/passwd": b""}, "a part called '/etc/passwd'"),
        ({"decks/../../x.npz": b""}, "a part called"),
        ({"decks/..npz": b""}, "a part called"),
        ({"phones.json": b"[]"}, "a part called 'phones.json'"),
        ({"zones/a.json": bytes(5_000_000)}, "it would unpack to 5 MB"),
        ({f"decks/{n}.npz": b"" for n in range(1001)}, "too many parts"),
        ({f"decks/{n:060}.npz": b"" for n in range(20_000)}, "too many parts"),
        ({"decks/one.npz": b"", "decks/ONE.npz": b""}, "one twice"),
        ({"decks/one.npz": b"no deck"}, "decks/one.npz: not a file that"),
        ({"lifeguard.toml": b"[page]\nport = 99999\n"}, "page.port = 99999 does not fit"),
        ({"journal.db": b"no journal"}, "its first page is damaged"),
        ({"backup.json": b"{}"}, "it cannot be restored"),
        ({"backup.json": b'{"format": 2, "made": "", "lifeguard": "9"}'}, "newer Lifeguard"),
    ],
)
def test_a_file_made_to_harm_is_refused_though_its_checksum_is_right(
    box: Callable[[Path], str], tmp_path: Path, parts: dict[str, bytes], said: str
) -> None:
    (tmp_path / "bad.zip").write_bytes(archive_of({"backup.json": ABOUT, **parts}))
    assert said in box(tmp_path / "bad.zip")


def test_a_journal_of_a_newer_version_and_one_with_a_trigger_are_refused(
    home: Path, box: Callable[[Path], str], tmp_path: Path
) -> None:
    for sql, said in (
        (f"PRAGMA user_version={VERSION + 1}; PRAGMA application_id={STAMP + VERSION + 1}", "newer Lifeguard"),
        ("CREATE VIEW more AS SELECT 1", "it holds more than tables"),
        ("DELETE FROM steps WHERE match = 7 AND number = 0", "match 7 is damaged"),
    ):
        with closing(sqlite3.connect(home / "journal.db")) as db, closing(sqlite3.connect(tmp_path / "j.db")) as copy:
            db.backup(copy)
            copy.executescript(f"PRAGMA journal_mode=DELETE; {sql}; VACUUM")
        (tmp_path / "bad.zip").write_bytes(
            archive_of({"backup.json": ABOUT, "journal.db": (tmp_path / "j.db").read_bytes()})
        )
        assert said in box(tmp_path / "bad.zip")
        (tmp_path / "j.db").unlink()


def test_a_file_that_is_packed_otherwise_is_refused(box: Callable[[Path], str], tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(archive_of({"backup.json": ABOUT}, zipfile.ZIP_LZMA))
    assert "packed in an unknown way" in box(tmp_path / "bad.zip")
    (tmp_path / "no.zip").write_bytes(b"")
    assert "too short" in box(tmp_path / "no.zip")
