"""`lifeguard bench`: the budgets of the design, measured on one core of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import cv2
import numpy as np

from engines.core import Match
from engines.games import GAMES
from engines.simulate import moves, policies_named
from firmware.games.decks import counts
from firmware.games.profiles import PROFILES, layout
from firmware.observe.dice_reader import dice_reader
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.outputs import screens
from firmware.simulation.answer_times import AnswerTime, TimedAnswer, answer_times, quantile
from firmware.simulation.long_match import EVENTS, correction_ms
from firmware.simulation.press_times import press_times
from firmware.simulation.served_game import SERVED, peak_mb
from firmware.simulation.tables import TABLES, table_cameras
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from hardware.art import deck as deck_art
from hardware.cameras.frame import Image
from hardware.panel.board import PanelWiring, simulated
from hardware.scene import random_scene, render
from hardware.scene.random.card_scene import card_scene
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.learn.folder import deck_from_faces
from vision.cards.reader import CardReader
from vision.frame import mat
from vision.frame.motion_gate import Gate

ROUNDS = 20
FIRST_LOOKS = 8
"""Tables of each game that are looked at."""
DOUBTFUL_TABLES = 6
REFERENCE_STEPS = 50_000
KEEPER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=sys.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a program and says its peak memory. A process of its own: a program counts as its own what the process that it
was forked from held, and this bench holds much."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One budget: what is measured, in which unit, what was found and what is allowed (or aimed at, if `least`)."""

    name: str
    unit: str
    found: float
    budget: float | None
    least: bool = False
    cpu: float | None = None
    """CPU time beside wall time, in the same unit."""
    per_reference: float | None = None
    """Found, as a multiple of what the reference load takes in the same run (of its rate, for a rate): what to compare
    two machines by. None for what is no time."""

    @property
    def ratio(self) -> float | None:
        """Found (CPU time where it is known) over budget, so that up to 1 is kept; for an aim, budget over found."""
        if self.budget is None:
            return None
        return self.budget / self.found if self.least else (self.found if self.cpu is None else self.cpu) / self.budget


def measures(home: Path) -> Iterator[Measure]:
    """Every budget, one after the other; taught pieces are those in `home`."""
    cv2.setNumThreads(1)
    reference = _time(_reference_load).cpu_ms
    for measure in chain(_machine(), _measures(home)):
        yield replace(measure, per_reference=_per_reference(measure, reference))


def _machine() -> Iterator[Measure]:
    """The machine itself: a fixed load in plain Python, and how busy others keep it."""
    yield _row("reference load", _time(_reference_load), None)
    yield Measure("load of the machine, average of a minute", "", os.getloadavg()[0], None)


def _reference_load() -> int:
    """Work of the kind that rules are: small numbers, tuples and dictionaries in plain Python."""
    counts: dict[tuple[int, int], int] = {}
    number = 1
    for _ in range(REFERENCE_STEPS):
        number = number * 1103515245 % 2147483647
        key = number % 61, number % 7
        counts[key] = counts.get(key, 0) + 1
    return len(counts)


def _per_reference(measure: Measure, reference_ms: float) -> float | None:
    scale = {"ms": 1 / reference_ms, "s": 1000 / reference_ms, "1/s": reference_ms / 1000}.get(measure.unit)
    return None if scale is None else (measure.found if measure.cpu is None else measure.cpu) * scale


def _row(name: str, taken: AnswerTime, budget: float | None) -> Measure:
    return Measure(name, "ms", taken.wall_ms, budget, cpu=taken.cpu_ms)


