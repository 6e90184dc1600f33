"""A throw that a virtual table asks for."""

from __future__ import annotations

from dataclasses import dataclass, field

READ = "d6"
"""The kind of die that the camera reads; what else is asked for is typed at the virtual table."""


@dataclass(frozen=True, slots=True)
class RollRequest:
    """What `who` is to throw: `dice` are kinds and how many, such as (("d6", 2), ("d20", 1)).

    `event` is the number of the throw that answered it (None: none yet); `wrong` the number of dice in the last throw
    that did not, or 0; `asked` the look that people were asked about when it came: what lay there is no answer to it.
    Until it is answered it lapses at `until`, in seconds on the device's clock, unless it is asked for again.
    """

    id: str
    who: str
    dice: tuple[tuple[str, int], ...]
    event: int | None = None
    wrong: int = 0
    asked: str = ""
    until: float = field(default=0.0, compare=False)

    @property
    def read(self) -> int:
        """How many dice the camera is to read."""
        return dict(self.dice).get(READ, 0)
