"""One face after the other: what the network makes of each find, and of more looks where that is not clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision import colour
from vision.dice import calibration, detector, face_patch, tilt_net
from vision.dice import crops as reader
from vision.dice.calibration import Candidate
from vision.dice.model import Model
from vision.dice.table_plane import TablePlane
from vision.dice.taught import Taught
from vision.reading import Doubles, Image

FIRST_TURNS_DEG = (0.0,)
"""A face is looked at in the first turn."""
MORE_TURNS_DEG = (60.0, 135.0, 270.0)
"""And in these where that answer is not clear."""
TURNS_FROM_AXES_DEG = (0.0, 135.0, 270.0)
"""And in these, from the die's own axes, where it is told how the table lies."""


@dataclass(frozen=True, slots=True)
class DieClassifierLimits:
    """When a face is looked at again, and what the second look counts."""

    min_firm_strength: float = 0.50
    """A find weaker than this is looked at in more turns, whatever it shows."""
    game_dice_sharpening: float = 1.5
    """A game's own face on a mat that is looked at again is named by a temperature lower by this factor: of 13,800
    drawn ones, in all lights, none was named wrong, where without this two should have been."""
    min_p_clear: float = 0.995
    """An answer that is as sure as this needs no further look."""


LIMITS = DieClassifierLimits()


@dataclass(frozen=True, eq=False)
class DieClassifier:
    """Reads faces of the dice of `sets`, or of the set that was `taught`."""

    model: Model
    sets: tuple[str, ...]
    taught: Taught | None = None

    @property
    def printed(self) -> bool:
        """Whether all dice bear the print of our own games: of one make, and known."""
        return self.taught is None and "pips" not in self.sets

    @property
    def ordinary(self) -> bool:
        """Whether dice with pips are among them: of any make."""
        return self.taught is None and not self.printed

    @cached_property
    def embedding(self) -> Doubles:
        """The looks (N, F) of the taught examples."""
        assert self.taught is not None
        crops = list(self.taught.crops)
        return calibration.embeddings(
            self.model, reader.run_network(self.model.face_classifier, crops).astype(np.float64)
        )

    def classify(self, image: Image, finds: Sequence[detector.Detection], side: float | None = None) -> list[Candidate]:
        """What finds show at first sight; faster with the `side` that dice have here, px, where something tells it."""
        small, scale = tilt_net.shrink_to_dice(image, side) if side else (image, 1.0)
        told = self.network_answers(small, [find.shrunk(scale) for find in finds], FIRST_TURNS_DEG)
        return [self._candidate(image, find, answers) for find, answers in zip(finds, told, strict=True)]

    def reclassify(
        self, image: Image, judged: list[Candidate], table: TablePlane | None, keener: float = 1.0
    ) -> list[Candidate]:
        """The same, those that are not clear looked at in more turns; where it is told how the table lies, as from
        right above, and a game's own faces as if exposed for each: what the camera sees from aslant is then no longer
        squeezed, and a print in glare no longer pale. (Ordinary dice may be as pale as that: darkened, twos become
        fives.) Names are so much `keener` told apart."""
        which = [i for i, one in enumerate(judged) if is_unclear(one)]
        finds, angles = [judged[i].detection for i in which], [judged[i].angle for i in which]
        if table is None or not which:
            more = self.network_answers(image, finds, MORE_TURNS_DEG)
        else:
            small, scale = tilt_net.shrink_to_dice(image, float(np.median([find.size for find in finds])))
            tops = [table.flat_die(np.array([f.x, f.y]), angle)[0] for f, angle in zip(finds, angles, strict=True)]
            crops = [
                reader.crop_from_above(small, tilt_net.homography_to_shrunk(scale) @ top, turn)
                for top in tops
                for turn in TURNS_FROM_AXES_DEG
            ]
            crops = [reader.expose_for_face(crop) for crop in crops] if self.printed else crops
            more = self._answers_to_crops(
                crops, np.array([[angle + turn for turn in TURNS_FROM_AXES_DEG] for angle in angles])
            )
        for i, told in zip(which, more, strict=True):
            answers = np.concatenate([judged[i].answers, told])
            judged[i] = self._candidate(image, judged[i].detection, answers, keener)
        return judged

    def network_answers(
        self, image: Image, finds: Sequence[detector.Detection], turns: Sequence[float]
    ) -> list[Doubles]:
        """For each find the answers (turns, outputs) of the network, its turn output brought back to the picture's."""
        return self._answers_to_crops(turned_crops(image, finds, turns), np.tile(turns, (len(finds), 1)))

    def _answers_to_crops(self, crops: Sequence[Image], turns: Doubles) -> list[Doubles]:
        """What the network says of crops, as many of each find as `turns` (N, turns) has: (turns, outputs) for each."""
        if not crops:
            return []
        out = reader.run_network(self.model.face_classifier, crops).astype(np.float64).reshape(*turns.shape, -1)
        first = len(self.model.faces) + 1
        turned = (out[..., first] + 1j * out[..., first + 1]) * np.exp(4j * np.radians(turns))
        out[..., first], out[..., first + 1] = turned.real, turned.imag
        return list(out)

    def _candidate(self, image: Image, find: detector.Detection, answers: Doubles, keener: float = 1.0) -> Candidate:
        if self.taught is None:
            chances, names = calibration.built_in_probabilities(self.model, answers, self.sets, keener)
        else:
            chances, names = calibration.taught_probabilities(
                self.model, self.taught, self.embedding, answers, colour.hue(face_patch.face_patch(image, find))
            )
        judged = calibration.candidate_from(self.model, find, answers, chances, names)
        lightness, a, b = colour.lab(face_patch.subsampled(face_patch.face_patch(image, find))).tolist()
        return replace(
            judged, cut_off=face_patch.reaches_border(find, image.shape[1], image.shape[0]), colour=(lightness, a, b)
        )


def turned_crops(image: Image, finds: Sequence[detector.Detection], turns: Sequence[float]) -> list[Image]:
    """The crops of finds, one after the other, each in all `turns` (degrees)."""
    return [reader.crop_face(image, (f.x, f.y), f.size, turn) for f in finds for turn in turns]


def is_unclear(judged: Candidate) -> bool:
    """Whether a find is worth more looks."""
    return (
        judged.names[0][1] < LIMITS.min_p_clear
        or judged.detection.strength < LIMITS.min_firm_strength
        or not len(judged.answers)
    )
