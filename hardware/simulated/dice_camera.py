"""A camera that films a simulated table: like the real ones, and the same for the same seed and orders."""

from __future__ import annotations

import numpy as np

from hardware.arrays import Floats
from hardware.cameras.frame import Frame
from hardware.scene.objects import hand
from hardware.scene.objects.dice import SceneDie
from hardware.scene.optics.light import shade_on_table
from hardware.scene.optics.sensor import RawPicture
from hardware.scene.stage.dice_stage import DiceMoment, DiceStage
from hardware.scene.world.render import SeenDie, lay_over, lit, seen_dice, smeared_patch
from hardware.scene.world.trace import DieSurroundings, TracedPatch, trace_die
from hardware.simulated.scene_camera import SceneCamera


class DiceCamera(SceneCamera):
    """Films a `DiceStage`: see `SceneCamera`."""

    def __init__(self, stage: DiceStage, fps: float = 20.0, paced: bool = False, seed: int = 0) -> None:
        super().__init__(stage.scene, fps, paced, seed)
        self.stage = stage
        self._bare, self._glare = lit(self._table, self._light)
        self._patches: dict[tuple[SceneDie, ...], TracedPatch | None] = {}
        self._shown: tuple[DiceMoment, RawPicture] | None = None
        self._before: DiceMoment = stage.now

    def frame(self) -> Frame:
        """The next frame, (h, w, 3) uint8 BGR. The stage moves on by one frame."""
        moment = self.stage.step()
        if self._shown is None or not (moment.settled and self._shown[0] is moment):
            self._shown = moment, self._exposed(self._drawn(moment))
        self._before = moment
        return self._taken(self._shown[1])

    def seen(self) -> dict[int, SeenDie]:
        """The truth about the last frame: number of a die on the stage -> what there is to see of it."""
        dice = self._before.dice
        patches = {k: p for k, p in enumerate(self._traced([stage_die.die for stage_die in dice])) if p is not None}
        found = seen_dice(self.stage.scene.view, [stage_die.die for stage_die in dice], patches)
        return {dice[k].id: seen for k, seen in found.items()}

    def _drawn(self, moment: DiceMoment) -> Floats:
        """The light of a moment; a die that moves is drawn out along its way."""
        if moment.moving:
            picture = self._without_hand(moment)
        else:
            picture = self._once(moment.dice, lambda: self._without_hand(moment))
        return picture if moment.hand is None else hand.draw_hand(picture, self.stage.scene.view, moment.hand)

    def _without_hand(self, moment: DiceMoment) -> Floats:
        scene = self.stage.scene
        dice = [stage_die.die for stage_die in moment.dice]
        picture = self._bare.copy()
        if dice:
            shade_on_table(scene.view, self._light, [d.corners for d in dice], 2).fall(picture, self._glare)
        moved = {before.id: before.die for before in self._before.dice if before.id in moment.moving}
        patches = self._traced(dice)
        for k in sorted(range(len(dice)), key=lambda k: -float(np.linalg.norm(dice[k].place - scene.view.position_mm))):
            patch = patches[k]
            if patch is not None:
                before = moved.get(moment.dice[k].id)
                lay_over(picture, smeared_patch(patch, *self._shift(dice[k], before)), self._light)
        return picture

    def _shift(self, die: SceneDie, before: SceneDie | None) -> tuple[float, float]:
        """How far (x, y) px a die moves while the shutter is open, a third of the time between frames."""
        if before is None:
            return 0.0, 0.0
        a, b = self.stage.scene.view.project(np.stack([before.place, die.place]))
        limit: Floats = np.clip((b - a) / 3, -20, 20)
        return float(limit[0]), float(limit[1])

    def _traced(self, dice: list[SceneDie]) -> list[TracedPatch | None]:
        """Each die's patch; kept from frame to frame while neither it nor a neighbour moves."""
        kept: dict[tuple[SceneDie, ...], TracedPatch | None] = {}
        patches = []
        for die in dice:
            near = [
                other for other in dice if other is not die and np.linalg.norm(other.place - die.place) < 4 * die.edge
            ]
            key = (die, *near)
            if key not in kept:
                around = DieSurroundings(self._light, near, self._mean)
                kept[key] = (
                    self._patches[key] if key in self._patches else trace_die(self.stage.scene.view, die, around)
                )
            patches.append(kept[key])
        self._patches = kept
        return patches
