"""What `lifeguard exam` does: how right a game's pieces are read on one's own table, with an interval."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

from engines.core import BadEvent
from engines.games import game_named
from firmware import run_lesson
from firmware.config import Config
from firmware.games.exam_plan import enough, groups, plan
from firmware.games.faces import FaceKind, has, set_of, taught, taught_dice
from firmware.games.layouts import mat_name
from firmware.games.other_art import check_art, check_taught
from firmware.games.profiles import PROFILES
from firmware.lessons.exam_printer import result_json
from firmware.observe.drawn_mat import Drawings
from firmware.observe.table_setup import TableSetup
from firmware.outputs.exam_words import summary
from firmware.state.exam import Exam
from firmware.state.exam_result import result
from hardware.art.folder import ArtFolder
from vision.store import BadTeaching


def exam(
    game: str,
    options: Mapping[str, str],
    count: int | None,
    seed: int | None,
    config: Config,
    home: Path,
    as_json: bool,
    art: ArtFolder | None = None,
) -> int:
    """Holds the exam of `count` pieces (None: `exam_plan.enough`) and prints what it says. Raises BadEvent for a game
    that no camera follows, BadTeaching for a taught set that cannot be used, or if nothing could be read; ArtLacking,
    ConfigError, CameraLost."""
    if game not in PROFILES:
        raise BadEvent(f"no camera follows {game!r}; it follows {', '.join(PROFILES)}")
    chosen, drawings = game_named(game).settle(options), Drawings(home)
    _check(game, home, drawings, art)
    seed = Random().randrange(2**31) if seed is None else seed
    dice = PROFILES[game].dice
    named = groups(game, options, taught_dice(dice, home) if dice else None)
    count = enough(named) if count is None else count
    asked = plan(game, options, count, Random(seed)) if run_lesson.lives(config.camera.source) else ()
    setup = TableSetup(game, home, 0, tuple(chosen.items()), drawings.of(mat_name(game)))
    done, trouble = run_lesson.examine(Exam(game, count, named, asked), setup, config, seed, as_json, art)
    if not done.rounds:
        raise BadTeaching(trouble or "the exam ended before anything was read")
    found = result(done)
    print(json.dumps(result_json(game, found), ensure_ascii=False) if as_json else "\n".join(summary(done, found)))
    return 0


def _check(game: str, home: Path, drawings: Drawings, art: ArtFolder | None) -> None:
    """Raises BadTeaching if what was taught or drawn for the game cannot be used, ArtLacking for a missing picture."""
    if art is not None:
        check_art(art, game)
        check_taught(game, home)
    for kind in (kind for kind in FaceKind if has(kind, game)):
        taught(kind, set_of(kind, game), home)
    if trouble := drawings.trouble(mat_name(game)):
        raise BadTeaching(trouble)
