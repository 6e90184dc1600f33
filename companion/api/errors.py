"""Every error becomes a `Problem`: one clear sentence as JSON."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from companion.api.backend import BackendBusy, Locked, Missing, RequestRefused, Stale
from companion.api.models import Problem
from companion.gate.pin import TooMany, WrongPin
from companion.words.language import sentence_of, t
from companion.words.refusals import LOCKED
from engines.core import said

STALE = said("The table has moved on since: look at the page again, nothing was changed")
METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")


def explain(app: FastAPI) -> None:
    """Registers the answers to all that can go wrong."""

    @app.exception_handler(Stale)
    def stale(_: Request, error: Stale) -> JSONResponse:
        return problem(409, sentence_of(error) or t(STALE))

    @app.exception_handler(RequestRefused)
    def refused(_: Request, error: RequestRefused) -> JSONResponse:
        return problem(422, error.reason, error.rule)

    @app.exception_handler(Locked)
    def locked(_: Request, error: Locked) -> JSONResponse:
        text = t(LOCKED)
        return problem(423, text[:1].upper() + text[1:])

    @app.exception_handler(Missing)
    def missing(_: Request, error: Missing) -> JSONResponse:
        return problem(404, sentence_of(error))

    @app.exception_handler(BackendBusy)
    def busy(_: Request, error: BackendBusy) -> JSONResponse:
        return problem(503, sentence_of(error))

    @app.exception_handler(WrongPin)
    def wrong_pin(_: Request, error: WrongPin) -> JSONResponse:
        return problem(403, sentence_of(error))

    @app.exception_handler(TooMany)
    def too_many(_: Request, error: TooMany) -> JSONResponse:
        return problem(429, sentence_of(error), headers={"Retry-After": str(error.wait)})

    @app.exception_handler(RequestValidationError)
    def misfit(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, sentence(error))

    @app.exception_handler(HTTPException)
    def other(request: Request, error: HTTPException) -> JSONResponse:
        text = t("There is nothing at this address") if error.detail == "Not Found" else error.detail
        headers = dict(error.headers or {})
        if "Allow" in headers:  # Starlette's own names the methods of the first route alone
            headers["Allow"] = ", ".join(method for method in METHODS if _known(request, method))
        return problem(error.status_code, text, headers=headers)


def _known(request: Request, method: str) -> bool:
    """Whether the address of a request knows that method."""
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] == Match.FULL for route in request.app.routes)


def sentence(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, in words: "answer: Input should be a valid integer"."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "path", "query", "header"))
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def problem(status: int, error: str, rule: str = "", headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer that carries a `Problem`."""
    return JSONResponse(Problem(error=error, rule=rule).model_dump(), status, headers)
