"""The chance of each seat to be back up in time.

Exact where counting can be: a pirate that is up stays up; one without a turn left stays down; in a seat's own last turn
every hand that it may hold is counted (with the Dive Deck used up nothing can be drawn, and nobody else acts). Before
that by simulation: blanks are filled with cards not yet seen, and all seats play on by a policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

from engines.core import BLANK, Chance, Over, Policy, Pool
from engines.dealer import deal, outcomes
from engines.hold_your_breath.cards import HAND_SIZE, DiveCard
from engines.hold_your_breath.ends import surfaced
from engines.hold_your_breath.policies import sensible
from engines.hold_your_breath.position import Hand
from engines.hold_your_breath.rules import SPACE_DEPTH
from engines.hold_your_breath.state import HoldYourBreath
from engines.once import for_a_match


@dataclass(frozen=True, slots=True)
class SurfaceReachLimits:
    """How much is simulated where nothing can be counted."""

    games: int = 200
    """Simulated games for an answer at the table; the error is then 7 in 100 at most."""


LIMITS = SurfaceReachLimits()
SWIMMING_STEPS = ("breath", "play", "hit", "reveal")
"""Steps in which the seat on turn may still swim."""


@dataclass(frozen=True, slots=True)
class SurfaceReach:
    """The chance of a seat to be at the Surface as the game ends. `error`: half the 95% interval; 0 where exact."""

    chance: float
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether it was counted, not simulated."""
        return not self.error


def reach(
    state: HoldYourBreath, random: Random, games: int = LIMITS.games, policy: Policy = sensible
) -> tuple[SurfaceReach, ...]:
    """The chance to be back up in time, by seat; if it must be simulated, by `games` games in which all play `policy`.

    What is exact takes the best that a hand allows, whatever the policy.
    """
    exact = [exact_reach(state, seat) for seat in range(state.rules.players)]
    if None not in exact:
        return tuple(answer for answer in exact if answer)
    ups = [0] * state.rules.players
    for _ in range(games):
        for seat in surfaced(_play_out(fill_blanks(state, random), random, policy)):
            ups[seat] += 1
    return tuple(answer or _estimate(up, games) for answer, up in zip(exact, ups, strict=True))


def exact_reach(state: HoldYourBreath, seat: int) -> SurfaceReach | None:
    """The exact chance of `seat`, or None where nothing but playing on can tell."""
    if state.step == "over" or (state.anchors and not state.depths[seat]):
        return SurfaceReach(float(seat in surfaced(state)))
    if not state.anchors or state.deck or state.step == "lot":
        return None
    if seat not in turns_left(state):
        return SurfaceReach(0.0)
    if seat == state.seat and state.step == "play":
        return SurfaceReach(chance_now(state))
    return None


def turns_left(state: HoldYourBreath) -> tuple[int, ...]:
    """The seats that still play cards in this phase, the Dive Deck being used up."""
    players, rules = state.rules.players, state.rules
    stop = state.drawer if rules.one_last_turn_each else state.first
    seats = [state.seat] if state.step in SWIMMING_STEPS else []
    seat = (state.seat + 1) % players
    while seat != stop:
        seats.append(seat)
        seat = (seat + 1) % players
    return tuple(seats)


def chance_now(state: HoldYourBreath) -> float:
    """The chance that the hand of the seat on turn can bring its pirate up in this turn, without drawing."""
    seat, rules = state.seat, state.rules
    kind_of = {name: _kind(card) for name, card in rules.cards.items()}
    free = sum(not sharks for s, sharks in enumerate(state.sharks) if s != seat)
    refuges = HAND_SIZE if rules.second_shark else free
    need = Climb(
        state.air - state.swum,
        state.depths[seat],
        rules.past_surface == "forbidden",
        len(state.panics[seat]),
        len(state.sharks[seat]),
        refuges,
    )
    if state.open[seat]:
        return float(can_climb(tuple(sorted(kind_of[name] for name in state.hands[seat])), need))
    kinds: dict[Kind, int] = {}
    for name, count in state.unseen().items():
        kinds[kind_of[name]] = kinds.get(kind_of[name], 0) + count
    faces = tuple((str(index), count) for index, count in enumerate(kinds.values()))
    names = list(kinds)
    hands = outcomes(Chance("draw", (Pool("card", len(state.hands[seat]), faces, replace=False),)))
    return sum(p for event, p in hands if can_climb(tuple(sorted(names[int(i)] for i in event.items)), need))


