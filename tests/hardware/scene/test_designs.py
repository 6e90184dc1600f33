"""Ordinary dice as fewer people have them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.scene.objects import designs
from hardware.scene.objects.faces import DieDesign


def made(count: int) -> list[DieDesign]:
    """The unusual makes of plain dice of seeds 0 and on."""
    return [designs.unusual_pip_die(designs.pip_die(np.random.default_rng(seed))) for seed in range(count)]


def test_an_unusual_make_is_the_same_again_for_the_same_die() -> None:
    assert made(30) == made(30)


def test_some_are_swirled_and_some_bear_discs_and_all_keep_their_faces() -> None:
    dice = made(400)
    swirled, ringed = [d for d in dice if d.kind == "swirled"], [d for d in dice if d.halo and d.kind != "swirled"]
    assert 140 < len(swirled) < 260
    assert 30 < len(ringed) < 120
    assert all(sorted(d.faces) == list("123456") for d in dice)


def test_a_die_that_two_colours_run_through_shows_both_and_glitter_sparkles() -> None:
    plain = designs.pip_die(np.random.default_rng(3), "black")
    veined = replace(plain, marble=0.0, halo=None, ornate=0.0, vein=(0.1, 0.1, 0.9), glitter=0.0)
    sparkling = replace(veined, vein=None, glitter=1.0)
    dull = replace(veined, vein=None)
    red, bright, flat = (d.atlas(128)[0][..., :3].astype(int) for d in (veined, sparkling, dull))
    assert ((red[..., 2] > 150) & (red[..., 1] < 90)).mean() > 0.1
    assert ((red[..., 2] < 80) & (red[..., 1] < 80)).mean() > 0.1
    assert (bright - flat).max() > 100


def test_pips_on_a_disc_stand_out_from_it() -> None:
    """Nobody could read pale pips on pale discs (Pig 465301/18)."""
    dice = [designs.pip_die(np.random.default_rng(seed)) for seed in range(600)]
    with_disc = [(die.ink, die.halo) for die in dice if die.halo is not None]
    assert 10 < len(with_disc) < 40
    assert all(max(abs(a - b) for a, b in zip(ink, disc, strict=True)) > 0.3 for ink, disc in with_disc)
