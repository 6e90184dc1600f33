"""The robot for cards: its table looks as the rules say, it answers truthfully, bungles as people do, and mends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.core import Match, Over, State
from engines.dealer import deal
from engines.games import GAMES
from firmware.games.layouts import mat
from firmware.simulation.players.card_robot import CardRobot
from firmware.simulation.players.hands import mending, wanted
from firmware.simulation.players.mistakes import bungled
from firmware.state.table import Answer, Mismatch, Question, Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Requested
from hardware.scene.stage.table_stage import LayPiece, MovePiece, SetPile, TableStage
from tests.firmware.games.test_layouts import CARD_GAMES
from tests.firmware.looks import look

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def robot(game: str, players: int, seed: int, clumsy: bool = False, **options: Any) -> CardRobot:
    stage = TableStage(game, mat(game, players, options), seed, (320, 180), brief=True)
    match = Match.begin(GAMES[game], NAMES[:players], options)
    return CardRobot(stage, match, Random(seed), clumsy)


def device(truth: Match, upto: int | None = None, **more: Any) -> Table:
    """A device that has followed the truth's first events, seeing no hand."""
    match = Match.begin(truth.game, truth.players, dict(truth.options) | {"hands": "hidden"})
    for state, event in zip(truth.states[:upto], truth.events[:upto], strict=False):
        match = match.play(state.public(event))
    return Table(match, "0000", **more)


def settle(stage: TableStage) -> None:
    while stage.busy:
        stage.step()


def lying(stage: TableStage) -> Counter[tuple[str, str]]:
    return Counter((piece.place, piece.flat.name) for piece in stage.pieces if piece.place not in ("deck", "away"))


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_table_looks_as_the_rules_say_to_the_end_of_the_game(game: str, seed: int) -> None:
    seats = list(GAMES[game].seats)
    player = robot(game, seats[seed * 2 % len(seats)], seed)
    for _ in range(600):
        assert lying(player.stage) == Counter(wanted(player.truth.state, player.shown.state))
        if player.over:
            break
        assert player.step(device(player.truth)) == []
        settle(player.stage)
    assert player.over


@pytest.mark.parametrize("game", CARD_GAMES)
def test_what_a_spectator_sees_lies_there(game: str) -> None:
    """Every piece of `expected_pieces()` but for the discard pile, of which only the top is said."""
    player = robot(game, 3, 5)
    for _ in range(40):
        player.step(device(player.truth))
        settle(player.stage)
        shown = player.shown.state.expected_pieces()
        named = Counter((lie.place, "back" if lie.face == "??" else lie.face) for lie in shown if lie.kind == "card")
        cards = Counter((p.place, p.flat.name) for p in player.stage.pieces if p.flat.card and p.place != "deck")
        tops = {face for place, face in named if place == "discard"}
        assert {k: n for k, n in named.items() if k[0] != "discard"} == {
            k: n for k, n in cards.items() if k[0] != "discard"
        }
        assert not tops or [p.flat.name for p in player.stage.pieces if p.place == "discard"][-1] in tops


def test_sharks_that_change_places_are_moved_and_one_that_turns_is_turned() -> None:
    player = robot("hai-noon", 2, 3)
    moves, turns = 0, 0
    state = player.truth.state
    random = Random(1)
    while not isinstance(state.awaits, Over):
        event = deal(state.awaits, random) if not state.legal() else random.choice(state.legal())
        before, state = state, state.apply(event)
        acts = mending(player.stage.pieces, state, state)
        kinds = Counter(type(act).__name__ for act in acts)
        if _sharks(before) != _sharks(state):
            swaps = sorted(_sharks(before)) == sorted(_sharks(state))
            moves += swaps and kinds["MovePiece"] >= 2
            turns += not swaps and kinds["TurnPiece"] == 1
        player.stage.set_up(*acts)
    assert moves > 0
    assert turns > 0


def _sharks(state: State) -> list[str]:
    return [lie.face for lie in state.expected_pieces() if lie.kind == "shark"]


