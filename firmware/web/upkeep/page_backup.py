"""The backup that a phone saves."""

from __future__ import annotations

import tempfile
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from companion.api.backend import BackendBusy
from companion.words.language import sentence_of, t
from firmware.storage.backup.save import BackupFailed, backup


class PageBackup:
    """`companion.api.upkeep.routes.BackupMaker` of a home; one backup is made at a time."""

    def __init__(self, home: Path, settings: Path | None) -> None:
        """`settings`: the configuration in use."""
        self._home, self._settings = home, settings
        self._one_at_a_time = Lock()

    def backup(self, photographs: bool) -> BinaryIO:
        if not self._one_at_a_time.acquire(blocking=False):
            raise BackendBusy(t("a backup is being made already; try again in a minute"))
        try:
            with tempfile.TemporaryDirectory(dir=self._home, prefix="backup-") as folder:
                file = Path(folder) / "backup.zip"
                backup(self._home, file, photographs, self._settings)
                return file.open("rb")  # it has no name any more once the folder is gone, and stays while it is read
        except (BackupFailed, OSError) as error:
            raise BackendBusy(sentence_of(error)) from error
        finally:
            self._one_at_a_time.release()
