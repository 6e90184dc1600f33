"""What the likeness network makes of crops of faces: what shows the same face looks alike to it, at any turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vision.dice.crops import run_network
from vision.reading import Doubles, Image

FEATURES = 64
"""The first answers of the network: their cosine tells how alike two faces are. Then the logits that a face shows no
pips, one pip, ... six pips."""
PIP_LOGITS = 7


def face_features(network: Any, crops: Sequence[Image]) -> Doubles:
    """Features (N, FEATURES) of unit length of crops (48, 48, 3) BGR uint8, one at least."""
    return unit_features(run_network(network, crops).astype(np.float64))


def unit_features(answers: Doubles) -> Doubles:
    """The features in the network's answers (N, outputs), of unit length."""
    features = answers[:, :FEATURES]
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-9))


def pip_log_chances(network: Any, crops: Sequence[Image]) -> Doubles:
    """The logarithms (N, PIP_LOGITS) of the chances that crops show no pips, one, ... six."""
    logits = run_network(network, crops).astype(np.float64)[:, FEATURES : FEATURES + PIP_LOGITS]
    logits = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))
