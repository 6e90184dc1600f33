"""Tokens of programs: the page, and the routes to make, see and remove them. A token makes no other tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Response, Security
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from pydantic import Field

from companion.api.access import ERRORS, PIN_ERRORS, READ_ERRORS, Access
from companion.api.backend import BackendBusy, RequestRefused
from companion.api.language.routes import html
from companion.api.models import Problem, Wire, example
from companion.api.read_routes import file_of
from companion.gate.tokens import ApiToken, Right, TooManyTokens
from companion.words.language import sentence_of, t


class NewToken(Wire):
    """What a program is called, and what it may do."""

    model_config = example(name="Lamp in the hall", right="answer")

    name: Annotated[str, Field(min_length=1, max_length=40)]
    right: Right


class TokenView(Wire):
    """A token, without itself."""

    id: str
    name: str
    right: Right
    since: str


class MadeToken(TokenView):
    """A token that was just made; `token` is told this once."""

    token: str


def token_page() -> APIRouter:
    """The page on which tokens are made."""
    router = APIRouter(tags=["tokens"], responses=READ_ERRORS)

    @router.get("/tokens", response_class=Response, summary="The page of tokens", responses=file_of("text/html"))
    def page() -> HTMLResponse:
        return html("tokens.html")

    return router


def token_routes(access: Access) -> APIRouter:
    """The routes of tokens; all need the PIN or a paired phone."""
    tokens = access.tokens
    router = APIRouter(
        prefix="/api/tokens", tags=["tokens"], dependencies=[Security(access.person)], responses=PIN_ERRORS
    )

    @router.get("", summary="The tokens, the newest first")
    def all_tokens() -> list[TokenView]:
        return [_view(token) for token in tokens.all()]

    @router.post("", summary="Make a token; it is told this once", responses={422: ERRORS[422]})
    def make(new: NewToken) -> MadeToken:
        try:
            token, made = tokens.make(new.name, new.right)
        except TooManyTokens as error:
            raise RequestRefused(sentence_of(error)) from error
        except OSError as error:
            raise _unkept(error) from error
        return MadeToken(**_view(made).model_dump(), token=token)

    @router.delete(
        "/{id}",
        status_code=204,
        summary="Remove a token",
        responses={404: {"model": Problem, "description": "There is no token of that id."}, 422: ERRORS[422]},
    )
    def remove(id: Annotated[str, InPath(pattern=r"^[0-9a-f]{8}$")]) -> Response:
        try:
            known = tokens.remove(id)
        except OSError as error:
            raise _unkept(error) from error
        if not known:
            raise HTTPException(404, t("There is no token of that id (any more)"))
        return Response(status_code=204)

    return router


def _unkept(error: OSError) -> BackendBusy:
    return BackendBusy(t("the tokens cannot be kept ({why}): make room on the disk", why=error.strerror))


def _view(token: ApiToken) -> TokenView:
    return TokenView(id=token.id, name=token.name, right=token.right, since=token.since)
