"""What `lifeguard replay-report` does."""

from __future__ import annotations

import json
from pathlib import Path

from firmware.doctor.replay import replayed


def replay(file: Path, as_json: bool) -> int:
    """Prints what came of each look of a report, and what comes of it today; 1 if any differs.

    Raises ReportRefused, OSError.
    """
    differs = 0
    for kept, now in replayed(file):
        same = now == kept.came
        differs += not same
        if as_json:
            row = {"look": kept.look.id, "events": kept.events, "came": kept.came, "now": now}
            print(json.dumps(row, ensure_ascii=False), flush=True)
        else:
            said = "" if same else f"   now: {now}"
            print(f"{'same' if same else 'DIFFERS':7}  {kept.look.id} after {kept.events} events: {kept.came}{said}")
    return int(bool(differs))
