"""The update that a phone sends, or that lies on a stick: kept whole, then left where the box looks for it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from threading import Lock

from companion.api.backend import BackendBusy, RequestRefused
from companion.api.upkeep.update_routes import MOST_BYTES, Arrived, BoxView
from companion.words.language import t
from engines.core import said
from firmware.appliance.update import WANTED
from firmware.device.upkeep.news import FILE
from firmware.device.upkeep.sticks import releases

SPARE_BYTES = 50_000_000
"""Free disk that is left to the game."""
NO_BOX = said("this device was not set up as a box: update it the way it was installed")


class PageUpdate:
    """`companion.api.upkeep.update_routes.UpdateTaker` of a home."""

    def __init__(
        self, home: Path, taken: bool | None = None, found: Callable[[], Mapping[str, Path]] = releases
    ) -> None:
        """`taken`: whether somebody takes updates here; if left out, by the environment that the service has.

        `found` gives the releases on sticks, by name.
        """
        self._wanted = home / WANTED
        self._part = self._wanted.with_name("arriving.tar")
        self._taken = bool(os.environ.get(FILE)) if taken is None else taken
        self._found = found
        self._one_at_a_time = Lock()

    def about(self) -> BoxView:
        found = tuple(self._found()) if self._taken else ()
        return BoxView(version=version("lifeguard"), updates=self._taken, found=found)

    def add(self, at: int, piece: bytes) -> Arrived:
        with self._one_at_a_time, _kept():
            self._check(at + len(piece))
            here = self._part.stat().st_size if self._part.exists() else 0
            if at > here:
                raise RequestRefused(t("only {here} bytes have arrived: begin anew", here=here))
            self._make_room(0)
            with self._part.open("r+b" if here else "wb") as file:
                file.truncate(at)
                file.seek(at)
                file.write(piece)
            return Arrived(bytes=at + len(piece))

    def take(self, size: int) -> Arrived:
        with self._one_at_a_time, _kept():
            self._check(size)
            here = self._part.stat().st_size if self._part.exists() else 0
            if here != size or not size:
                raise RequestRefused(t("{here} of {size} bytes have arrived: send it anew", here=here, size=size))
            self._leave()
            return Arrived(bytes=size)

    def fetch(self, name: str) -> Arrived:
        with self._one_at_a_time, _kept():
            self._check(0)
            file = self._found().get(name)
            if file is None:
                raise RequestRefused(t("{file} is not there any more: plug the stick in again", file=name))
            size = file.stat().st_size
            self._check(size)
            self._make_room(size)
            shutil.copyfile(file, self._part, follow_symlinks=False)
            self._leave()
            return Arrived(bytes=size)

    def _make_room(self, size: int) -> None:
        """Sees that so many bytes have room. Raises BackendBusy if they have none, OSError."""
        self._part.parent.mkdir(exist_ok=True)
        if shutil.disk_usage(self._part.parent).free < SPARE_BYTES + size:
            raise BackendBusy(t("the disk is full: make room on it, then try again"))

    def _leave(self) -> None:
        """Puts what has arrived where the box looks for it, once it is on disk. Raises OSError."""
        with self._part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(self._part, self._wanted)

    def _check(self, size: int) -> None:
        """Raises RequestRefused for an update that nobody would take."""
        if not self._taken:
            raise RequestRefused(NO_BOX)
        if size > MOST_BYTES:
            raise RequestRefused(t("this is no release of Lifeguard: it is too large"))
        if self._wanted.exists():
            raise RequestRefused(t("an update is under way already: wait for it"))


@contextmanager
def _kept() -> Iterator[None]:
    """Says what keeps an update from being kept as BackendBusy."""
    try:
        yield
    except OSError as error:
        raise BackendBusy(t("the update cannot be kept ({why})", why=(error.strerror or str(error)).lower())) from error
