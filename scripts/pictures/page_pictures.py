"""Pictures of the page for README and docs: tables of each game, the page looked at in Chromium.

    .venv/bin/python scripts/pictures/page_pictures.py

A game is dealt from a seed up to a player's turn; from there the robot throws, the device reads the throw from the
pictures alone, and the page shows the moment of the decision. The card games are dealt and played from a seed to a
moment worth seeing; one table of cards is filmed while the robot lays them.
Writes docs/pictures/page-*.png and overlay.jpg, the same each time. The dice in the photograph are rendered.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal

import cv2
from chromium import launched, served
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.api import models
from companion.api.app import create_app
from companion.api.backend import RequestRefused
from engines import record
from engines.core import Chance, Match, State, Turn
from engines.dealer import deal
from engines.games import game_named
from engines.shark_attacks import SharkAttacks
from firmware.games.profiles import PROFILES, layout
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.outputs import screens
from firmware.simulation.card_film import CardFilm, true_eyes
from firmware.simulation.film import film
from firmware.simulation.players.dice_robot import DiceRobot
from firmware.state.observation import Observation
from firmware.state.table import Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from firmware.web import page as pages
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
GAME, PLAYERS, SEED = "shark-attacks", ("Ana", "Ben", "Cleo", "Dot"), 5
EVENTS = 40
"""Events that are dealt before the picture's turn."""
PHONE, SHEET, LAPTOP, SCREEN = (390, 1280), (390, 844), (1280, 980), (1920, 1080)
CARDS, TALL, WHOLE, SMALL = (390, 1000), (390, 1130), (1280, 1390), (390, 844)
GAP = 12
"""Px between phones that stand side by side."""
Light = Literal["light", "dark"]


@dataclass
class Moment:
    """A desk at which nothing moves: the table at one moment, and its photographs."""

    table: Table
    photos: dict[str, bytes]

    def page(self) -> models.Page:
        return pages.page(self.table)

    def submit(self, change: models.Change) -> models.Page:
        raise RequestRefused("this is a picture")

    def log(self, before: int) -> tuple[models.Entry, ...]:
        return pages.log(self.table, before)

    def pin(self) -> str:
        return self.table.pin

    def locked(self) -> bool:
        return False

    def guessed(self) -> None:
        pass

    def photo(self, reading: str) -> bytes | None:
        return self.photos.get(reading)

    def oled(self) -> bytes:
        return png(screens.draw(self.table))

    def record(self) -> str:
        return record.write(self.table.match)

    def subscribe(self, tell: Callable[[models.Page], None]) -> Callable[[], None]:
        self.tell = tell
        return lambda: None


