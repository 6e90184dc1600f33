"""How long a press waits for its answer while the device thinks about a look: for `lifeguard bench`."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep

from firmware.device.loop import Device
from firmware.simulation.answer_times import TimedAnswer
from firmware.storage.journal import Journal
from firmware.update.inputs import Pressed, Saw


@dataclass(frozen=True, slots=True)
class PressRounds:
    """How often is pressed, and how soon again."""

    looks: int = 10
    presses: int = 5
    """In each look. A press changes what is shown, so that the look is thought about anew."""
    pause_s: float = 0.02


ROUNDS = PressRounds()


def press_times(answers: list[TimedAnswer], rounds: PressRounds = ROUNDS) -> list[float]:
    """Wall milliseconds that each press waited, while the look was thought about that took longest of `answers`."""
    quiet = [answer for answer in answers if not answer.table.question]  # else a press is an answer
    longest = max(quiet, key=lambda answer: answer.time.cpu_ms)
    return [ms for number in range(rounds.looks) for ms in _pressed(longest, f"again-{number}", rounds)]


def _pressed(answer: TimedAnswer, look: str, rounds: PressRounds) -> list[float]:
    """What each press took while a device thought about the same again, as a `look` of its own."""
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder, "journal.db"))
        device = Device(answer.table, journal, [])
        device.begin(anew=True)
        thread = Thread(target=device.run)
        thread.start()
        try:
            thought = device.put(Saw(replace(answer.given.look, id=look)))
            while not taken or (len(taken) < rounds.presses and not thought.done()):
                began = perf_counter()
                device.put(Pressed("a")).result()
                taken.append((perf_counter() - began) * 1000)
                sleep(rounds.pause_s)
        finally:
            device.stop()
            thread.join()
            journal.close()
    return taken
