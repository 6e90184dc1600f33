"""The name of the box on the page."""

from __future__ import annotations

from companion.api.backend import RequestRefused
from companion.api.upkeep.name_routes import NameView
from companion.words.language import sentence_of
from firmware.network.host_name import HostName, NameRefused


class PageName:
    """`companion.api.upkeep.name_routes.Namer` of a box."""

    def __init__(self, host: HostName) -> None:
        self._host = host

    def named(self) -> NameView:
        return NameView(name=self._host.name)

    def rename(self, name: str) -> NameView:
        try:
            note = self._host.change(name)
        except NameRefused as error:
            raise RequestRefused(sentence_of(error)) from error
        return NameView(name=self._host.name, note=note)