def main() -> None:
    """Writes the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with served(create_app(moment())) as address, sync_playwright() as tool:
        browser = launched(tool)
        lights: tuple[Light, ...] = ("light", "dark")
        for light in lights:
            save(opened(browser, address, PHONE, light), f"page-phone-{light}")
            save(opened(browser, address, LAPTOP, light), f"page-laptop-{light}")
        save(opened(browser, f"{address}/#big", SCREEN, "light"), "page-big")
        page = opened(browser, address, SHEET, "light")
        page.locator("button.chip[data-die]").first.click()
        page.wait_for_timeout(700)
        save(page, "page-correct")
        for game, (players, seed, worth_seeing, size, light) in GAMES_OF_CARDS.items():
            with served(create_app(cards(game, players, seed, worth_seeing))) as address:
                save(opened(browser, address, size, light), f"page-{game}", colours=200)
        others(browser)
        hurt = filmed("hai-noon", 4, 1, lambda s: 1 in s.board.health and sum(map(len, s.cards.sides)) > 4)
        with served(create_app(hurt)) as address:
            save(opened(browser, address, WHOLE, "light"), "page-table")
        overlay(browser)
        browser.close()


GAMES_OF_CARDS: dict[str, tuple[int, int, Callable[[Any], Any], tuple[int, int], Light]] = {
    "hold-your-breath": (
        4,
        1,
        lambda s: s.air and any(s.sharks) and any(s.panics) and max(s.depths) > 3,
        CARDS,
        "light",
    ),
    "hai-noon": (4, 0, lambda s: s.phase == "play" and s.board.health.count(1) > 1, CARDS, "light"),
    "splash-down": (4, 3, lambda s: s.breaches == 4 and s.step.name == "open", TALL, "dark"),
}
"""Of each card game: players, seed, the moment to show, the size of the phone, and its light."""


OTHERS: dict[str, tuple[int, int, Callable[[Any], Any]]] = {
    "farkle": (3, 2, lambda s: s.phase == "decide" and s.points > 500 and s.score[1] > 0),
    "yacht": (2, 1, lambda s: s.phase == "score" and s.scores()[0] > 60),
    "pig": (3, 3, lambda s: s.phase == "decide" and s.points > 8 and max(s.score) > 40),
    "shut-the-box": (3, 2, lambda s: s.phase == "shut" and len(s.open) < 7),
    "oh-hell": (4, 4, lambda s: len(s.trick) == 3 and s.deals > 1),
    "cribbage": (2, 6, lambda s: s.phase == "lay" and len(s.pile) > 2 and s.score[0] > 40),
    "score": (3, 1, lambda s: sum(s.scores()) > 40),
}
"""Of each other game: players, seed, the moment to show."""


def others(browser: Browser) -> None:
    """The pages of all other games on phones, side by side."""
    shots = []
    for game, (players, seed, worth_seeing) in OTHERS.items():
        with served(create_app(cards(game, players, seed, worth_seeing))) as address:
            page = opened(browser, address, SMALL, "light")
            shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SMALL))
            page.context.close()
    across = -(-len(shots) // 2)
    sheet = Image.new("RGB", (across * (SMALL[0] + GAP), 2 * (SMALL[1] + GAP)), "#888")
    for number, shot in enumerate(shots):
        sheet.paste(shot, (number % across * (SMALL[0] + GAP), number // across * (SMALL[1] + GAP)))
    (PICTURES / "page-other-games.png").write_bytes(png(sheet.quantize(200, Image.Quantize.MAXCOVERAGE)))
    print("page-other-games.png", *sheet.size)


def cards(game: str, players: int, seed: int, worth_seeing: Callable[[Any], Any]) -> Moment:
    """A card game played between sensible players up to a moment, its hands and pile unseen."""
    random, match = Random(seed), Match.begin(game_named(game), PLAYERS[:players])
    while not worth_seeing(match.state):
        awaits, play = match.state.awaits, match.game.policies["sensible"]
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else play(match.state, random))
    match = replace(match, states=(*match.states[:-1], match.state.view(None)))
    return Moment(Table(match, "4711", steps=tuple(Step(event) for event in match.events)), {})


def moment() -> Moment:
    """Films a throw until it is read and its player has to decide."""
    random = Random(SEED)
    stage = DiceStage(layout(PROFILES[GAME].layout), random.randrange(2**31))
    camera = DiceCamera(stage, seed=random.randrange(2**31))
    match = dealt(random)
    robot, names = DiceRobot(stage, match, random, nudges=0, cocked=0), count(1)
    observer = Observer(TableSetup(GAME), lambda: f"look-{next(names)}")
    here = Moment(Table(match, "4711", steps=tuple(Step(event) for event in match.events)), {})
    while not (len(here.table.match.events) > len(match.events) and isinstance(here.table.match.state.awaits, Turn)):
        frame = camera.frame()
        given = robot.act(here.table, frame.at)
        sight = observer.see(frame)
        if isinstance(sight, Sight):
            here.photos[sight.observation.id] = sight.jpeg
            here.table = handle(here.table, Saw(sight.observation))
        for press in given:
            here.table = handle(here.table, press)
    return here


class Enough(Exception):
    """The film has come to the moment that is wanted."""


def filmed(game: str, players: int, seed: int, worth_seeing: Callable[[Any], Any]) -> Moment:
    """A card game that the robot lays, followed look by look to a moment; its pieces are read right."""
    here = Moment(Table(Match.begin(game_named(game), PLAYERS[:players]), "4711"), {})
    names = count(1)

    def eyes(camera: TableCamera) -> Observation:
        look = replace(true_eyes(camera), id=f"look-{next(names)}")
        here.photos = {look.id: cv2.imencode(".jpg", camera.look().image)[1].tobytes()}
        return look

    def watch(table: Table) -> None:
        here.table = replace(table, pin="4711")
        settled = not (table.question or table.mismatch) and table.look is not None and table.look.id in here.photos
        if settled and worth_seeing(table.match.state):
            raise Enough

    try:
        film(CardFilm(game, players, seed, eyes=eyes), watch=watch)
    except Enough:
        return here
    raise SystemExit(f"the film of {game} with seed {seed} never comes to the moment that is wanted")


def overlay(browser: Browser) -> None:
    """The overlay of a stream tells of a throw, over the camera's picture of it."""
    after = moment()
    before = replace(after.table, match=after.table.match.undo(), steps=after.table.steps[:-1], look=None, version=-1)
    desk = Moment(before, after.photos)
    with served(create_app(desk)) as address:
        page = browser.new_page(viewport={"width": SCREEN[0], "height": SCREEN[1]}, reduced_motion="reduce")
        page.goto(f"{address}/overlay")
        page.locator(".player").first.wait_for()
        desk.table = after.table
        desk.tell(desk.page())
        page.locator(".told image").wait_for()
        page.wait_for_timeout(1000)
        drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
        page.close()
    ground = Image.open(io.BytesIO(list(after.photos.values())[-1])).convert("RGBA").resize(SCREEN)
    both = Image.alpha_composite(ground, drawn).convert("RGB").resize((1280, 720))
    both.save(PICTURES / "overlay.jpg", quality=85)
    print("overlay.jpg", *both.size)


