"""Games filmed on the simulated table and followed from the pictures alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.core import Match
from engines.games import GAMES, game_named
from engines.simulate import drawn_rules
from firmware.games.profiles import layout
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.simulation.dice_film import DiceFilm
from firmware.simulation.film import film
from firmware.simulation.players.dice_robot import DiceRobot, same
from firmware.simulation.tally import read_wrong
from firmware.simulation.true_dice import DiceEyes, true_dice
from firmware.state.observation import Observation
from firmware.state.table import Question, Table
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from tests.firmware.looks import die, look, thrown


def test_a_short_game_is_followed_from_the_pictures_alone() -> None:
    done = film(DiceFilm("shark-attacks", players=2, seed=4, options={"target": 12}))
    assert done.right
    assert done.wrong == 0
    assert done.scores == done.truth
    assert done.questions <= 1


@pytest.mark.parametrize("number", range(2))
def test_with_true_eyes_the_referee_follows_every_event(number: int) -> None:
    done = film(DiceFilm("shark-attacks", players=3, seed=11, number=number, options={"target": 25}, eyes=true_dice))
    assert (done.right, done.wrong) == (True, 0)


@pytest.mark.parametrize("seed", [7776, 7777])
@pytest.mark.parametrize("game", ["farkle", "pig", "shark-attacks", "shut-the-box", "yacht"])
def test_with_true_eyes_the_referee_follows_clumsy_players_to_the_end(game: str, seed: int) -> None:
    """A die too few or too many is thrown, and dice that should rest are knocked over: said, mended, never counted."""
    players, options = drawn_rules(game_named(game), 0, f"{seed}/0", {}, numbers=False)
    done = film(DiceFilm(game, players, seed, options=options, clumsy=True, eyes=true_dice))
    assert (done.right, done.wrong) == (True, 0)
    assert done.noticed == done.bungles > 0


def test_where_nought_cannot_be_banked_a_throw_of_waves_goes_on_by_itself() -> None:
    done = film(
        DiceFilm("shark-attacks", players=2, seed=30, options={"target": 15, "bank_zero": False}, eyes=true_dice)
    )
    assert (done.right, done.wrong) == (True, 0)


def test_where_a_cleared_table_tells_nothing_people_throw_on_and_the_bank_is_told_by_that() -> None:
    """Under blinds a die seemed to lie where none lay: device and robot waited for each other (Farkle 465401/14)."""

    def blind_to_bare_tables(stage: DiceStage) -> DiceEyes:
        see = true_dice(stage)

        def look() -> tuple[float, Observation | None]:
            at, seen = see()
            return at, seen if seen is None or seen.pieces else None

        return look

    done = film(DiceFilm("farkle", players=2, seed=5, options={"target": 2000}, eyes=blind_to_bare_tables))
    assert (done.right, done.wrong) == (True, 0)


def test_a_film_repeats_from_its_seed() -> None:
    def first_frames() -> list[bytes]:
        stage = DiceStage(layout("tray"), 5)
        robot = DiceRobot(stage, Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), Random(5))
        camera = DiceCamera(stage, seed=5)
        frames = []
        for _ in range(30):
            frame = camera.frame()
            robot.act(_table(), frame.at)
            frames.append(frame.image[::40, ::40].tobytes())
        return frames

    assert first_frames() == first_frames()


def _table() -> Table:
    return Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "0000")


def test_a_question_about_a_die_that_truly_leans_is_one_that_no_camera_could_answer() -> None:
    filmed = DiceFilm("shark-attacks", players=2, seed=5)
    stage = filmed.robot.stage
    stage.throw(["swimmer-1", "swimmer-2"], cocked=[1])
    while not (stage.step().settled and len(stage.dice) == 2):
        pass
    lying = [lying.die.place for lying in stage.dice]
    seen = look(
        *(die(item, float(x), float(-y)) for item, (x, y, _) in zip(("swimmer-1", "swimmer-2"), lying, strict=True))
    )
    assert filmed.unobservable(Question("?", (), seen, pieces=(1,)))
    assert not filmed.unobservable(Question("?", (), seen, pieces=(0,)))


def test_misread_pieces_keep_the_truth_among_their_candidates() -> None:
    seen = look(*thrown(["swimmer-1"] * 7, seed=1))
    twisted: Observation = read_wrong(seen, 1.0, lambda piece: [item for item, _ in piece.items[1:]], Random(3))
    assert all(piece.items[0][0] != "swimmer-1" for piece in twisted.pieces)
    assert all(piece.items[1] == ("swimmer-1", 0.4) for piece in twisted.pieces)


def test_events_are_the_same_whatever_the_order_of_the_dice() -> None:
    from engines.core import Event

    assert same(Event("throw", None, ("a-1", "a-2"))) == same(Event("throw", None, ("a-2", "a-1")))
    assert same(Event("throw", None, ("a-1", "a-1"))) != same(Event("throw", None, ("a-1",)))


def test_the_eye_leaves_out_dice_that_lie_beside_the_tray() -> None:
    """Dice set aside on the mat's margin are not in play."""
    stage = DiceStage(layout("tray"), 8)
    camera = DiceCamera(stage, seed=8)
    ids = stage.throw(["swimmer-1", "swimmer-2", "swimmer-3"])
    stage.set_aside(ids[:1])
    while stage.busy:
        frame = camera.frame()
    sight = Observer(TableSetup("shark-attacks")).observe(camera.frame().image)
    assert isinstance(sight, Sight)
    assert sorted(piece.items[0][0] for piece in sight.observation.pieces) == ["swimmer-2", "swimmer-3"]
    assert frame.image.shape == (720, 1280, 3)


