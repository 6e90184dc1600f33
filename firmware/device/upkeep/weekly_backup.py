"""A backup by itself each week, to a folder that people have named: a stick, say, or another machine's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from companion.words.language import sentence_of
from engines.core import said
from firmware.config import BackupConfig
from firmware.storage.backup.save import BackupFailed, backup
from firmware.update.inputs import Fault

EVERY = timedelta(days=7)
FIRST_S, AGAIN_S = 600.0, 3600.0
"""Seconds from the start until the folder is first looked at, and from then on."""
NAME = "lifeguard-????-??-??.zip"
UNUSABLE = said("No backup: {folder} cannot be used ({why}). Plug it in anew.")


class WeeklyBackup:
    """A thread that looks now and then whether a backup is due; what keeps it from being made is a fault."""

    def __init__(
        self,
        home: Path,
        config: BackupConfig,
        settings: Path | None,
        tell: Callable[[Fault], object],
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        """`settings`: the configuration in use; `tell` takes faults."""
        self._home, self._config, self._settings = home, config, settings
        self._tell, self._today = tell, today
        self._ended = Event()
        self._thread = Thread(target=self._watch, name="backup", daemon=True)
        self._trouble = ""

    def start(self) -> None:
        """Begin to look, if there is a folder to look at."""
        if self._config.folder is not None:
            self._thread.start()

    def stop(self) -> None:
        """Let the thread end."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def look(self) -> None:
        """Make a backup if one is due, let go of the oldest, and say what is amiss, once."""
        trouble = self._made_if_due()
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell(Fault("backup", trouble))

    def _watch(self) -> None:
        wait = FIRST_S
        while not self._ended.wait(wait):
            self.look()
            wait = AGAIN_S

    def _made_if_due(self) -> str:
        """What keeps a backup that is due from being made; "" for nothing."""
        folder = self._config.folder
        if folder is None:
            return ""
        try:
            if not folder.is_dir():
                return said("No backup: {folder} is not there. Plug it in.", folder=folder)
            self._make_if_due(folder)
        except BackupFailed as error:
            return said("No backup: {why}", why=sentence_of(error))
        except OSError as error:  # a stick that was pulled while it was mounted, say
            return said(UNUSABLE, folder=folder, why=error.strerror or error)
        return ""

    def _make_if_due(self, folder: Path) -> None:
        """Makes a backup unless there is a young one. Raises BackupFailed, OSError."""
        today = self._today()
        last = newest(folder, today)
        if last is not None and today - last < EVERY:
            return
        made = sorted(_days(folder))
        backup(self._home, folder / f"lifeguard-{today.isoformat()}.zip", self._config.photographs, self._settings)
        _let_go(made, self._config.keep - 1)


def newest(folder: Path, today: date) -> date | None:
    """The day of the newest backup in a folder that is none of days to come (by a clock that was ahead); None: none.

    Raises OSError.
    """
    return max((day for day in _days(folder).values() if day <= today), default=None)


def _let_go(made: list[Path], keep: int) -> None:
    """Removes the oldest backups, so that so many stay. Raises OSError."""
    for old in made[: max(len(made) - keep, 0)]:
        old.unlink(missing_ok=True)


def _days(folder: Path) -> dict[Path, date]:
    """The backups in a folder that were made by themselves, and their days. Raises OSError, which a glob may hide."""
    return {file: day for file in folder.iterdir() if file.match(NAME) and (day := _day_of(file))}


def _day_of(file: Path) -> date | None:
    try:
        return date.fromisoformat(file.stem.removeprefix("lifeguard-"))
    except ValueError:
        return None
