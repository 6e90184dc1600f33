"""Games of clumsy players, seen by true eyes: what the referee makes of mistakes, hundreds of games in minutes.

    .venv/bin/python scripts/measuring/clumsy_games.py farkle --games 40 --seed 777001

Players, rules and mistakes are drawn. Each game that was not followed is told, with the end of the truth and of what
the device made of it; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from itertools import count

from engines.games import game_named
from engines.simulate import drawn_rules
from firmware.games.profiles import PROFILES
from firmware.simulation.card_film import CardFilm, true_look
from firmware.simulation.dice_film import DiceFilm
from firmware.simulation.film import FilmedGame, film
from firmware.simulation.true_dice import true_dice
from firmware.state.observation import Observation
from firmware.state.table import Table
from hardware.simulated.table_camera import TableCamera

SIZE_PX = (320, 180)
"""Nothing is drawn: no picture needs to be larger."""
LAST_EVENTS = 4


def main() -> int:
    """Plays the games, and says how each kind of them went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(PROFILES))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--careful", action="store_true", help="players without mistakes")
    given = parser.parse_args()
    tally: Counter[str] = Counter()
    for number in range(given.games):
        tally.update(_played(given.game, given.seed, number, clumsy=not given.careful))
    print(f"{given.game}, seed {given.seed}: " + ", ".join(f"{what} {number}" for what, number in tally.items()))
    return int(tally["followed"] < tally["games"])


def _played(game: str, seed: int, number: int, clumsy: bool) -> dict[str, int]:
    players, options = drawn_rules(game_named(game), number, f"{seed}/{number}", {}, numbers=False)
    filmed: FilmedGame
    if PROFILES[game].deck:
        filmed = CardFilm(game, players, seed, number, options, clumsy, eyes=_true_eyes(), size=SIZE_PX)
    else:
        filmed = DiceFilm(game, players, seed, number, options, clumsy, eyes=true_dice)
    tables: list[Table] = []
    done = film(filmed, watch=lambda table: tables.__setitem__(slice(None), [table]))
    if not done.right:
        print(f"game {number}, {players} players, {options}: not followed")
        print("  truth  ", "; ".join(map(str, filmed.robot.truth.events[-LAST_EVENTS:])))
        print("  device ", "; ".join(map(str, tables[-1].match.events[-LAST_EVENTS:])), flush=True)
    return {
        "games": 1, "followed": int(done.right), "wrong": int(done.wrong > 0), "questions": done.questions,
        "asked of what no camera sees": done.unseen,
        "mistakes": done.bungles, "noticed": done.noticed,
    }  # fmt: skip


def _true_eyes() -> Callable[[TableCamera], Observation]:
    """Eyes that see a stage with cards as it is, once its hands have gone."""
    names = count(1)

    def see(camera: TableCamera) -> Observation:
        while camera.stage.busy:
            camera.stage.step()
        camera.stage.step()
        return true_look(camera.stage, f"look-{next(names)}")

    return see


if __name__ == "__main__":
    raise SystemExit(main())
