"""The simulated camera and its stage: what is ordered happens, frame by frame, and the truth follows."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras.frame import Camera
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.world import places
from hardware.simulated.dice_camera import DiceCamera

LAYOUT = {
    "name": "tray",
    "size_mm": [297, 210],
    "dictionary": "DICT_4X4_50",
    "markers": [
        {"id": k, "x": x, "y": y, "size": 22} for k, (x, y) in enumerate([(8, 8), (267, 8), (267, 180), (8, 180)])
    ],
    "zones": {"tray": [38, 12, 221, 186]},
}
SIZE = (640, 360)


def film(seed: int = 1) -> tuple[DiceStage, DiceCamera]:
    """A stage with its camera."""
    stage = DiceStage(LAYOUT, seed, SIZE)
    camera: Camera = DiceCamera(stage, seed=seed)
    assert isinstance(camera, DiceCamera)
    return stage, camera


def settle(stage: DiceStage, camera: DiceCamera) -> list[np.ndarray]:
    """All frames until nothing moves any more."""
    frames = [camera.frame().image]
    while stage.busy:
        frames.append(camera.frame().image)
    return frames


def test_a_throw_comes_to_show_what_was_ordered() -> None:
    """Kinds and faces as asked, all in the tray, none cocked, in the truth and in the camera's boxes."""
    stage, camera = film()
    ids = stage.throw(["swimmer-wave", "swimmer-2", "shark-3", "event-rain"])
    assert stage.tray == ()
    settle(stage, camera)
    assert stage.tray == ("event-rain", "shark-3", "swimmer-2", "swimmer-wave")
    seen = camera.seen()
    assert [f"{seen[i].kind}-{seen[i].face}" for i in ids] == ["swimmer-wave", "swimmer-2", "shark-3", "event-rain"]
    assert not any(s.cocked or s.cut_off for s in seen.values())


def test_ordinary_dice_are_all_of_one_make() -> None:
    """Items of the dice tray, whatever their colour."""
    stage, camera = film()
    stage.throw(["die-6", "die-1"])
    settle(stage, camera)
    assert stage.tray == ("die-1", "die-6")
    assert len({lying.die.design for lying in stage.dice}) == 1


@pytest.mark.parametrize("item", ["swimmer-4", "die-7", "whale-1", "event"])
def test_a_face_that_no_die_has_is_refused(item: str) -> None:
    """At once, before anything moves."""
    stage, _ = film()
    with pytest.raises(KeyError):
        stage.throw([item])


def test_the_same_seed_and_orders_give_the_same_film() -> None:
    """Frame by frame, pixel by pixel; another seed another film."""
    films = []
    for seed in (5, 5, 6):
        stage, camera = film(seed)
        stage.throw(["swimmer-1", "swimmer-3"])
        films.append(settle(stage, camera))
    assert len(films[0]) == len(films[1])
    assert all(np.array_equal(a, b) for a, b in zip(films[0], films[1], strict=True))
    assert not np.array_equal(films[0][-1], films[2][-1])


def test_time_goes_on_by_one_frame_each() -> None:
    """At 20 a second, however fast they are drawn."""
    _, camera = film()
    assert [camera.frame().at for _ in range(3)] == pytest.approx([0.05, 0.10, 0.15])


def test_a_table_at_rest_changes_by_noise_alone() -> None:
    """Two frames differ, but hardly; a frame with a hand differs much."""
    stage, camera = film()
    stage.throw(["swimmer-1"])
    *_, last = settle(stage, camera)
    rest = camera.frame().image
    assert not np.array_equal(last, rest)
    assert np.abs(last.astype(int) - rest).mean() < 8
    stage.wave()
    most = max(np.abs(frame.astype(int) - rest).mean() for frame in settle(stage, camera))
    assert most > 12


def test_dice_in_motion_turn_and_come_down() -> None:
    """On the way they are above the table and show their sides; each frame is a different one."""
    stage, camera = film()
    (number,) = stage.throw(["swimmer-1"])
    places_of = []
    while True:
        camera.frame()
        places_of += [lying.die for lying in stage.dice if lying.id == number]
        if not stage.busy:
            break
    high = [float(die.corners[:, 2].min()) for die in places_of]
    assert max(high) > 2
    assert min(high) > -0.01
    assert high[-1] == pytest.approx(0, abs=0.01)
    assert len({die.turn.tobytes() for die in places_of}) >= 5


