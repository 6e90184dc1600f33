"""One face after the other: what the network makes of each detection, and of more looks where that is not clear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision import colour
from vision.dice import calibration, crops, face_patch, tilt_net
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.face_names import FaceNames
from vision.dice.model import Model
from vision.dice.table_plane import TablePlane
from vision.reading import Doubles, Image


@dataclass(frozen=True, slots=True)
class DieClassifierLimits:
    """When a face is looked at again, and what the second look counts."""

    first_turns_deg: tuple[float, ...] = (0.0,)
    """A face is looked at in the first turn."""
    more_turns_deg: tuple[float, ...] = (60.0, 135.0, 270.0)
    """And in these where that answer is not clear."""
    turns_from_axes_deg: tuple[float, ...] = (0.0, 135.0, 270.0)
    """And in these, from the die's own axes, where it is told how the table lies."""
    min_firm_strength: float = 0.50
    """A weaker detection than this is looked at in more turns, whatever it shows."""
    game_dice_sharpening: float = 1.5
    """A game's own face on a mat that is looked at again is named by a temperature lower by this factor: of 13,800
    drawn ones, in all lights, none was named wrong, where without this two should have been."""
    min_p_clear: float = 0.995
    """An answer that is as sure as this needs no further look."""


LIMITS = DieClassifierLimits()


def _unchanged(crop: Image) -> Image:
    return crop


@dataclass(frozen=True, eq=False)
class DieClassifier:
    """Reads faces, and tells those of `faces` apart; what is seen as from right above is first put through `expose`."""

    model: Model
    faces: FaceNames
    expose: Callable[[Image], Image] = _unchanged

    def classify(self, image: Image, detections: Sequence[Detection], side: float | None = None) -> list[Candidate]:
        """What detections show at first sight; faster with the `side` that dice have here, px, where something tells
        it."""
        small, scale = tilt_net.shrink_to_dice(image, side) if side else (image, 1.0)
        shrunk = [detection.shrunk(scale) for detection in detections]
        all_answers = self.network_answers(small, shrunk, LIMITS.first_turns_deg)
        return [
            self._candidate(image, detection, answers)
            for detection, answers in zip(detections, all_answers, strict=True)
        ]

    def reclassify(
        self, image: Image, candidates: Sequence[Candidate], table: TablePlane | None, sharpening: float = 1.0
    ) -> list[Candidate]:
        """The same, those that are not clear looked at in more turns; where it is told how the table lies, as from
        right above: what the camera sees from aslant is then no longer squeezed. Names are told apart by a temperature
        lower by the factor `sharpening`."""
        again = list(candidates)
        unclear = [number for number, candidate in enumerate(again) if is_unclear(candidate)]
        if table is None:
            detections = [again[number].detection for number in unclear]
            more = self.network_answers(image, detections, LIMITS.more_turns_deg)
        else:
            more = self._answers_from_above(image, [again[number] for number in unclear], table)
        for number, answers in zip(unclear, more, strict=True):
            known = again[number]
            both = np.concatenate([known.answers, answers])
            named = self._candidate(image, known.detection, both, sharpening)
            again[number] = self.faces.told_apart(image, named)
        return again

    def _answers_from_above(self, image: Image, candidates: Sequence[Candidate], table: TablePlane) -> list[Doubles]:
        """For each candidate the answers of the network to its face as it looks from right above it."""
        if not candidates:
            return []
        side = float(np.median([candidate.detection.size for candidate in candidates]))
        small, scale = tilt_net.shrink_to_dice(image, side)
        to_small = tilt_net.homography_to_shrunk(scale)
        faces = []
        for candidate in candidates:
            at = np.array([candidate.detection.x, candidate.detection.y])
            upper, _, _ = table.flat_die(at, candidate.angle)
            faces += [
                crops.crop_from_above(small, to_small @ upper, turn, self.faces.crop_px)
                for turn in LIMITS.turns_from_axes_deg
            ]
        turns = [[candidate.angle + turn for turn in LIMITS.turns_from_axes_deg] for candidate in candidates]
        return self._answers_to_crops([self.expose(face) for face in faces], np.array(turns))

    def network_answers(self, image: Image, detections: Sequence[Detection], turns: Sequence[float]) -> list[Doubles]:
        """For each detection the answers (turns, outputs) of the network, its turn output brought back to the
        picture's."""
        faces = turned_crops(image, detections, turns, self.faces.crop_px)
        return self._answers_to_crops(faces, np.tile(turns, (len(detections), 1)))

    def _answers_to_crops(self, faces: Sequence[Image], turns: Doubles) -> list[Doubles]:
        """What the network says of crops, as many of each face as `turns` (N, turns) has: (turns, outputs) for each."""
        if not faces:
            return []
        out = self.faces.answers(faces).astype(np.float64).reshape(*turns.shape, -1)
        first = len(self.model.faces) + 1
        turned = (out[..., first] + 1j * out[..., first + 1]) * np.exp(4j * np.radians(turns))
        out[..., first], out[..., first + 1] = turned.real, turned.imag
        return list(out)

    def _candidate(self, image: Image, detection: Detection, answers: Doubles, sharpening: float = 1.0) -> Candidate:
        chances, names = self.faces.probabilities(answers, sharpening)
        candidate = calibration.candidate_from(self.model, detection, answers, chances, names)
        lightness, a, b = colour.lab(face_patch.subsampled(face_patch.face_patch(image, detection))).tolist()
        cut_off = face_patch.reaches_border(detection, image.shape[1], image.shape[0])
        return replace(candidate, cut_off=cut_off, colour=(lightness, a, b))


def turned_crops(image: Image, detections: Sequence[Detection], turns: Sequence[float], crop: int) -> list[Image]:
    """The crops of detections, `crop` px wide, one after the other, each in all `turns` (degrees)."""
    return [crops.crop_face(image, (d.x, d.y), d.size, turn, crop) for d in detections for turn in turns]


def is_unclear(candidate: Candidate) -> bool:
    """Whether a candidate is worth more looks."""
    return (
        candidate.names[0][1] < LIMITS.min_p_clear
        or candidate.detection.strength < LIMITS.min_firm_strength
        or not len(candidate.answers)
    )