def _measures(home: Path) -> Iterator[Measure]:
    on_mat, bare = _throw(layout("tray")), _throw(None)
    yield _row("motion gate, 1280x720 at rest", _gate(on_mat), 1)
    found = mat.find(on_mat, layout("tray"))
    dice = dice_reader("shark-attacks", home)
    yield _row("mat found in 1280x720", _time(lambda: mat.find(on_mat, layout("tray"))), None)
    yield _row("throw of 11 dice read, mat known", _time(lambda: dice.read(on_mat, found)), 25)
    yield _row("throw of 11 dice read, nothing known", _time(lambda: dice.read(bare)), 120)
    yield from _cards()
    yield from _first_looks()
    yield _row("settled frame to score on the OLED", _to_oled(on_mat, home), 100)
    yield Measure(f"first of {EVENTS:,} events corrected, CPU", "ms", correction_ms(), 100)
    yield from _answers()
    start, first, memory = _device()
    yield Measure("start to ready", "s", start, 2)
    yield Measure("start to first look", "s", first, None)
    yield Measure("whole device, resident memory at its peak", "MB", memory, 200)
    if (served := peak_mb()) is not None:
        yield Measure(f"cards with {SERVED.phones} phones on the page, memory at its peak", "MB", served, 200)
    for name, game in GAMES.items():
        budget = 20_000 if name == "shark-attacks" else None
        yield Measure(f"{game.title} legal moves + apply", "1/s", _moves(name), budget, least=True)


def _answers() -> Iterator[Measure]:
    """From a settled table to the answer, over one whole game each: the budget is one of CPU time. And what a press
    waits while the longest of these thoughts lasts."""
    answers: list[TimedAnswer] = []
    for game in PROFILES:
        answers += (taken := answer_times(game))
        for word, share, budget in (("p50", 0.5, None), ("p99", 0.99, 100), ("max", 1.0, 300)):
            wall, cpu = (quantile([answer.time[at] for answer in taken], share) for at in (0, 1))
            yield _row(f"answer {game} {word}", AnswerTime(wall, cpu), budget)
    waited = press_times(answers)
    yield Measure("press while the longest of them is thought out, p50", "ms", quantile(waited, 0.5), None)
    yield Measure("press while the longest of them is thought out, max", "ms", max(waited), 50)


def _time(work: Callable[[], object], rounds: int = ROUNDS) -> AnswerTime:
    """The median of some calls, after one to warm up."""
    work()
    taken = []
    for _ in range(rounds):
        began, spent = perf_counter(), process_time()
        work()
        taken.append(((perf_counter() - began) * 1000, (process_time() - spent) * 1000))
    return AnswerTime(*map(median, zip(*taken, strict=True)))


def _throw(on_mat: dict[str, object] | None) -> Image:
    rng = np.random.default_rng(11)
    return render(random_scene("shark-attacks", rng, count=11, layout=on_mat))[0]


def _gate(image: Image) -> AnswerTime:
    gate = Gate()
    times = iter(range(10_000))
    return _time(lambda: gate.push(image, next(times) / 20), 100)


def _to_oled(image: Image, home: Path) -> AnswerTime:
    """Read, referee, save, draw and send: everything between the gate and the light, on the simulated panel's bus."""
    table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "0000")
    observer = Observer(TableSetup("shark-attacks", home))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder, "journal.db"))
        journal.save(None, table)
        panel = simulated(PanelWiring(), lambda name, press: None)

        def all_of_it() -> None:
            sight = observer.observe(image)
            assert isinstance(sight, Sight)
            after = handle(table, Saw(sight.observation))
            journal.save(table, after, {sight.observation.id: sight.jpeg})
            panel.show(screens.draw(after))

        try:
            return _time(all_of_it)
        finally:
            panel.close()
            journal.close()


