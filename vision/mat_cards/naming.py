"""Which card of a deck it is that lies so on a mat, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.mat_cards.close_look import CloseFaces, CloseView, FaceWay
from vision.mat_cards.correlate import LIMITS as CORRELATION
from vision.mat_cards.correlate import LyingCard, MatFaces, Pose, alike, apart, relit
from vision.reading import Floats, Image, Ranked


@dataclass(frozen=True, slots=True)
class NamingLimits:
    """From likeness to probability."""

    found_likeness: float = 0.65
    """The likeness, shadows set aside by half, from which something is a card: of cards laid on drawn tables in all
    lights the least was 0.72, of the bare mat at its likest 0.59."""
    found_nats_per_likeness: float = 40.0
    """How much more probably something is a card the more it is like one than that."""
    face_nats_per_correlation: float = 150.0
    """How much more probable a face gets with its correlation: found on drawn tables."""
    rival_nats: float = 8.0
    """Within so many nats of the best a face is compared with it where the two differ,"""
    rival_nats_per_lead: float = 45.0
    """and how much more probable that makes one: on drawn tables, in shadows and at half the px too, the right one was
    0.12 ahead and more (2,300 pairs)."""
    half_behind: float = 0.2
    """A face that is so far behind at half the scale is not compared any further: of 700 looks at cards of five drawn
    decks none that then came within 0.06 of the best had been behind by more than 0.09."""
    most_names: int = 16
    """So many names are told at most."""
    close_faces: int = 16
    """So many faces are looked at closely at most (all whales of a deck may share one drawing),"""
    close_odds: float = 1e-6
    """if they are so probable beside the likeliest: of 472 cards of four prints the best was never below 2e-4."""
    likest_faces: int = 2
    """So many that are most like the likeliest are looked at"""
    likest_odds: float = 1e-10
    """even if they are no more probable than this: on a dark pile a 10 was 2e6 times as probable as the 5 that lay
    there, and the drawing was the same."""
    overturned_odds: float = 1e-4
    """One that leads at a close look, but is less probable than this beside the likeliest at first sight, is no
    likelier than that: none of those 472 cards was such a one (a red ace was taken for a black one, Oh Hell 465301)."""
    close_nats_ratio: float = 0.15
    """How far nats of a close look are believed, the likeliest ratio: of 1,563 looks at cards of twelve prints, taught
    from a photograph each, the right face led by 2 to 10 nats in 17 and another did in two, by 10 to 60 in 329 and
    another in two."""
    known_unexplained: float = 0.25
    """What leaves this share unexplained at a close look is as probably a known face as not,"""
    known_steepness: float = 6.0
    """and how fast that changes with the logarithm of the share;"""
    well_explained: float = 0.12
    """What leaves less than this is that face as it lies, if either way looks like it,"""
    p_lies_turned: float = 0.9
    """unless the same face is as probable as this the other way round: its numbers may be all that tells the ways
    apart, and its name from another's (Hold Your Breath! 466001/6, copy R)."""
    turned_likeness: float = 0.2
    """A card is looked at closely either way up if it is not less alike by more than this the other way round."""
    close_likeness: float = 0.5
    """At a close look a likeness is asked for that is less than `found_likeness`: of a picture softer than the taught
    faces."""


LIMITS = NamingLimits()


def named(picture: Floats | Image, free: Floats, faces: MatFaces, pose: Pose) -> tuple[Ranked, float]:
    """The likeliest names, the best first, with their probabilities; and how like the best is to what lies there."""
    card = LyingCard.at(picture, free, faces, pose)
    fit, there = fits(card, faces)
    like = float(there[fit.argmax()])
    odds = np.exp(_nats(card, faces, fit))
    odds /= odds.sum() * (1 + np.exp(-LIMITS.found_nats_per_likeness * (like - LIMITS.found_likeness)))
    return tuple((faces.names[n], float(odds[n])) for n in np.argsort(-odds)[: LIMITS.most_names]), like


@dataclass(frozen=True, slots=True)
class CloseNames:
    """The names of a card looked at closely, the likeliest first; how probably it lies the other way round; and what
    the best face leaves unexplained."""

    names: Ranked
    p_turned: float
    unexplained: float


