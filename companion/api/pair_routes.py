"""Phones that need no PIN any more: pairing one, seeing all of them, forgetting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response, Security
from fastapi import Path as InPath

from companion.api.access import ERRORS, PIN_ERRORS, Access, Errors
from companion.api.backend import BackendBusy
from companion.api.models import Problem, Wire
from companion.gate.phones import LIMITS, PairedPhone
from companion.words.language import t

Kept = TypeVar("Kept")
KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""What a browser says that it runs on (User-Agent), the more telling first: an Android says Linux too."""


class PhoneView(Wire):
    """A paired phone: its kind, when it was paired (UTC), and whether it is the one that asks."""

    id: str
    name: str
    since: str
    own: bool = False


def pairing(access: Access) -> APIRouter:
    """The routes of the PIN and of paired phones; all need either."""
    phones = access.phones
    router = APIRouter(prefix="/api", tags=["phones"], dependencies=[Security(access.person)], responses=PIN_ERRORS)

    @router.post("/pin", status_code=204, summary="Is this the PIN?")
    def pin() -> Response:
        return Response(status_code=204)

    @router.post("/pair", summary="Pair this phone: it needs no PIN any more")
    def pair(request: Request, response: Response) -> PhoneView:
        phone = access.phone(request)
        if phone is None:
            token, phone = _kept(lambda: phones.pair(_kind(request)))
            response.set_cookie(access.cookie, token, LIMITS.days * 86400, httponly=True, samesite="strict")
        return _view(phone, phone)

    @router.get("/phones", summary="The paired phones, the newest first")
    def all_phones(request: Request) -> list[PhoneView]:
        own = access.phone(request)
        return [_view(phone, own) for phone in phones.all()]

    @router.delete("/phones", status_code=204, summary="Forget all phones")
    def forget_all() -> Response:
        _kept(phones.forget_all)
        return Response(status_code=204)

    gone: Errors = {
        404: {"model": Problem, "description": "There is no phone of that id (any more)."},
        422: ERRORS[422],
    }

    @router.delete("/phones/{id}", status_code=204, summary="Forget a phone", responses=gone)
    def forget(id: Annotated[str, InPath(pattern=r"^[0-9a-f]{8}$")]) -> Response:
        if not _kept(lambda: phones.forget(id)):
            raise HTTPException(404, t("There is no phone of that id (any more)"))
        return Response(status_code=204)

    return router


def _kept(change: Callable[[], Kept]) -> Kept:
    """What a change gives, if it can be kept. Raises BackendBusy."""
    try:
        return change()
    except OSError as error:
        raise BackendBusy(t("the phones cannot be kept ({why}): make room on the disk", why=error.strerror)) from error


def _kind(request: Request) -> str:
    said = request.headers.get("user-agent", "")
    kind = next((kind for kind in KINDS if kind in said), "Program")
    return {"Macintosh": "Mac", "CrOS": "Chromebook"}.get(kind, kind)


def _view(phone: PairedPhone, own: PairedPhone | None) -> PhoneView:
    return PhoneView(id=phone.id, name=phone.name, since=phone.since, own=phone == own)
