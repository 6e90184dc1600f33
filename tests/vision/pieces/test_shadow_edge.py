"""The edge of a shadow across a piece: found by what is seen once it is undone."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pieces.compare import PreparedFaces, misfit
from vision.pieces.shadow_edge import ShadowEdge, ShadowEdges

SIZE = 21


def squares() -> ShadowEdges:
    y, x = np.mgrid[:SIZE, :SIZE].reshape(2, -1) / (SIZE - 1) - 0.5
    return ShadowEdges(np.stack([x, y], 1).astype(np.float32))


@pytest.mark.parametrize("edge", [ShadowEdge(0.4, 0.1, 0.1, 1.8), ShadowEdge(2.9, -0.2, 0.3, 1.5)])
def test_a_face_that_half_lies_in_shadow_fits_once_the_edge_is_undone(edge: ShadowEdge) -> None:
    """Before, another fits as well."""
    random, edges = np.random.default_rng(641), squares()
    faces = random.uniform(40, 220, (5, SIZE * SIZE, 3)).astype(np.float32)
    prepared, shaded = PreparedFaces.of(faces), faces[3] / edges.undoing([edge])[0][:, None]
    found, off = edges.find(shaded, prepared)
    before = misfit(shaded[None], prepared).all[0]
    after = misfit(shaded[None] * edges.undoing([found])[..., None], prepared).all[0]
    assert after.min() == pytest.approx(off, rel=1e-3)
    assert int(after.argmin()) == 3
    assert after.min() < before.min() / 4
    assert np.cos(found.turn - edge.turn) > 0.9
    assert abs(found.off - edge.off) < 0.15


def test_an_edge_lies_where_it_lay_if_one_looks_beside() -> None:
    edge = ShadowEdge(0.7, 0.1, 0.2, 1.6)
    right, down = 3 / (SIZE - 1), -2 / (SIZE - 1)
    here, there = (squares().undoing([e])[0].reshape(SIZE, SIZE) for e in (edge, edge.seen_from(right, down)))
    same = there[2:, :-3] / here[:-2, 3:]
    assert same.std() < 1e-5
