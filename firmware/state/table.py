"""The table: all that the device knows, as one value. Everything shown, sounded or saved is a function of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from companion.words.language import ENGLISH
from companion.words.questions import DIFFERS
from engines.core import Event, Match, Over
from firmware.state.household import UNASKED, Household
from firmware.state.observation import Box, Observation
from firmware.state.roll import RollRequest
from firmware.state.vouched import NOBODY, Vouched


class OledPage(IntEnum):
    """The pages that button A goes through; `RULES` says how to play, `CONNECT` shows the address and the PIN.

    `BEGIN` is reached with button B from the end of a match: there the next one is chosen.
    """

    MAIN = 0
    SCORES = 1
    WORTH = 2
    RULES = 3
    CONNECT = 4
    BEGIN = 5


LOCK, CALL = "lock", "help"
"""What stands among the faults though nothing is broken: phones may change nothing; the host is called."""


@dataclass(frozen=True, slots=True)
class IdleTimes:
    """When the OLED rests: seconds without anything happening."""

    until_dim_s: float = 120.0
    until_dark_s: float = 900.0


IDLE = IdleTimes()
TEST_S = 120.0
"""So long after the last press a test of the panel is over by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event and where it was read: in which look, and which piece of it stands for each of the event's items.

    A step without a look was played by hand, or follows from what was seen later; one that was corrected says what its
    item `was` read as at first. `named` are those of its items whose piece a person named, by an answer or a
    correction: the item's position, and the piece's box in px of the look's photograph.
    """

    event: Event
    look: str | None = None
    pieces: tuple[int, ...] = ()
    was: str = ""
    named: tuple[tuple[int, Box], ...] = ()

    def with_named(self, positions: Iterable[int], look: Observation | None) -> Step:
        """The step, now that a person named the pieces of the items at these positions; the same one if `look`, in
        which they were seen, is not the step's own."""
        if look is None or look.id != self.look:
            return self
        numbers = {position: self.pieces[position] for position in positions if position < len(self.pieces)}
        boxes = {at: look.pieces[number].box for at, number in numbers.items() if 0 <= number < len(look.pieces)}
        return replace(self, named=tuple(sorted({**dict(self.named), **boxes}.items()))) if boxes else self


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that people may give: what to call it, and what then happens, or what is asked next."""

    text: str
    steps: tuple[Step, ...]
    then: tuple[Answer, ...] = ()
    asks: str = ""
    """The question that `then` answers."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the device asks, the likeliest answer first. `choice` is the one marked on the OLED.

    `pieces` are the numbers of the doubtful pieces in `look`; `unseen` says that no picture could have told. `amiss`:
    the table and the game have differed for long; whatever is answered, what differs is let stand.
    """

    text: str
    answers: tuple[Answer, ...]
    look: Observation | None = None
    pieces: tuple[int, ...] = ()
    choice: int = 0
    unseen: bool = False
    amiss: bool = False


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The table and the game differ: what is expected, what is seen, which pieces (by number) to mend.

    `extra` are those of them that nobody expects anywhere: people may say that they are none of the game's. `stood`
    counts the looks before in which it was the same.
    """

    expected: str
    seen: str
    look: Observation | None = None
    pieces: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    stood: int = 0

    @property
    def text(self) -> str:
        """One sentence for people."""
        return DIFFERS.format(expected=self.expected, seen=self.seen)


@dataclass(frozen=True, slots=True)
class Beginning:
    """How far people have come in choosing a match with the buttons: its game ("": none yet), the answer marked now."""

    game: str = ""
    choice: int = 0


@dataclass(frozen=True, slots=True)
class Hotspot:
    """The network that the device offers where it knows none: its name and its password."""

    ssid: str
    password: str


@dataclass(frozen=True, slots=True)
class PanelTest:
    """The panel is tried out: which buttons were `pressed` so far, and when the last was (s, on the device's clock)."""

    pressed: tuple[str, ...] = ()
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """The whole device.

    `number` counts the matches of this device; as long as it is 0 none has been begun, nothing is played or saved, and
    `match` stands for nothing. `highest` is the last one's, for an older one may be gone on with;
    `left` is the table that a new game put aside, as long as there is a way back to it. `steps` runs along
    `match.events`; `look` is the last picture that was explained; `unsettled`: what came to be seen in looks since then
    that were asked about or differed, until somebody says what happened (None: there were none). `faults` are (part,
    sentence) pairs; `refusal` answers the last request that could not be carried out, `rule` is its ruling; `note` says
    what a correction changed. `now` and `woken` are seconds on the device's clock.
    `name`: phones that know mDNS find the page as `<name>.local`, too.
    `version` grows with each change that people can see.
    """

    match: Match
    pin: str
    number: int = 1
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    look: Observation | None = None
    question: Question | None = None
    mismatch: Mismatch | None = None
    unsettled: tuple[str, ...] | None = None
    vouched: Vouched = NOBODY
    """Pieces that people named though vision took them for none of the game's, or was not sure. Until the next match,
    or the next start, what looks no stranger is not asked about again."""
    page: int = OledPage.MAIN
    faults: tuple[tuple[str, str], ...] = ()
    refusal: str = ""
    rule: str = ""
    note: str = ""
    version: int = 0
    address: str = ""
    name: str = ""
    hotspot: Hotspot | None = None
    rolls: tuple[RollRequest, ...] = ()
    """What virtual tables ask to be thrown, the oldest first. No journal keeps it."""
    hosted: bool = False
    """Whether a host may hear of this table."""
    now: float = 0.0
    woken: float = 0.0
    highest: int = field(default=0, compare=False)
    left: Table | None = field(default=None, compare=False, repr=False)
    beginning: Beginning = Beginning()
    household: Household = UNASKED
    panel_test: PanelTest | None = None
    language: str = ENGLISH
    """In which language the device itself speaks."""

    @property
    def waiting(self) -> bool:
        """Whether no match has been begun yet."""
        return self.number == 0

    @property
    def locked(self) -> bool:
        """Whether the host lets phones change nothing."""
        return any(part == LOCK for part, _ in self.faults)

    @property
    def called(self) -> bool:
        """Whether the host is called."""
        return any(part == CALL for part, _ in self.faults)

    @property
    def choosing(self) -> bool:
        """Whether the OLED asks which match is to begin."""
        ended = self.page == OledPage.BEGIN and isinstance(self.match.state.awaits, Over)
        return self.household.done and (ended or (self.waiting and self.page != OledPage.CONNECT))

    @property
    def tried(self) -> PanelTest | None:
        """The test of the panel, while it lasts."""
        test = self.panel_test
        return test if test and self.now - test.at < TEST_S else None

    @property
    def light(self) -> str:
        """How the OLED stands: bright, dim or dark; never dark before the first start is over."""
        idle = self.now - self.woken
        dim = idle < IDLE.until_dark_s or not self.household.done
        return "bright" if idle < IDLE.until_dim_s else "dim" if dim else "dark"