def test_lifted_dice_are_gone_and_the_others_lie_as_they_lay() -> None:
    """Not a millimetre moved."""
    stage, camera = film()
    ids = stage.throw(["swimmer-wave", "swimmer-2", "swimmer-1"])
    settle(stage, camera)
    before = {lying.id: lying.die for lying in stage.dice}
    stage.lift(ids[:2])
    settle(stage, camera)
    assert [lying.id for lying in stage.dice] == [ids[2]]
    assert stage.dice[0].die is before[ids[2]]


def test_dice_set_aside_keep_their_face_and_leave_the_tray() -> None:
    """They lie beside it, apart from each other, clear of the markers."""
    stage, camera = film()
    ids = stage.throw(["swimmer-3", "swimmer-1", "swimmer-2"])
    settle(stage, camera)
    stage.set_aside(ids[:2])
    settle(stage, camera)
    assert stage.tray == ("swimmer-2",)
    aside = [lying for lying in stage.dice if lying.aside]
    assert sorted(lying.item for lying in aside) == ["swimmer-1", "swimmer-3"]
    for lying in aside:
        x, y = lying.die.place[:2]
        assert x < LAYOUT["zones"]["tray"][0] - 8  # type: ignore[index]
        assert 34 < -y < 176
    feet = [places.footprint(lying.die) for lying in stage.dice]
    assert all(places.clear_of(foot, feet[:k]) for k, foot in enumerate(feet))


def test_a_nudged_die_moves_and_keeps_its_face() -> None:
    """A few millimetres, still in the tray."""
    stage, camera = film()
    (number,) = stage.throw(["swimmer-3"])
    settle(stage, camera)
    before = stage.dice[0].die
    stage.nudge(number)
    settle(stage, camera)
    after = stage.dice[0].die
    assert stage.tray == ("swimmer-3",)
    assert 4 < np.linalg.norm(after.place - before.place) < 14


def test_a_die_may_be_thrown_to_lean() -> None:
    """For the mistakes that dice make: the truth says cocked."""
    stage, camera = film()
    ids = stage.throw(["swimmer-3", "swimmer-1"], cocked=[1])
    settle(stage, camera)
    seen = camera.seen()
    assert [seen[i].cocked for i in ids] == [False, True]


def test_a_crowded_tray_still_takes_every_die() -> None:
    """All sixteen dice of the game, thrown in two goes, none inside another."""
    stage, camera = film()
    stage.throw(["swimmer-wave"] * 11)
    stage.throw(["shark-wave"] * 4 + ["event-sun"])
    settle(stage, camera)
    feet = [places.footprint(lying.die) for lying in stage.dice]
    assert len(feet) == 16
    assert all(places.clear_of(foot, feet[:k]) for k, foot in enumerate(feet))


def test_orders_wait_for_each_other() -> None:
    """The table is never cleared before the throw has come to rest."""
    stage, camera = film()
    stage.throw(["swimmer-1"])
    stage.clear()
    shown = set()
    while stage.busy:
        camera.frame()
        if stage.now.settled:
            shown.add(stage.tray)
    assert shown == {("swimmer-1",), ()}


def test_lifting_what_is_not_there_changes_nothing() -> None:
    """A robot may be wrong."""
    stage, camera = film()
    stage.lift([99])
    stage.nudge(99)
    settle(stage, camera)
    assert stage.dice == ()


def test_what_a_hand_moves_over_looks_as_if_it_were_drawn_anew_in_each_frame() -> None:
    filmed = []
    for anew in (False, True):
        stage, camera = film()
        if anew:
            camera._once = lambda lying, draw: draw()  # type: ignore[method-assign]
        stage.throw(["swimmer-wave", "shark-3"])
        settle(stage, camera)
        stage.wave()
        filmed.append(settle(stage, camera))
    assert len(filmed[0]) == len(filmed[1]) > 5
    assert all(np.array_equal(kept, drawn) for kept, drawn in zip(*filmed, strict=True))
    assert not np.array_equal(filmed[0][0], filmed[0][len(filmed[0]) // 2])
