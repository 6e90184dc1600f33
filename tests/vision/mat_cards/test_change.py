"""Where pictures of a mat differ."""

from __future__ import annotations

import numpy as np

from vision.mat_cards.change import LIMITS, boxes, changes, densest, laid_bare, largest, part

ROW = {"air": (0.0, 0.0, 300.0, 100.0)}


def test_what_differs_faintly_has_changed_with_what_differs_clearly_beside_it_and_not_alone() -> None:
    """A card in a shadow, or half of the mat's own colour; and noise, or a cloud."""
    before = np.full((160, 280, 3), 60, np.float32)
    now = before.copy()
    now[3:17, 10:35] += 10
    now[17:38, 10:35] += 40
    now[3:38, 60:85] += 10
    changed = changes(now, before, ROW)
    assert changed[4:38, 11:35].all()
    assert not changed[:, 40:].any()


def test_white_cards_that_leave_a_dark_table_do_not_make_those_that_stay_look_changed() -> None:
    before = np.full((160, 280, 3), 30, np.float32)
    before[3:38, 10:90] = 240
    now = before.copy()
    now[3:38, 40:90] = 30
    dimmer = 0.7 * now
    for after in (now, dimmer):
        changed = changes(after, before, ROW)
        assert changed[4:37, 41:89].all()
        assert not changed[:, :38].any()


def test_the_mat_is_laid_bare_where_it_shows_as_before_a_card_hid_it_also_in_other_light() -> None:
    bare = np.full((160, 280, 3), 80, np.float32)
    bare[:, 100:] = np.nan
    with_cards = bare.copy()
    with_cards[3:38, 10:35], with_cards[3:38, 50:75], with_cards[3:38, 100:125] = 20, 20, 20
    now = np.full((160, 280, 3), 80, np.float32)
    now[3:38, 50:75] = 140  # another card
    without = laid_bare(0.8 * now, np.nan_to_num(with_cards, nan=80.0), bare)
    assert without[3:38, 10:35].all()
    assert without.sum() == 35 * 25


def test_without_a_picture_before_all_of_the_zones_has_changed() -> None:
    changed = changes(np.zeros((60, 160, 3), np.float32), None, ROW)
    assert changed[:40, :120].all()
    assert changed.sum() == 40 * 120


def test_in_a_first_look_no_card_is_sought_in_the_overhang_of_a_neighbouring_zone() -> None:
    """Later one may have come to lie over its zone's edge, and what changed there may be a part of it."""
    zones = {"left": (0.0, 0.0, 120.0, 100.0), "right": (121.0, 0.0, 120.0, 100.0)}
    changed = changes(np.zeros((60, 160, 3), np.float32), None, zones)
    region = largest(changed, 50.0)
    assert region is not None
    assert [name for name, _ in boxes(changed, region, zones, 50.0, LIMITS.first_overhang_mm)] == ["left"]
    assert [name for name, _ in boxes(changed, region, zones, 50.0, LIMITS.overhang_mm)] == ["left", "right"]


def test_the_densest_box_is_where_most_specks_are_also_at_an_edge() -> None:
    specks = np.zeros((60, 100), np.uint8)
    specks[2, 2:12], specks[30, 3] = 1, 1
    specks[40:60:4, 80:100:2] = 1
    box = densest(specks, [(25, 35), (35, 25)], 50)
    assert box is not None
    assert part(specks, box).sum() == 50
    assert densest(specks, [(25, 35)], 51) is None
    corner = densest(specks[:34, :30], [(25, 35)], 11)
    assert corner is not None
    assert (corner[:2], corner[1] + corner[3]) == ((0, 0), 34)
