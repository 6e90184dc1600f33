"""The web apps around a desk: the page, the API, and the live socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from time import monotonic

from fastapi import APIRouter, FastAPI, Response, WebSocket
from fastapi.staticfiles import StaticFiles

from companion.api.access import READ_ERRORS, Access
from companion.api.backend import Backend
from companion.api.camera.routes import CameraBackend, camera
from companion.api.change_routes import CHANGES, MOVES, changing
from companion.api.errors import explain
from companion.api.history.backend import HistoryBackend
from companion.api.history.routes import past
from companion.api.language.routes import languages
from companion.api.language.viewer import ViewersLanguage
from companion.api.live import Live, Pages
from companion.api.models import Page
from companion.api.pair_routes import pairing
from companion.api.places_routes import Drawing, places
from companion.api.read_routes import STATIC, file_of, reading
from companion.api.roll_routes import RollTaker, rolling
from companion.api.upkeep.doctor_routes import BoxDoctor, examining
from companion.api.upkeep.help_routes import HostCaller, calling
from companion.api.upkeep.name_routes import Namer, naming
from companion.api.upkeep.network_routes import NetworkJoiner, joining
from companion.api.upkeep.routes import BackupMaker, upkeep
from companion.api.upkeep.token_routes import token_page, token_routes
from companion.api.upkeep.update_routes import UpdateTaker, updating
from companion.api.upkeep.welcome_routes import Welcomer, welcoming
from companion.gate.middleware import SecurityGate
from companion.gate.phones import PairedPhones
from companion.gate.pin import PinGuard
from companion.gate.tokens import ApiTokens
from companion.words.language import ENGLISH
from engines.core import Game
from engines.games import GAMES
from engines.seats import SEATS

ABOUT = """The view of the table, and the few ways to change it.

Reading is open to everyone in the room. A change needs the PIN that the OLED shows (header `X-Lifeguard-Pin`), a
paired phone's cookie (`POST /api/pair`) or a program's token (`Authorization: Bearer …`), and the `version` of the page
that its sender was looking at: a change made for an older page is refused with 409.

The WebSocket `/api/live` sends the page as JSON at once and again after each change; with `?patches=1` only what
changed. It takes nothing. Every error is a `Problem`.
"""


def create_app(
    desk: Backend,
    games: Mapping[str, Game] = GAMES,
    names: tuple[str, ...] = (),
    clock: Callable[[], float] = monotonic,
    drawing: Drawing | None = None,
    phones: PairedPhones | None = None,
    history: HistoryBackend | None = None,
    backups: BackupMaker | None = None,
    eye: CameraBackend | None = None,
    updates: UpdateTaker | None = None,
    networks: NetworkJoiner | None = None,
    caller: HostCaller | None = None,
    tokens: ApiTokens | None = None,
    welcomer: Welcomer | None = None,
    rolls: RollTaker | None = None,
    origins: tuple[str, ...] = (),
    namer: Namer | None = None,
    doctor: BoxDoctor | None = None,
    language: Callable[[], str] = lambda: ENGLISH,
) -> FastAPI:
    """The app for uvicorn.

    `games` are those that the new-game dialog offers, `names` host names to answer to beyond addresses and the usual
    names of a home, `clock` (seconds) times the guesses at the PIN, `drawing` lets people draw a mat's places, `phones`
    are those that need no PIN (None: none yet, and those to come are forgotten at the end), `history` tells of past
    matches, `backups` makes them, `eye` shows what the camera sees, `updates` takes releases, `networks` joins them,
    `caller` calls a host, `tokens` are those of programs, `welcomer` leads through the first start, `rolls` takes
    requests for throws, `origins` are web pages of others that may ask as programs do, `namer` knows the box's name,
    `doctor` looks at the box, `language` is the device's, for whoever asks for none.
    """
    access = Access(PinGuard(desk.pin, desk.guessed, clock), phones or PairedPhones(), desk.locked, tokens=tokens)
    routers = [reading(desk, games), pairing(access), changing(MOVES, desk.submit, Page, access.playing)]
    routers += [changing(CHANGES, desk.submit, Page, access.changing), token_page(), token_routes(access)]
    if drawing is not None:
        routers.append(places(drawing, access))
    if history is not None:
        routers += past(history, access)
    if eye is not None:
        routers.append(camera(eye))
    if backups is not None:
        routers.append(upkeep(backups, access))
    if updates is not None:
        routers.append(updating(updates, access))
    if networks is not None:
        routers.append(joining(networks, access))
    if caller is not None:
        routers.append(calling(caller, access))
    if welcomer is not None:
        routers.append(welcoming(welcomer, access))
    if rolls is not None:
        routers.append(rolling(rolls, access))
    if namer is not None:
        routers.append(naming(namer, access))
    if doctor is not None:
        routers.append(examining(doctor, access))
    return assembled("Lifeguard", ABOUT, desk, routers, names, origins, language)


def assembled(
    title: str,
    about: str,
    desk: Pages,
    routers: list[APIRouter],
    names: tuple[str, ...],
    origins: tuple[str, ...] = (),
    language: Callable[[], str] = lambda: ENGLISH,
) -> FastAPI:
    """An app of these routes: behind the gate, with the files of the page and the live socket of the desk."""
    live = Live(desk)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with live.open():
            yield

    # FastAPI's own pages of docs would fetch their scripts from elsewhere: only the description itself is served.
    app = FastAPI(title=title, description=about, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(ViewersLanguage, own=language)
    app.add_middleware(SecurityGate, names=names, origins=origins)
    explain(app)
    for router in (*routers, languages()):
        app.include_router(router)

    @app.get(
        "/static/seats.js",
        response_class=Response,
        tags=["read"],
        summary="The colour and the emblem of each seat, for the page",
        responses=READ_ERRORS | file_of("text/javascript"),
    )
    def seats() -> Response:
        return Response(
            f"export const SEATS = {json.dumps([asdict(seat) for seat in SEATS])};", media_type="text/javascript"
        )

    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.websocket("/api/live")
    async def follow(phone: WebSocket) -> None:
        await live.follow(phone)

    return app
