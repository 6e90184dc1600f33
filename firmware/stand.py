"""Where table and game differ and nobody mends it, people say once how it is to go on: what differs is let stand."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Match, State
from firmware.ask import standing
from firmware.explain import MARGIN, Search
from firmware.fit import Scene, fit, item
from firmware.look import TRAY, Look
from firmware.referee import bound
from firmware.table import Mismatch, Question, Table

STOOD = 2
"""A difference that is the same in so many more looks is no slip that somebody is about to mend."""


def differs(table: Table, look: Look, found: Mismatch, lasting: Question | None) -> Table:
    """The table after a look that no run of events explains; `lasting` is what is being asked all the same."""
    last = table.mismatch
    found = replace(found, stood=last.stood + 1 if last and last.text == found.text else 0)
    asked = lasting or (table.question if found.stood > STOOD else None)
    if found.stood == STOOD and not asked:
        asked = _amiss(table.match, Scene(look, table.look), found)
    return replace(table, mismatch=found, question=asked)


def _amiss(match: Match, scene: Scene, found: Mismatch) -> Question | None:
    """What happened all the same, the likeliest first; None where pieces are thrown: those are thrown again."""
    if any(piece.place == TRAY for piece in scene.look.pieces):
        return None
    runs = [run for wide in (False, True) for run in Search(match.state, scene, wide=wide).runs()]
    best = {run.state.stands: run for run in sorted(runs, key=lambda run: run.score)}
    runs = sorted(best.values(), key=lambda run: -run.score)
    close = [replace(run, steps=bound(run, scene)) for run in runs if run.steps and run.score > runs[0].score - MARGIN]
    return standing(match, scene, close, found.pieces)


def let_stand(state: State, look: Look, before: Look | None) -> Look:
    """A look that differs from the state, let stand: what does not belong is left there, what lacks is not missed."""
    lies = [replace(lie, fresh=False) for lie in state.shows()]
    pairs = fit(lies, Scene(look, before), frozenset()).pairs
    known = {n: item(lie) for lie, n in zip(lies, pairs, strict=True) if n is not None}
    lacks = ((lie.place, item(lie)) for lie, n in zip(lies, pairs, strict=True) if n is None and not lie.free)
    return replace(look.explained(known), lacking=tuple(lacks))
