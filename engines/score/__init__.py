"""The scorekeeper: any game, by rules of ten lines that people bring (SC-1 to SC-6)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Game, Option
from engines.dealer import any_legal
from engines.score.rules import DEFAULT, SEATS, parse
from engines.score.state import EVENTS, Score, any_few, begin

__all__ = ["GAME", "Score"]


@dataclass(frozen=True, slots=True)
class RulesOption(Option):
    """The rules as a text: a match keeps them whole, whatever becomes of the file that they were read from."""

    def read(self, value: object) -> str:
        """The text, if it holds rules. Raises BadScoreRules."""
        text = str(value)
        parse(text)
        return text

    def fits(self) -> str:
        """What it takes, in words."""
        return "rules in TOML"


GAME = Game(
    name="score",
    title="Scorekeeper",
    seats=SEATS,
    options=(RulesOption("rules", DEFAULT, (DEFAULT,), "what counts and when it ends, in TOML", "SC-1"),),
    begin=begin,
    events=EVENTS,
    policies={"random": any_legal, "sensible": any_few},
    rulings="SC",
)
