"""What the likeness network makes of crops of faces: what shows the same face looks alike to it, at any turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.dice.crops import run_network
from vision.reading import Doubles, Image

FEATURES = 64
"""The first answers of the network: their cosine tells how alike two faces are."""
PIP_LOGITS = 7
"""Then logits that a face shows no pips, one pip, ... six pips; and one that it is the upper face of a die."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """What the network says of N crops: `features` (N, FEATURES) of unit length; the logarithms of the chances that
    each shows no pips, one, ... six (N, PIP_LOGITS); how likely each is an upper face, and not a side of a die (N,)."""

    features: Doubles
    pip_log_chances: Doubles
    p_upper: Doubles


def likeness_of(network: Any, crops: Sequence[Image]) -> Likeness:
    """What the network says of crops (64, 64, 3) BGR uint8, one at least."""
    answers = run_network(network, crops).astype(np.float64)
    features, logits = answers[:, :FEATURES], answers[:, FEATURES : FEATURES + PIP_LOGITS]
    length = np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-9)
    logits = logits - logits.max(axis=1, keepdims=True)
    log_chances = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return Likeness(features / length, log_chances, 1 / (1 + np.exp(-answers[:, FEATURES + PIP_LOGITS])))
