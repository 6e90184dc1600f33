"""The routes of the doctor: what is wrong with the box, and a file to go with a bug. They need the PIN or a paired
phone, for both tell more than a guest need know."""

from __future__ import annotations

from typing import Literal, Protocol

from fastapi import APIRouter, Response, Security

from companion.api.access import PIN_ERRORS, Access
from companion.api.language.text import Text
from companion.api.models import Wire
from companion.api.read_routes import file_of


class CheckView(Wire):
    """One thing that was looked at, by an id and for people: the verdict, what was seen, and what to do ("" if nothing
    is to be done)."""

    name: str
    title: Text
    verdict: Literal["ok", "warn", "fail"]
    seen: Text
    todo: Text = ""


class BoxDoctor(Protocol):
    """Whoever looks at the box while it plays. The methods may be called from any thread."""

    def examined(self) -> tuple[CheckView, ...]:
        """All checks. Raises BackendBusy while others are being made."""
        ...

    def report(self) -> bytes:
        """A report for a bug, a zip file. Raises BackendBusy likewise."""
        ...


def examining(doctor: BoxDoctor, access: Access) -> APIRouter:
    """The routes of the doctor."""
    router = APIRouter(prefix="/api", tags=["upkeep"], dependencies=[Security(access.managing)], responses=PIN_ERRORS)

    @router.get("/doctor", summary="What is wrong with the box, and what to do")
    def examined() -> tuple[CheckView, ...]:
        return doctor.examined()

    @router.get(
        "/report.zip", response_class=Response, summary="A file to go with a bug", responses=file_of("application/zip")
    )
    def report() -> Response:
        headers = {"Content-Disposition": 'attachment; filename="lifeguard-report.zip"'}
        return Response(doctor.report(), media_type="application/zip", headers=headers)

    return router
