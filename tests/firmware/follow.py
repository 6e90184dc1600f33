"""Whole games followed look by look, without pictures: the truth plays, the sketch shows it, the device follows.

The truth is played twice: with open hands, so that policies can decide, and with hidden ones, as a device that makes
no mistake would know it. What is followed is compared with the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from engines.core import Chance, Event, Match, Over, State
from engines.dealer import deal
from engines.games import game_named
from firmware.referee.automatic import by_itself, drawing
from firmware.simulation.card_film import alike
from firmware.simulation.tally import NAMES, FilmTally
from firmware.state.table import Answer, Table
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Saw
from firmware.update.observed import opened
from tests.firmware.sketch import Errors, Sketch

FAULTLESS = Errors()
TRIES = 6
"""Looks after which hands that cannot make the device follow give up."""


@dataclass(frozen=True, slots=True)
class Followed:
    """How it went. `right`: the match followed is the one played; `wrong`: it went astray without a question.

    `asked` counts questions that no picture could have answered, `doubts` the others, `mismatches` what was to mend.
    Of `new` pieces seen, `misread` were read wrong; `repaired` of those the rules set right without a question.
    """

    game: str
    players: int
    seed: int
    events: int
    looks: int
    right: bool
    wrong: bool
    asked: int
    doubts: int
    mismatches: int
    new: int
    misread: int
    repaired: int


class Follow:
    """One game. `hurry` is the share of events after which nobody waits for the device to look."""

    def __init__(
        self,
        game: str,
        players: int,
        seed: int,
        options: Mapping[str, object] | None = None,
        errors: Errors = FAULTLESS,
        hurry: float = 0.2,
        policy: str = "sensible",
        watch: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.random = Random(f"{game}/{players}/{seed}")
        chosen = dict(options or {})
        rules = game_named(game)
        blind = {"hands": "hidden"} if any(option.name == "hands" for option in rules.options) else {}
        self.truth = Match.begin(rules, NAMES[:players], chosen)
        self.shadow = Match.begin(rules, NAMES[:players], chosen | blind)
        self.table = opened(Table(self.shadow, "0000"))
        self.sketch = Sketch(self.random, alike(self.truth), errors)
        self.tally, self.wrong, self.hurry, self.watch = FilmTally(), False, hurry, watch
        self.policy = rules.policies.get(policy) or next(iter(rules.policies.values()))
        self.stands: dict[object, int] = {}
        self._remember()
        self.seed = seed

    def play(self) -> Followed:
        """The whole game."""
        pending = moving = False
        self.sketch.lay(self.shadow.state.expected_pieces())
        self._see()
        while not self.wrong and not isinstance(self.truth.state.awaits, Over):
            event = self._next()
            spectated = self.truth.state.public(event)
            truth, shadow = self.truth.play(event), self.shadow.play(spectated)
            if pending and not moving and hides(self.shadow.state, shadow.state):
                self._see()
                pending = False
                if self.wrong:
                    break
            before = self.sketch.lying
            self.truth, self.shadow = truth, shadow
            self.watch(f"   {spectated}")
            self._remember()
            if self.table.question and self.table.question.look is None:
                self._answered()
            self.sketch.lay(shadow.state.expected_pieces())
            if self.sketch.lying != before:
                pending = True
            moving = self.sketch.lying != before and drawing(shadow.state)
            if pending and not moving and self.random.random() >= self.hurry:
                self._see()
                pending = False
        if not self.wrong:
            self._see()
        right = opened(self.table).match.state.position_key == self.shadow.state.position_key
        t = self.tally
        return Followed(
            self.truth.game.name, len(self.truth.players), self.seed, len(self.truth.events), t.looks,
            right and not self.wrong, self.wrong, t.unseen, t.questions, t.mismatches,
            t.readings.pieces, t.readings.misread, t.readings.repaired,
        )  # fmt: skip

    def _remember(self) -> None:
        """Where the game stands now, and after what then happens by itself: there the device may be."""
        state: State = self.shadow.state
        self.stands[state.position_key] = len(self.shadow.events)
        while (event := by_itself(state)) is not None:
            state = state.apply(event)
            self.stands[state.position_key] = len(self.shadow.events)

    def _next(self) -> Event:
        awaits = self.truth.state.awaits
        return deal(awaits, self.random) if isinstance(awaits, Chance) else self.policy(self.truth.state, self.random)

    def _see(self) -> None:
        """The device looks; hands answer what it asks and mend what it names."""
        for _ in range(TRIES):
            look = self.sketch.look()
            self.tally.looks += 1
            before = self.table.look
            self._give(Saw(look))
            self.tally.readings.count(look, self.sketch.true, before, self.table)
            if self._answered() and not self.table.mismatch:
                return
            self.sketch.lay([lie._replace(fresh=False) for lie in self.shadow.state.expected_pieces()])
        self.watch("   gave up")

    def _give(self, given: Saw | Pressed) -> None:
        before, self.table = self.table, handle(self.table, given)
        for event in self.table.match.events[len(before.match.events) :]:
            self.watch(f"                        device: {event}")
        if self.table.mismatch and self.table.mismatch != before.mismatch:
            self.tally.mismatches += 1
            self.watch(f"                        device: {self.table.mismatch.text}")
        question = self.table.question
        if question and (not before.question or before.question.answers != question.answers) and isinstance(given, Saw):
            unseen = question.unseen or question.look is None
            self.tally.unseen += unseen
            self.tally.questions += not unseen
            answers = " / ".join(answer.text for answer in question.answers)
            self.watch(f"                        device{' (unseen)' * unseen}: {question.text} {answers}")
        if self.table.match.state.position_key not in self.stands:
            self.wrong = True
            self.watch("                        WRONG")

    def _answered(self) -> bool:
        """Whether nothing is asked any more; the truth was pressed as far as it was among the answers."""
        for _ in range(12):
            question = self.table.question
            if question is None:
                return True
            if question.look is None and max(map(self._leads, question.answers)) < 0:
                return True  # that time has not come
            number = self._true(question.answers)
            if number is None:
                return False
            for _ in range((number - question.choice) % len(question.answers)):
                self._give(Pressed("b"))
            self._give(Pressed("a"))
            if self.wrong:
                return True
        return False

    def _true(self, answers: tuple[Answer, ...]) -> int | None:
        """The answer after which the match stands where it truly stood, the latest such; else the one that says no."""
        ends = [self._leads(answer) for answer in answers]
        if max(ends) >= 0:
            return ends.index(max(ends))
        empty = [n for n, answer in enumerate(answers) if not answer.steps and not answer.then]
        return empty[0] if empty else None

    def _leads(self, answer: Answer) -> int:
        """How far into the true game an answer leads; -1 if it leads astray."""
        if answer.then:
            return max(self._leads(after) for after in answer.then)
        if not answer.steps:
            return -1
        try:
            stands = self.table.match.play(*(step.event for step in answer.steps)).state.position_key
        except Exception:
            return -1
        return self.stands.get(stands, -1)


def hides(now: State, then: State) -> bool:
    """Whether what was laid since the last look would be gone before anybody saw it."""
    here, after = sketch_of(now), sketch_of(then)
    anew = [(lie.place, lie.kind, lie.face) for lie in then.expected_pieces() if lie.fresh and not lie.free]
    return any(after.count(lie) < here.count(lie) for lie in here) or any(lie in here for lie in anew)


def sketch_of(state: State) -> list[tuple[str, str, str]]:
    return [(lie.place, lie.kind, lie.face) for lie in state.expected_pieces() if not lie.place.startswith("depth")]
