"""Printed boards and counters: things that look like dice and are none."""

from __future__ import annotations

import numpy as np

from hardware.scene.objects.boards import board, counter


def test_a_counter_is_drawn_whole_and_the_same_again_from_its_seed() -> None:
    for seed in range(12):
        one, again = (counter(np.random.default_rng(seed), 6.0) for _ in range(2))
        assert np.array_equal(one.picture, again.picture)
        assert one.picture[one.picture.shape[0] // 2, one.picture.shape[1] // 2, 3] > 200
        assert 0.5 <= one.high <= 4


def test_counters_differ() -> None:
    """Seeds 0 to 11: in size or in what they bear."""
    seen = {counter(np.random.default_rng(seed), 6.0).picture.tobytes() for seed in range(12)}
    assert len(seen) == 12


def test_a_board_lies_flat_and_covers_its_whole_sheet_with_several_fields() -> None:
    for seed in range(6):
        printed = board(np.random.default_rng(seed), 2.0)
        assert printed.high < 0.5
        assert (printed.picture[..., 3] > 0).mean() > 0.98
        fields = {tuple(colour) for colour in (printed.picture[::9, ::9, :3] // 48).reshape(-1, 3).tolist()}
        assert len(fields) >= 3
