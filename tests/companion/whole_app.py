"""The device's web app with all its parts, for what must hold of every route."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from companion.api.app import create_app
from companion.api.backend import Missing

PARTS = (
    "drawing",
    "history",
    "backups",
    "eye",
    "updates",
    "networks",
    "caller",
    "welcomer",
    "rolls",
    "namer",
    "doctor",
)


class Nothing:
    """A part of the device that has nothing of all that is asked for."""

    def __getattr__(self, name: str) -> Any:
        def missing(*_: Any, **__: Any) -> Any:
            raise Missing("there is none")

        return missing


def whole_app(desk: Any, **more: Any) -> FastAPI:
    """All routes: those of the desk, and those of parts that have nothing."""
    return create_app(desk, **dict.fromkeys(PARTS, Nothing()), **more)
