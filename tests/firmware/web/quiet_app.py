"""The page's app around a table at which nothing happens."""

from __future__ import annotations

from fastapi import FastAPI

from companion.api.app import create_app
from engines.core import Match
from engines.games import game_named
from tests.companion.conftest import TestDesk


def quiet() -> FastAPI:
    """The app, for a server."""
    return create_app(TestDesk(Match.begin(game_named("dice-tray"), ("Ana",))))
