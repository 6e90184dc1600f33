"""The first start on the page: who plays, with what, and whether the panel works."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import TimeoutError as TooSlow
from pathlib import Path
from typing import cast

from companion.api.backend import BackendBusy, RequestRefused
from companion.api.language.routes import Spoken
from companion.api.upkeep.welcome_routes import HouseholdRequest, PartView, WelcomeView
from companion.words.language import t
from engines.core.seating import person_key
from firmware.config import PanelConfig
from firmware.device.loop import Device
from firmware.games.faces import FaceKind, file_of
from firmware.games.profiles import PROFILES
from firmware.state.household import Household
from firmware.state.table import Table
from firmware.storage.people import household as stored
from firmware.update.inputs import Input, Introduced, TriedOut
from firmware.web.backend import answered_by, busy


class PageWelcome:
    """`companion.api.upkeep.welcome_routes.Welcomer` around a device."""

    def __init__(self, device: Device, home: Path, panel: PanelConfig, teach: Callable[[str], object]) -> None:
        """`teach` ends the play of the device for the lesson of a deck."""
        self._device, self._home, self._teach = device, home, teach
        self._buttons = tuple(map(str, panel.buttons))
        there = {"display": panel.oled, "buttons": panel.buttons, "buzzer": panel.buzzer, "led": panel.led}
        self._parts = tuple(name for name, wired in there.items() if wired is not None and wired != {})

    def view(self) -> WelcomeView:
        return self._view(self._device.table)

    def introduce(self, said: HouseholdRequest) -> WelcomeView:
        language = said.language or self._device.table.household.language
        household = Household(_named(said.names), _known(said.games), _known(said.own), said.done, language)
        try:
            stored.keep(self._home, household)
        except OSError as error:
            raise BackendBusy(
                t("it cannot be kept ({why}); try again", why=(error.strerror or str(error)).lower())
            ) from error
        return self._after(Introduced(household))

    def try_panel(self, on: bool) -> WelcomeView:
        return self._after(TriedOut(on))

    def teach(self, game: str) -> WelcomeView:
        profile = PROFILES.get(game)
        if profile is None or not profile.deck:
            raise RequestRefused(t("{game} is no game with cards", game=game))
        view = self.view()
        self._teach(profile.deck)
        return view

    def _after(self, given: Input) -> WelcomeView:
        try:
            return self._view(answered_by(self._device, given))
        except TooSlow as error:
            raise busy(error) from error

    def _view(self, table: Table) -> WelcomeView:
        faults, known = dict(table.faults), table.household
        return WelcomeView(
            names=known.names,
            games=_in_order(known.games),
            own=_in_order(known.own),
            done=known.done,
            language=cast(Spoken, table.language),
            dice=tuple(name for name, profile in PROFILES.items() if profile.dice == "pips" and not profile.deck),
            cards=tuple(name for name, profile in PROFILES.items() if profile.deck),
            taught=tuple(name for name, profile in PROFILES.items() if profile.deck and self._learnt(profile.deck)),
            parts=tuple(PartView(name=name, trouble=faults.get(name, "")) for name in self._parts),
            buttons=self._buttons,
            pressed=tuple(button.upper() for button in table.tried.pressed) if table.tried else None,
        )

    def _learnt(self, deck: str) -> bool:
        return file_of(FaceKind.CARDS, deck, self._home).exists()


def _named(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as they are kept. Raises RequestRefused for one that is empty or there twice."""
    trimmed = tuple(" ".join(name.split()) for name in names)
    if not all(trimmed):
        raise RequestRefused(t("A name is empty"))
    for number, name in enumerate(trimmed):
        if person_key(name) in map(person_key, trimmed[:number]):
            raise RequestRefused(t("{name} is there twice: give one of them another name", name=name))
    return trimmed


def _known(games: tuple[str, ...]) -> tuple[str, ...]:
    """The games. Raises RequestRefused for one that this device does not know."""
    for name in games:
        if name not in PROFILES:
            raise RequestRefused(t("{game} is none of {games}", game=name, games=", ".join(PROFILES)))
    return _in_order(games)


def _in_order(games: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in PROFILES if name in games)
