"""The route of the backup: it holds all that the device keeps, so it needs the PIN or a paired phone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO, Protocol

from fastapi import APIRouter, Security
from fastapi.responses import StreamingResponse

from companion.api.access import PIN_ERRORS, Access, Errors
from companion.api.models import Problem
from companion.api.read_routes import file_of

BLOCK_BYTES = 1 << 18
UNKNOWN: Errors = {422: {"model": Problem, "description": "`photographs` is neither true nor false."}}


class BackupMaker(Protocol):
    """What the device offers of itself as one file."""

    def backup(self, photographs: bool) -> BinaryIO:
        """A backup to be read from its beginning; it is gone when it is closed.

        Any thread may ask. Raises BackendBusy if none can be made just now.
        """
        ...


def upkeep(backups: BackupMaker, access: Access) -> APIRouter:
    """The routes of keeping the device well."""
    router = APIRouter(prefix="/api", tags=["upkeep"], dependencies=[Security(access.managing)], responses=PIN_ERRORS)

    @router.get(
        "/backup.zip",
        response_class=StreamingResponse,
        summary="All that the device keeps, as one file",
        responses=UNKNOWN | file_of("application/zip"),
    )
    def backup(photographs: bool = False) -> StreamingResponse:
        made = backups.backup(photographs)
        headers = {
            "Content-Disposition": 'attachment; filename="lifeguard-backup.zip"',
            "Content-Length": str(os.fstat(made.fileno()).st_size),
        }
        return StreamingResponse(_blocks(made), media_type="application/zip", headers=headers)

    return router


def _blocks(made: BinaryIO) -> Iterator[bytes]:
    with made:
        while block := made.read(BLOCK_BYTES):
            yield block
