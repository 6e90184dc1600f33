"""Games of ordinary dice followed look by look, without pictures: hands lay the dice, and the device follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engines.core import Chance, Match, Over, Policy
from engines.dealer import deal
from engines.games import game_named
from engines.names import item
from firmware.simulation.players.dice_robot import same
from firmware.simulation.players.robot import pressed
from firmware.simulation.tally import NAMES
from firmware.state.observation import KEPT, TRAY, Piece
from firmware.state.table import Answer, Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from firmware.update.observed import opened
from tests.firmware.looks import die, look

SPOTS = {
    TRAY: [(60 + 28 * x, 30 + 28 * y) for x in range(5) for y in range(6)],
    KEPT: [(235, 20 + 28 * y) for y in range(6)],
}
"""Where dice lie, mm on the mat."""
UNSEEN = {"again"}
"""Decisions that only the next throw shows."""


class DiceHands:
    """Plays a game with hands that lay dice where the rules want them, and knows the truth."""

    def __init__(
        self, game: str, players: int, seed: int, options: Mapping[str, object] | None = None, policy: str = "sensible"
    ) -> None:
        self.random = Random(f"{game}/{players}/{seed}")
        self.truth = Match.begin(game_named(game), NAMES[:players], options)
        self.policy: Policy = self.truth.game.policies[policy]
        self.table = opened(Table(self.truth, "0000"))
        self.lying: list[Piece] = []
        self.asked = self.doubted = self.differed = 0

    @property
    def followed(self) -> bool:
        """Whether the device has followed all that happened, and nothing else."""
        return [*map(same, self.table.match.events)] == [*map(same, self.truth.events)]

    @property
    def over(self) -> bool:
        return isinstance(self.truth.state.awaits, Over)

    def play(self) -> None:
        """The next event, and a look at what then lies there; who throws on at once is seen only then."""
        state = self.truth.state
        chance = isinstance(state.awaits, Chance)
        event = deal(state.awaits, self.random) if isinstance(state.awaits, Chance) else self.policy(state, self.random)
        self.truth = self.truth.play(event)
        if event.kind in UNSEEN:
            return
        if chance or any(piece.place == KEPT and piece.fresh for piece in self.truth.state.expected_pieces()):
            self._lay(thrown=chance)
        elif event.kind == "bank":
            self.lying = []
        self.see()

    def see(self) -> None:
        """A look, and an answer if no picture could have told."""
        self.table = handle(self.table, Saw(look(*map(self._shaken, self.lying))))
        self.differed += self.table.mismatch is not None
        while (question := self.table.question) is not None:
            if question.look is None:  # the buttons alone tell: the decision is taken now
                self.truth = self.truth.play(self.policy(self.truth.state, self.random))
            self.doubted += question.look is not None
            self.asked += question.look is None
            true = [number for number, answer in enumerate(question.answers) if self._is_true(answer)]
            if not true:
                return
            for press in pressed(question, true[0]):
                self.table = handle(self.table, press)

    def _is_true(self, answer: Answer) -> bool:
        """Whether an answer says what truly happened since the device followed."""
        said, done = [same(step.event) for step in answer.steps], len(self.table.match.events)
        return said == [same(event) for event in self.truth.events[done : done + len(said)]]

    def _lay(self, thrown: bool) -> None:
        """What should lie there now: dice that stay lie on, others are thrown or laid."""
        stay, left = [], list(self.lying)
        fresh = []
        for piece in self.truth.state.expected_pieces():
            name = item(piece.kind, piece.face)
            old = next((p for p in left if (p.place, p.items[0][0]) == (piece.place, name)), None)
            if old is None or (piece.fresh and thrown and piece.place == TRAY):
                fresh.append((piece.place, name))
            else:
                left.remove(old)
                stay.append(old)
        taken = {(p.x, p.y) for p in (*stay, *self.lying)}
        for place, name in fresh:
            spot = self.random.choice([at for at in SPOTS[place] if at not in taken])
            taken.add(spot)
            stay.append(replace(die(name, *spot, angle=self.random.uniform(0, 90)), place=place))
        self.lying = stay

    def _shaken(self, piece: Piece) -> Piece:
        """As it is read: never twice exactly where it lies."""
        return replace(piece, x=piece.x + self.random.gauss(0, 0.3), y=piece.y + self.random.gauss(0, 0.3))
