"""When a die, or a whole reading of dice, is doubted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice import calibration
from vision.dice.calibration import Candidate


@dataclass(frozen=True, slots=True)
class DiceDoubtLimits:
    """From where on a die, or a reading of dice, is doubted."""

    min_confidence: float = 0.85
    """A face is believed without a question from this confidence on; of a game's own dice also its first name, which is
    seldom less likely than this: of 12,000 drawn ones three, and one of them was wrong."""
    min_p_first_of_two: float = 0.95
    """Of an ordinary or a taught die: the probability that it shows the first name, not the second. Two names both
    likely are a die hardly seen, whatever else speaks for it."""
    min_p_first_of_two_taught: float = 0.88
    """The same of a taught one, whose chances are more careful: of 3,163 dice of 25 makes thirteen were named wrong,
    one of them with 0.99, one with 0.84, the others with less than 0.8."""
    min_p_upper: float = 0.94
    """A die of a taught set may be but the side of another only where it is an upper face with less than this
    probability: of 20 dice of 25 makes that lay straight beside another 18 had more, and of sides none lay so."""
    max_p_strange: float = 0.2
    """A die of a taught set is doubtful that shows none of its faces with more than this probability. Of 80 throws of
    ten drawn copies 0.35 makes one more silently wrong, 0.1 none fewer."""
    min_strange_strength: float = 0.17
    """A picture in which no ordinary die is read is not sure to show none with a detection of this strength: of 500
    drawn throws of dice with figures (seed 251105) five show nothing of 0.35, and one nothing of this."""
    min_strange_strength_between: float = 0.25
    """Nor with one of this strength at sizes between those that all pictures are looked at in: three drawn throws of
    dice with figures on dotted and blotched cloth (of 1,000 of seeds 441303 and 521) show 0.29, 0.33 and 0.58. Of 200
    cluttered tables without dice (seed 522) 125 are doubted so, with 0.3 instead 117."""
    min_missed_strength: float = 0.7
    """A reading is not sure where a detection of this strength, as large as the dice, is taken for none: it may be one
    of a kind nobody knows."""
    min_missed_strength_of_taught: float = 0.45
    """The same where dice of a taught set are read: of 198 drawn throws 11 had something there that was no die."""
    min_p_missed_face: float = 0.25
    """Nor where something shows a taught face, whichever, with this probability"""
    min_missed_face_strength: float = 0.2
    """and this strength: of 128 throws that were sure and right none had that, of four silently wrong ones one."""
    min_perhaps_strength: float = 0.3
    """What is as large as the dice and has this strength may be one, if a game knows that one more was thrown: of three
    in drawn films that no reader named, the weakest had 0.36. So may what shows a face with a probability of"""
    min_p_perhaps_face: float = 0.8
    """this, and has a strength of `min_missed_face_strength`: a dark one set aside, a one with a dark rim, had 0.25."""
    max_size_offset_log: float = 0.5
    """Upper faces of one throw's dice differ in size by less than this, as a logarithm."""
    min_cut_off_strength: float = 0.4
    """A reading is not sure either where, at the picture's border, a detection of this strength, of about the size of a
    game's own dice, is taken for none; nor where the border cuts in two what has this strength in a mirror held there
    (`detector.strength_across_border`)."""
    max_cut_off_size_offset_log: float = 1.0
    """What is cut off there is no further than this off the dice's size, as a logarithm."""
    max_p_none: float = 0.98
    """Of a game's own dice without a mat: nor where one of the dice's size is none with less than this probability."""
    max_risk: float = 0.18
    """All of a picture is sure if its dice together are no more doubtful than this (`calibration.reading_risk`)."""
    max_risk_of_taught: float = 0.3
    """The same for taught dice, of which those that are hardly seen are looked for once more."""
    max_risk_of_game_dice: float = 0.12
    """The same for a game's own dice, which are seldom in doubt unless something is amiss."""
    min_median_strength: float = 0.5
    """Several ordinary dice of a strength below this, in the middle, are of a make that the detector hardly knows: it
    may not see one more of them, and the reading is not sure."""
    min_median_strength_on_mat: float = 0.6
    """The same on a mat, where such dice are looked at again: of the best look at each. Of 220 drawn mats (seeds 441210
    and 441211) nine are below, and one of these alone has a die that is overlooked."""
    max_p_tilted: float = 0.5
    """A die is doubtful that leans with more than this probability."""
    max_p_tilted_of_ordinary: float = 0.95
    """The same of an ordinary die: far fewer lean than were shown as examples, and flat ones of a strange make look so.
    Of 4,625 drawn flat dice (seeds 464700000, 464900000) 12 have more, of 482 leaning ones (465000000) 12 less."""
    max_p_tilted_foreshortened: float = 0.9
    """The same of one whose face is also smaller, or larger, than those of the dice beside it,"""
    foreshortened_log: tuple[float, float] = (0.15, 0.35)
    """by so much: a leaning face is seen from aslant. Of 1,444 flat dice of ordinary makes on drawn mats (seeds 451101
    and 451102) none is both, nor is one of a make with broad bevels in a film, three of which are above 0.8; a leaning
    three that was believed in a film is."""
    max_p_tilted_flat: float = 0.01
    """Below this probability of leaning a die surely stands flat."""
    max_distrust: float = 0.7
    """A die is doubtful whose face looks more than this as if nobody should trust it."""
    max_distrust_taught: float = 0.95
    """The same of a taught die, of which it tells little: of 77 drawn ones that lean (seed 251106) none is above 0.7,
    of 151 path-traced ones one above 0.8, and of the flat ones of 391 throws twelve."""
    max_distrust_tilt_seen: float = 0.9
    """The same where it is seen how the die stands."""
    max_distrust_flat: float = 0.99
    """The same where the die surely stands flat and may but be hidden."""