def closely_named(
    view: CloseView, free: Floats, scale: float, faces: CloseFaces, pose: Pose, candidates: Ranked, turned: Ranked,
    alike: float,
) -> CloseNames:  # fmt: skip
    """The names of a card, the likeliest `candidates` compared closely with those that it may show the other way round
    (`turned`); `free` is a mask of the mat, `scale` px a mm, `alike` how like the best is at first sight (see `named`).

    How probable it is that a known face lies there at all is told by what is unexplained.
    """
    ways = [(name, FaceWay(faces.names.index(name))) for name in _worth_a_close_look(candidates, faces)]
    ways += [(name, FaceWay(faces.names.index(name), turned=True)) for name in _worth_a_close_look(turned, faces)]
    close = faces.compared(view, free, scale, pose, [way for _, way in ways])
    odds = np.exp(-LIMITS.close_nats_ratio * close.behind)
    best = int(odds.argmax())
    if not ways[best][1].turned and dict(candidates)[ways[best][0]] < LIMITS.overturned_odds * candidates[0][1]:
        odds[0] = odds[best]
    odds /= odds.sum()
    p_turned = float(sum(p for (_, way), p in zip(ways, odds, strict=True) if way.turned))
    odds /= 1 + (max(close.unexplained, 1e-6) / LIMITS.known_unexplained) ** LIMITS.known_steepness
    odds /= 1 + np.exp(-LIMITS.found_nats_per_likeness * (alike - LIMITS.close_likeness))
    sums: dict[str, float] = {}
    for (name, _), p in zip(ways, odds.tolist(), strict=True):
        sums[name] = sums.get(name, 0.0) + p
    ranked = tuple(sorted(sums.items(), key=lambda pair: -pair[1]))
    return CloseNames(ranked, p_turned, close.unexplained)


def _worth_a_close_look(candidates: Ranked, faces: CloseFaces) -> list[str]:
    """The names that are not out of question beside the likeliest: hardly any that shares its drawing is."""
    if not candidates:
        return []
    first, p_first = candidates[0]
    likest = [faces.names[n] for n in faces.likest(faces.names.index(first), LIMITS.likest_faces)]
    least = {name: LIMITS.likest_odds if name in likest else LIMITS.close_odds for name, _ in candidates}
    return [name for name, p in candidates[: LIMITS.close_faces] if p >= least[name] * p_first]


def p_close(lead: float) -> float:
    """How probable a face is that leads another by so many nats at a close look."""
    return float(1 / (1 + np.exp(-np.clip(LIMITS.close_nats_ratio * lead, -50, 50))))


def half_fits(card: LyingCard, faces: MatFaces, least: float = CORRELATION.named_share) -> Floats:
    """How well each face fits at half the scale, shadows set aside: in that 700 looks the best a little better (0.01 to
    0.07) than it does at the whole."""
    return relit(card.half(faces), faces.half, least)


def fits(card: LyingCard, faces: MatFaces, least: float = CORRELATION.named_share) -> tuple[Floats, Floats]:
    """How well each face fits, shadows set aside, and how like it is to what lies there: both with them and not. -1 of
    those that are far behind at half the scale already."""
    rough = half_fits(card, faces, least)
    some = np.flatnonzero(rough > rough.max() - LIMITS.half_behind)
    lit, like = np.full((2, len(faces.names)), -1, np.float32)
    for k in range(0, len(some), CORRELATION.faces_at_once):
        few = some[k : k + CORRELATION.faces_at_once]
        near = faces.only(*few)
        lit[few] = relit(card, near, least)
        like[few] = (lit[few] + alike(card, near, least)) / 2
    return lit, like


def _nats(card: LyingCard, faces: MatFaces, fit: Floats) -> Floats:
    """By how many nats each face is less probable than the best: by how it fits, and by how close rivals fit where they
    differ from it. Where one says otherwise than the other, the two are as probable."""
    best, nats = int(fit.argmax()), np.asarray(LIMITS.face_nats_per_correlation * (fit - fit.max()), np.float32)
    for rival in np.flatnonzero(nats > -LIMITS.rival_nats).tolist():
        ahead = 0.0 if rival == best else apart(card, faces.only(best, rival))
        nats[rival] = min(nats[rival], -LIMITS.rival_nats_per_lead * ahead) if ahead >= 0 else 0.0
    return nats