Use = tuple[str, int]
Kind = tuple[Use, ...]
"""What a card may be played for that helps to climb: (air | swim | calm | kraken, spaces)."""


def _kind(card: DiveCard) -> Kind:
    airs = [("air", value // SPACE_DEPTH) for value in card.airs]
    swims = [("swim", value // SPACE_DEPTH) for value in card.swims]
    return (*airs, *swims, *((action, 0) for action in card.actions if action in ("calm", "kraken")))


@dataclass(frozen=True, slots=True)
class Climb:
    """What a turn must do to bring a pirate up: from `depth` spaces, with the Panics and Sharks before it gone.

    `air`: spaces of Air left over in this turn; `exactly`: no Swim may go past the Surface; `refuges`: how many Sharks
    can be moved on to others.
    """

    air: int
    depth: int
    exactly: bool = False
    panics: int = 0
    sharks: int = 0
    refuges: int = HAND_SIZE


@for_a_match(1 << 14)
def can_climb(hand: tuple[Kind, ...], need: Climb) -> bool:
    """Whether the cards of `hand` can do it in one turn, each played once."""
    return any(_climbs(uses, need) for uses in product(*((*kind, ("", 0)) for kind in hand)))


def _climbs(uses: tuple[Use, ...], need: Climb) -> bool:
    swim = sum(spaces for use, spaces in uses if use == "swim")
    air = need.air + sum(spaces for use, spaces in uses if use == "air")
    if air < swim or (swim != need.depth if need.exactly else swim < need.depth):
        return False
    calms, krakens = (sum(use == action for use, _ in uses) for action in ("calm", "kraken"))
    moved = max(need.sharks - krakens, 0)
    return moved <= need.refuges and need.panics + moved <= calms


def safe_from_discard(state: HoldYourBreath) -> tuple[int, ...]:
    """The seats that nobody can make discard a card now: no hand of five, or no card left that could do it (HB-9)."""
    cards, seats = state.rules.cards, range(state.rules.players)
    able = {s for s in seats if any(set(cards[c].actions) & {"discard", "kraken"} for c in state.holds(s))}
    return tuple(seat for seat in seats if len(state.hands[seat]) != HAND_SIZE or able <= {seat})


def fill_blanks(state: HoldYourBreath, random: Random) -> HoldYourBreath:
    """The state with every blank filled by a card not yet seen, all hands open: one way it may really be."""
    unseen = [card for card, count in state.unseen().items() for _ in range(count)]
    random.shuffle(unseen)
    airy = state.rules.airy
    unseen.sort(key=lambda card: card not in airy)

    def take(airless: bool) -> str:
        return unseen.pop() if airless else unseen.pop(random.randrange(len(unseen)))

    panics = tuple(tuple((take(True) if c == BLANK else c, how) for c, how in laid) for laid in state.panics)
    hands: list[Hand] = [()] * state.rules.players
    for seat in sorted(range(state.rules.players), key=state.airless, reverse=True):
        hands[seat] = tuple(sorted(take(state.airless(seat)) if c == BLANK else c for c in state.hands[seat]))
    return state.replace(panics=panics, hands=tuple(hands), open=(True,) * state.rules.players)


def _play_out(state: HoldYourBreath, random: Random, policy: Policy) -> HoldYourBreath:
    while not isinstance(awaits := state.awaits, Over):
        state = state.apply(deal(awaits, random) if isinstance(awaits, Chance) else policy(state, random))
    return state


def _estimate(up: int, games: int) -> SurfaceReach:
    """The share of games with its 95% error (Agresti and Coull), which is honest at none and at all, too."""
    share = (up + 2) / (games + 4)
    return SurfaceReach(up / games, 2 * (share * (1 - share) / (games + 4)) ** 0.5)