LIMITS = DiceDoubtLimits()


def doubt_of_any(
    die: Candidate, max_p_tilted: float = LIMITS.max_p_tilted, max_distrust: float = LIMITS.max_distrust
) -> str:
    """Why a die of any kind cannot be trusted, however clear its name is; "" if nothing speaks against it. It must not
    lean with more than `max_p_tilted`, nor look more than `max_distrust` as if nobody should trust it where nothing
    tells how it stands."""
    if die.cut_off:
        return "cut off"
    if die.distrust > _max_distrust(die.p_tilted, max_distrust) or _leans(die, max_p_tilted):
        return "cocked or hidden"
    if not die.is_read:
        return "unreadable"
    return "may be a side" if die.may_be_side else ""


def _leans(die: Candidate, max_p_tilted: float) -> bool:
    """Whether it leans with more than `max_p_tilted`, or less surely and its face looks foreshortened."""
    low, high = LIMITS.foreshortened_log
    foreshortened = low < die.size_offset_log < high
    limit = min(max_p_tilted, LIMITS.max_p_tilted_foreshortened) if foreshortened else max_p_tilted
    return (die.p_tilted or 0) > limit


def _max_distrust(p_tilted: float | None, unless_seen: float) -> float:
    """How much a face may look as if nobody should trust it, for a die that leans with this probability."""
    if p_tilted is None:
        return unless_seen
    return LIMITS.max_distrust_flat if p_tilted < LIMITS.max_p_tilted_flat else LIMITS.max_distrust_tilt_seen


def is_of_dice_size(candidate: Candidate) -> bool:
    """Whether it is as large as the dice of its picture."""
    return candidate.size_offset_log < LIMITS.max_size_offset_log


def is_strong(candidate: Candidate, min_strength: float = LIMITS.min_missed_strength) -> bool:
    """Whether it looks so much like a die, and is as large, that it may be one that bears an unknown face."""
    return candidate.detection.strength >= min_strength and is_of_dice_size(candidate)


def may_be_known_of(candidate: Candidate) -> bool:
    """Whether it may be a die on a mat, if a game knows of one more than is read."""
    shows_face = candidate.names[0][1] >= LIMITS.min_p_perhaps_face
    return is_strong(candidate, LIMITS.min_missed_face_strength if shows_face else LIMITS.min_perhaps_strength)


def is_strong_at_border(candidate: Candidate) -> bool:
    """Whether it may be what the picture's border leaves of a die."""
    return (
        candidate.cut_off
        and candidate.detection.strength >= LIMITS.min_cut_off_strength
        and candidate.size_offset_log < LIMITS.max_cut_off_size_offset_log
    )


def risk(candidates: Sequence[Candidate]) -> float:
    """How doubtful it is that just the candidates that are read are dice, and show what they are read as."""
    return calibration.reading_risk(
        [candidate.p_correct for candidate in candidates if candidate.is_read],
        [candidate.p_die for candidate in candidates if not candidate.is_read],
    )