def test_it_waits_for_a_device_that_has_not_followed_then_goes_on() -> None:
    player = robot("hai-noon", 2, 4)
    player.step(device(player.truth))
    done = len(player.truth.events)
    late = device(player.truth, 0)
    assert player.step(late) == []
    assert player.step(late) == []
    assert len(player.truth.events) == done
    player.step(late)
    assert len(player.truth.events) > done


def question(*events: Any) -> Question:
    return Question("which?", tuple(Answer(str(e), tuple(Step(one) for one in e)) for e in events))


def test_it_presses_the_answer_that_is_true() -> None:
    player = robot("splash-down", 3, 6)
    while not (player.truth.state.legal() and len(player.truth.state.legal()) > 2):
        player.step(device(player.truth))
        settle(player.stage)
    done = len(player.truth.events)
    before = device(player.truth)
    lies = before.match.state.legal()[:3]
    player.step(before)
    true = player.truth.events[done]
    asked = device(player.truth, done, question=question([e for e in lies if e != true][:1], [true], []))
    assert player.step(asked) == [Pressed("b"), Pressed("a")]


def test_it_says_none_of_these_if_none_is_true() -> None:
    player = robot("hai-noon", 2, 6)
    for _ in range(4):
        player.step(device(player.truth))
        settle(player.stage)
    late = device(player.truth, len(player.truth.events) - 1)
    wrong = [event for event in late.match.state.legal() if event != player.truth.events[-1]][:1]
    asked = device(player.truth, len(player.truth.events) - 1, question=replace(question(wrong, []), look=look()))
    assert player.step(asked) == [Pressed("b"), Pressed("a")]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_it_enters_what_happened_where_nothing_true_is_offered_though_it_plays_on(game: str) -> None:
    player = robot(game, 3, 6)
    for _ in range(8):
        player.step(device(player.truth))
        settle(player.stage)
    done = len(player.truth.events)
    late = device(player.truth, done - 4, question=replace(question([]), look=look()))
    told: list[Any] = []
    while not told:
        told = [given for given in player.step(late) if isinstance(given, Requested)]
        settle(player.stage)
    assert len(player.truth.events) > done
    for _ in range(len(player.truth.events)):
        late = replace(handle(late, *told), question=replace(question([]), look=late.look))
        assert not late.refusal
        if player.followed(late):
            break
        told = player.step(replace(late, question=replace(question([]), look=look())))
    assert player.followed(late)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_bungles_leave_the_table_wrong_until_they_are_named_and_mended(game: str) -> None:
    player = robot(game, 4, 9, clumsy=True)
    bungles = 0
    for _ in range(600):
        if player.over:
            break
        player.step(device(player.truth))
        settle(player.stage)
        if len(player.bungles) > bungles:
            bungles += 1
            assert lying(player.stage) != Counter(wanted(player.truth.state, player.shown.state))
            assert player.bungled_place in player.stage.layout["zones"]
            assert player.step(device(player.truth, mismatch=Mismatch("this", "that"))) == []
            settle(player.stage)
            assert player.noticed == bungles
        assert lying(player.stage) == Counter(wanted(player.truth.state, player.shown.state))
    assert bungles > 1


def test_nothing_is_bungled_that_cannot_be() -> None:
    player = robot("hai-noon", 2, 9)
    assert bungled(player.truth.state, player.truth, player.stage, [SetPile("deck", 4)], Random(1)) is None


@pytest.mark.parametrize(("card", "wrong"), [("swim-10-draw", "a pirate is on the wrong space"), ("dolphin", None)])
def test_a_pirate_on_another_space_is_no_mistake_after_a_dolphin_for_it_goes_as_far_as_its_player_says(
    card: str, wrong: str | None
) -> None:
    player = robot("hold-your-breath", 3, 1)
    acts = [LayPiece(card, "discard"), MovePiece(player.stage.pieces[0].id, "depth-2")]
    found = bungled(player.truth.state, player.truth, player.stage, acts, Random(1))
    assert (found and found.text) == wrong


def test_a_game_repeats_from_its_seed() -> None:
    def played() -> tuple[Any, ...]:
        player = robot("hold-your-breath", 3, 12, clumsy=True)
        for _ in range(30):
            player.step(device(player.truth))
            settle(player.stage)
        return player.truth.events, player.stage.pieces, tuple(player.bungles)

    assert played() == played()