def _device() -> tuple[float, float, float]:
    """Seconds until the device is ready, and until it has read its first look; its peak memory in MB after ten."""
    with tempfile.TemporaryDirectory() as home:
        for number in range(10):
            scene = random_scene("shark-attacks", np.random.default_rng(number), layout=layout("tray"))
            cv2.imwrite(str(Path(home, f"{number:02}.jpg")), render(scene)[0])
        command = [sys.executable, "-c", KEEPER, sys.executable, "-m", "firmware.cli", "run", "--json"]
        began = perf_counter()
        with subprocess.Popen(
            [*command, "--camera", home, "--port", "0"],
            env=os.environ | {"LIFEGUARD_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as device:
            assert device.stderr is not None
            assert device.stdout is not None
            device.stderr.readline()
            ready = perf_counter() - began
            first = next((perf_counter() - began for line in device.stderr if line.startswith("{")), ready)
            device.stderr.read()
            peak = int(device.stdout.read())
    return ready, first, peak / (1024 if sys.platform == "linux" else 1024 * 1024)


def _moves(name: str, seconds: float = 1.0) -> float:
    """Events a second of random play, the legal moves listed at every step."""
    game, random = GAMES[name], Random(1)
    players = game.seats[min(1, len(game.seats) - 1)]
    policies = policies_named(game, ("random",), players)
    done, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        for _ in moves(game.start(players), policies, random):  # the random policy lists the legal moves at each turn
            done += 1
            if done % 512 == 0 and perf_counter() - began > seconds:
                break
    return done / (perf_counter() - began)


def _cards() -> Iterator[Measure]:
    """Cards in a 1920x1080 picture: how the time grows with the cards on the table and with the faces of the deck."""
    known = {name: [*deck_art.faces(name), deck_art.BACK] for name in deck_art.DECKS}
    drawn = {
        f"{face}.{name}" if face == deck_art.BACK else face: deck_art.draw(name, face, 256)
        for name in known
        for face in known[name]
    }
    few = {face: drawn[face] for face in deck_art.faces("hai-noon")}
    for faces, cards in ((drawn, 1), (drawn, 4), (few, 12), (drawn, 12)):
        scene = card_scene("hai-noon", counts("hai-noon"), np.random.default_rng(3), cards, (1920, 1080))
        picture, reader = render(scene)[0], CardReader(with_lookalikes(deck_from_faces("bench", faces)))
        budget = 150 if (len(faces), cards) == (len(drawn), 12) else None
        name = f"{cards} card{'s' * (cards > 1)} read, deck of {len(faces)} faces"
        yield _row(name, _time(lambda r=reader, p=picture: r.read(p)), budget)  # type: ignore[misc]
    yield _row("16 cards, many unknown or face down: the slowest", _doubtful_cards(), 1500)


def _doubtful_cards() -> AnswerTime:
    """The longest reading of some tables of which a third lies face down, and most others show faces never taught."""
    faces = deck_art.faces("hai-noon")
    taught = [*faces[: len(faces) // 3], deck_art.BACK]
    pictures = {face: deck_art.draw("hai-noon", face, 256) for face in taught}
    reader, taken = CardReader(with_lookalikes(deck_from_faces("bench", pictures))), []
    for seed in range(DOUBTFUL_TABLES):
        scene = card_scene("hai-noon", counts("hai-noon"), np.random.default_rng(seed), 16, (1920, 1080))
        cards = (replace(card, name=deck_art.BACK) if n % 3 == 0 else card for n, card in enumerate(scene.cards))
        picture = render(replace(scene, cards=tuple(cards)))[0]
        taken.append(_time(lambda p=picture: reader.read(p), 1))  # type: ignore[misc]
    return max(taken, key=lambda time: time.cpu_ms)


def _first_looks() -> Iterator[Measure]:
    """From a settled frame to all that lies on a drawn table never seen before, the deck at hand: the median of some
    tables in mid-game."""
    for game in TABLES:
        taken = []
        for players, _, camera in table_cameras(game, FIRST_LOOKS + 1, 11, (1280, 720)):
            picture, setup = camera.frame().image, TableSetup(game, seats=players)
            began, spent = perf_counter(), process_time()
            Observer(setup).observe(picture)
            taken.append(((perf_counter() - began) * 1000, (process_time() - spent) * 1000))
        wall, cpu = map(median, zip(*taken[1:], strict=True))  # the first also reads the deck
        yield _row(f"first look at a table of {GAMES[game].title}", AnswerTime(wall, cpu), 600)


def line(measure: Measure) -> str:
    """A row of the table: found, CPU time beside it, the multiple of the reference load; budget, and how much of it."""
    found = f"{measure.found:,.1f} {measure.unit}" if measure.found < 1000 else f"{measure.found:,.0f} {measure.unit}"
    cpu = "" if measure.cpu is None else f"{measure.cpu:,.1f} CPU"
    times = "" if measure.per_reference is None else f"x{measure.per_reference:,.3g}"
    row = f"{measure.name:52}{found:>14}{cpu:>14}{times:>12}"
    if measure.budget is None or measure.ratio is None:
        return row.rstrip()
    word = "at least" if measure.least else "at most"
    return f"{row}   {word} {measure.budget:,.0f} {measure.unit:4} {measure.ratio:6.0%}"