def dealt(random: Random) -> Match:
    """A match some rounds in, at the start of a turn with seven dice, with signs on a beach or two."""
    match = Match.begin(game_named(GAME), PLAYERS)
    play = match.game.policies["sensible"]
    while len(match.events) < EVENTS or not fresh_turn(match.state):
        awaits = match.state.awaits
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else play(match.state, random))
    return match


def fresh_turn(state: State) -> bool:
    """Whether a turn begins with all seven dice while others have signs."""
    assert isinstance(state, SharkAttacks)
    return state.phase == "enter" and not (state.kept or state.event) and state.dice == 7 and sum(state.signs) > 1


def opened(browser: Browser, address: str, size: tuple[int, int], light: Light) -> Page:
    """The page as a visitor with that screen and that taste sees it."""
    sharp = 1.5 if size[0] < 500 else 1
    screen = {"width": size[0], "height": size[1]}
    look: dict[str, Any] = {"color_scheme": light, "device_scale_factor": sharp, "reduced_motion": "reduce"}
    context = browser.new_context(viewport=screen, **look)  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('lifeguard-paired', 'yes')")
    context.request.post(f"{address}/api/pair", headers={"X-Lifeguard-Pin": "4711"}, data="")
    page = context.new_page()
    page.goto(address)
    page.locator(".lane").first.wait_for()
    page.wait_for_timeout(1500)  # the OLED is looked at once a second
    return page


def save(page: Page, name: str, colours: int = 0) -> None:
    """Writes what is in view; in so many colours, where no photograph needs them all."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.context.close()
    (PICTURES / f"{name}.png").write_bytes(
        png(picture.quantize(colours, Image.Quantize.MAXCOVERAGE) if colours else picture)
    )
    print(f"{name}.png", *picture.size)


def png(picture: Image.Image) -> bytes:
    """A picture as PNG, as small as it gets without loss."""
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
