"""The options of Hai Noon, house rulings among them, and how the table is laid for two, three and four (HN-1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from engines.core import BadEvent, ComingAndGoing, Option, Options, said
from engines.hai_noon.board import HEALTHY, IMMUNE, Board
from engines.hai_noon.deck import DIVERS

SEATS = range(2, 5)
PEOPLE = ComingAndGoing(
    rule="HN-15",
    instead=said(
        "the divers on the board are those of the players who began: "
        "nobody joins or leaves, but somebody else can take over a seat with its hand"
    ),
)
CORNERS = (0, 3, 6, 9)
HUNGRY = {"normal": CORNERS, "short": tuple(range(12)), "long": ()}
"""Per length of the game the places of the ring where sharks start hungry (HN-1)."""
ORDERS = tuple("-".join(order) for order in permutations(DIVERS))

OPTIONS = (
    Option("length", "normal", tuple(HUNGRY), "sharks hungry at the start: corners, all (short), none (long)", "HN-1"),
    Option("last_diver", False, (False, True), "last diver swimming: a second bite eliminates", "HN-14"),
    Option("first", 0, range(SEATS[-1]), "the seat that begins", "HN-1"),
    Option(
        "divers", ORDERS[0], ORDERS, "who lies where, clockwise from the upper left; seats take them in turn", "HN-1"
    ),
    Option("hands", "open", ("open", "hidden"), "whether the cards in hand are told to the device", "HN-2"),
    Option(
        "harpoon_counts", True, (True, False), "a harpoon left on a side counts towards its third card", "HN-6", True
    ),
    Option("harpoon_on_wild", True, (True, False), "a side of wild cards only takes a harpoon", "HN-6", True),
    Option("cage_alone", "stays", ("stays", "off"), "the cage, if no other diver is on the board", "HN-7", True),
    Option("cage_travels", True, (True, False), "the cage goes off the board with its diver", "HN-7", True),
    Option("cage_on_dummy", True, (True, False), "a dummy may be caged", "HN-7", True),
    Option("wild_action", "none", ("none", "any"), "what a wild card does", "HN-10", True),
    Option("camouflage", "one", ("one", "both"), "two players: how many own divers one card hides", "HN-11", True),
    Option(
        "both_eaten", "draw", ("draw", "mover-wins", "mover-loses"), "two players: a prey each at once", "HN-11", True
    ),
    Option("prey_fills", True, (True, False), "a shark is full after a second bite", "HN-14", True),
    Option("lost_hand", "discard", ("discard", "out"), "the hand of an eliminated player", "HN-14", True),
    Option("two_out", "all", ("all", "first"), "two players, last diver: out with the last own diver", "HN-14", True),
    Option("last_two", "sharks", ("sharks", "shared"), "who wins if the last two are eaten at once", "HN-14", True),
)


@dataclass(frozen=True, slots=True)
class HaiNoonRules:
    """What is settled before the first card."""

    seats: int
    first: int
    owners: tuple[int | None, ...]
    """Per diver its seat; None for the dummy of three players (HN-12)."""
    last_diver: bool
    harpoon_counts: bool
    harpoon_on_wild: bool
    cage_alone: str
    cage_travels: bool
    cage_on_dummy: bool
    wild_action: str
    camouflage: str
    both_eaten: str
    prey_fills: bool
    lost_hand: str
    two_out: str
    last_two: str

    def own(self, seat: int) -> tuple[int, ...]:
        """The divers of a seat, the eliminated ones included."""
        return tuple(diver for diver, owner in enumerate(self.owners) if owner == seat)

    def out(self, seat: int, health: tuple[int, ...]) -> bool:
        """Whether the seat has lost its diver: both of them, or the first by the option `two_out` (HN-14)."""
        eaten = [health[diver] == IMMUNE for diver in self.own(seat)]
        return all(eaten) if self.two_out == "all" else any(eaten)

    def living(self, health: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return tuple(seat for seat in range(self.seats) if not self.out(seat, health))


def settle(players: int, options: Options) -> HaiNoonRules:
    """The rules of one game. `options` has every option with a value. Raises BadEvent for a first seat not there."""
    first = int(options["first"])
    if first >= players:
        raise BadEvent(f"option first: there is no seat {first} with {players} players")
    order = _order(options)
    seated = [diver for diver in order if players != 3 or diver != len(DIVERS) - 1]
    seats = {diver: seat % players for seat, diver in enumerate(seated)}
    owners = tuple(seats.get(diver) for diver in range(len(DIVERS)))
    return HaiNoonRules(
        seats=players,
        first=first,
        owners=owners,
        last_diver=bool(options["last_diver"]),
        harpoon_counts=bool(options["harpoon_counts"]),
        harpoon_on_wild=bool(options["harpoon_on_wild"]),
        cage_alone=str(options["cage_alone"]),
        cage_travels=bool(options["cage_travels"]),
        cage_on_dummy=bool(options["cage_on_dummy"]),
        wild_action=str(options["wild_action"]),
        camouflage=str(options["camouflage"]),
        both_eaten=str(options["both_eaten"]),
        prey_fills=bool(options["prey_fills"]),
        lost_hand=str(options["lost_hand"]),
        two_out=str(options["two_out"]),
        last_two=str(options["last_two"]),
    )


def lay_out(rules: HaiNoonRules, options: Options) -> Board:
    """The tiles before the first card (HN-1)."""
    hungry = HUNGRY[str(options["length"])]
    health = tuple(IMMUNE if owner is None else HEALTHY for owner in rules.owners)
    return Board(tuple(ring in hungry for ring in range(12)), _order(options), health)


def _order(options: Options) -> tuple[int, ...]:
    return tuple(DIVERS.index(diver) for diver in str(options["divers"]).split("-"))
