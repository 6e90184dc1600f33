"""A device runs for weeks: what is remembered to be quick has a bound, whatever people do."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from hardware.scene.objects import designs, faces, ground

ROOT = Path(__file__).parent.parent
MOST_MB = 24
"""For each kind of texture that a simulated table keeps."""


@pytest.mark.parametrize("folder", ["seats", "engines", "vision", "hardware", "companion", "firmware"])
def test_every_cache_has_a_bound(folder):
    unbounded = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if _unbounded(node)
    ]
    assert unbounded == []


def _unbounded(node: ast.AST) -> bool:
    """Whether this imports `functools.cache`, or calls `lru_cache` without a bound."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "functools" and any(name.name == "cache" for name in node.names)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lru_cache":
        return not any(word.arg == "maxsize" and getattr(word.value, "value", 0) is not None for word in node.keywords)
    return False


def test_the_table_tops_kept_of_simulated_tables_are_few():
    kept = ground.material_tile
    for variant in range(kept.cache_parameters()["maxsize"] + 2):
        tile = kept("plain", variant)
    assert kept.cache_info().currsize * tile.nbytes < MOST_MB * 2**20


def test_the_dice_kept_of_simulated_tables_are_few():
    rng, made = np.random.default_rng(1), faces._atlas
    for _ in range(made.cache_parameters()["maxsize"] + 2):
        textures = designs.shark_attacks(rng, "swimmer").atlas(100)
    assert made.cache_info().currsize * sum(part.nbytes for part in textures) < MOST_MB * 2**20