def test_each_mistake_of_a_clumsy_player_is_noticed_and_mended() -> None:
    """Dice too few or too many, or knocked over: the device says so, and the game goes on as it was played."""
    done = film(DiceFilm("shark-attacks", players=2, seed=6, options={"target": 12}, clumsy=True))
    assert done.right
    assert not done.wrong
    assert done.bungles >= 2
    assert done.noticed == done.bungles


def test_a_die_that_is_to_be_thrown_is_never_laid_anew_for_it_would_look_thrown() -> None:
    """Asked about a die that lies to be thrown, the robot lays those on the strip anew, which say what it keeps."""
    stage = DiceStage(layout("tray-keep"), 3)
    robot = DiceRobot(stage, Match.begin(GAMES["farkle"], ("Ana", "Ben")), Random(3), nudges=0)
    while robot.truth.state.phase != "decide" or not tray(stage):  # type: ignore[attr-defined]
        robot.step(Table(robot.truth, "0000"))
        settle(stage)
    lying, kept = tray(stage), on_strip(stage)
    doubted = look(*(die(item, x, y) for _, item, x, y in lying))
    behind = Table(Match.begin(GAMES["farkle"], ("Ana", "Ben")).play(*robot.truth.events[:-1]), "0000")
    robot.step(replace(behind, question=Question("?", (), doubted, pieces=tuple(range(len(lying))))))
    settle(stage)
    assert tray(stage) == lying
    assert sorted(item for _, item, *_ in on_strip(stage)) == sorted(item for _, item, *_ in kept)
    assert len({number for number, *_ in kept} - {number for number, *_ in on_strip(stage)}) == 1


def settle(stage: DiceStage) -> None:
    while stage.busy:
        stage.step()


def tray(stage: DiceStage) -> list[tuple[int, str, float, float]]:
    return lying_at(stage, "tray")


def on_strip(stage: DiceStage) -> list[tuple[int, str, float, float]]:
    return lying_at(stage, "kept")


def lying_at(stage: DiceStage, place: str) -> list[tuple[int, str, float, float]]:
    """The dice at a place: number, item, and where they lie, mm on the mat."""
    lying = [each for each in stage.dice if each.place == place]
    return [(each.id, each.item, float(each.die.place[0]), -float(each.die.place[1])) for each in lying]
