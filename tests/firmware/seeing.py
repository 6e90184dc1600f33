"""An observer that sees the truth of a simulated table: for tests of everything behind the reader."""

from __future__ import annotations

from itertools import count

from firmware.observe.observer import Sight
from firmware.state.observation import Observation, Piece
from hardware.cameras.frame import Frame
from hardware.simulated.dice_camera import DiceCamera
from tests.firmware.looks import FACES
from vision.frame.motion_gate import Gate


class TrueEye:
    """Sights from the stage's own truth, at the moments that the motion gate lets through."""

    def __init__(self, camera: DiceCamera) -> None:
        self._camera = camera
        self._gate = Gate()
        self._ids = count(1)

    def see(self, frame: Frame, settled: bool = False) -> Sight | None:
        if self._gate.push(frame.image, frame.at) is None:
            return None
        seen = self._camera.seen()
        lying = {x.id: x for x in self._camera.stage.dice if not x.aside}
        pieces = tuple(
            _piece(x.item, float(x.die.place[0]), -float(x.die.place[1]), s.angle % 90, x.place, s.cocked)
            for i, x in lying.items()
            if (s := seen.get(i)) is not None
        )
        return Sight(Observation(f"look-{next(self._ids)}", 1280, 720, pieces), b"")


def _piece(item: str, x: float, y: float, angle: float, place: str, cocked: bool) -> Piece:
    kind, _, face = item.rpartition("-")
    rest = tuple((f"{kind}-{f}", 0.0005) for f in FACES[kind] if f != face)
    items = () if cocked else ((item, 0.998), *rest)
    return Piece(items, x, y, 16.0, (x - 8, y - 8, 16.0, 16.0), angle, place, "cocked" if cocked else "")
