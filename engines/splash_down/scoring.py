"""What lies in front of each player is worth this, and why: rulings SD-3, SD-8 to SD-10 and SD-13.

Works on scoring areas alone, so it also scores a table whose game nobody followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.core import BadEvent, IllegalEvent, Reason
from engines.splash_down.deck import SeaCard
from engines.splash_down.rules import ENDGAMES, SET_SIZE, SplashDownRules, settled
from engines.splash_down.sets import Cards, loose, pairs

CREATURE_POINTS = 5
"""What a creature counts (SD-8)."""
SET_BONUS = 10
"""What a set of a creature counts beside its cards (SD-8)."""
UNUSED_ACTION_POINTS = -10
"""What an action left in a hand costs when Waste ends the game (SD-13)."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of each seat, what they are made of, and the seats that won."""

    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """Points of one whale, kind of creature, or pile of actions; what of its colour counts together under Spill."""

    seat: int
    colour: str
    reason: Reason

    @property
    def points(self) -> int:
        return self.reason.points or 0


def score_table(
    areas: Sequence[Sequence[str]],
    ending: str = "",
    actions: Sequence[int] = (),
    options: Mapping[str, int | str | bool] | None = None,
) -> ScoreSheet:
    """The scores of a table that nobody followed.

    `areas` has the cards in front of each player, in any order; `ending` the endgame card that was exposed, or "";
    `actions` the number of action cards left in each hand (they count under Waste only); `options` the game's.
    Raises BadEvent for cards or an ending that do not exist, IllegalEvent for cards that cannot lie there.
    """
    rules = settled(options or {})
    if ending and ending not in ENDGAMES:
        raise BadEvent(f"{ending!r} is no endgame card; there are {', '.join(ENDGAMES)}")
    on_table = Counter(card for area in areas for card in area)
    for card, count in on_table.items():
        if card not in rules.deck.facts:
            raise BadEvent(f"{card!r} is no card of Splash Down")
        if card not in rules.deck.colour:
            raise IllegalEvent(f"{rules.deck.in_words(card)} cannot be scored", "SD-7")
        if count > rules.counts.get(card, 0):
            there = rules.counts.get(card, 0)
            raise IllegalEvent(f"{count} x {rules.deck.in_words(card)} on the table, but the deck has {there}", "SD-1")
    held = tuple(actions) or (0,) * len(areas)
    return tally(rules, tuple(tuple(sorted(area)) for area in areas), ending, held)


def tally(rules: SplashDownRules, areas: tuple[Cards, ...], ending: str, actions: tuple[int, ...]) -> ScoreSheet:
    """Points, reasons and winners for these scoring areas (sorted), this ending, and actions left in each hand."""
    lines = [line for seat in range(len(areas)) for line in _lines(rules, areas, seat)]
    if ending == "spill":
        lines = [line for seat in range(len(areas)) for line in _cleanest(lines, seat)]
    if ending == "waste":
        lines += [_unused_actions(seat, count) for seat, count in enumerate(actions) if count]
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(len(areas)))
    winners, verdict = _winners(rules, areas, ending, points)
    return ScoreSheet(points, (*(line.reason for line in lines), verdict), winners)


def _lines(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int) -> Iterator[_Line]:
    deck, area = rules.deck, areas[seat]
    for species in sorted({deck.species[card] for card in area}):
        cards = [deck.facts[card] for card in area if deck.species[card] == species]
        if species == "orca":
            yield _orcas(rules, areas, seat, len(cards))
        elif cards[0].kind == "creature":
            yield _creatures(seat, cards)
        else:
            yield from _whales(rules, areas, seat, cards)


def _creatures(seat: int, cards: list[SeaCard]) -> _Line:
    count = len(cards)
    bonus = SET_BONUS if count >= SET_SIZE else 0
    text = f"{count} x {cards[0].name.capitalize()}, {CREATURE_POINTS} each"
    text += f", and {bonus} for the set" if bonus else ""
    return _Line(seat, cards[0].colour, Reason(text, "SD-8", seat=seat, points=CREATURE_POINTS * count + bonus))


def _whales(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int, cards: list[SeaCard]) -> Iterator[_Line]:
    whales = pairs(rules.deck, areas[seat], cards[0].species)
    for number, (left, right) in enumerate(whales):
        if number and rules.pairs == "one":
            text = f"a second pair of {cards[0].species.capitalize()} tails scores nothing"
            reason = Reason(text, "SD-8", house=True, seat=seat, points=0)
        elif rules.deck.facts[left].digit is None:
            reason = _bowhead(rules, areas, seat)
        else:
            reason = _whale(rules.deck.facts[left], rules.deck.facts[right], seat, second=bool(number))
        yield _Line(seat, cards[0].colour, reason)
    if spare := len(cards) - 2 * len(whales):
        text = f"{spare} {cards[0].species.capitalize()} tail{'s' * (spare > 1)} without a mate"
        yield _Line(seat, cards[0].colour, Reason(text, "SD-8", seat=seat, points=0))


def _whale(left: SeaCard, right: SeaCard, seat: int, second: bool) -> Reason:
    points = 10 * (left.digit or 0) + (right.digit or 0)
    text = f"{left.species.capitalize()} whale: tails {left.digit} and {right.digit} make {points}"
    return Reason(text, "SD-3", house=left.assumed or right.assumed or second, seat=seat, points=points)


def best_tails(rules: SplashDownRules, areas: tuple[Cards, ...]) -> tuple[int, int]:
    """The highest left and right digit on the table, -1 where a side is missing. Bowheads have none (SD-9)."""
    tails = [rules.deck.facts[card] for area in areas for card in area if rules.deck.rank.get(card, -1) >= 0]
    left, right = ([tail.digit or 0 for tail in tails if tail.side == side] for side in ("left", "right"))
    return max(left, default=-1), max(right, default=-1)


def _bowhead(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int) -> Reason:
    left, right = best_tails(rules, areas)
    if min(left, right) < 0:
        return Reason("Bowhead: no whale can be made of the tails on the table", "SD-9", seat=seat, points=0)
    text = f"Bowhead: the best tails on the table, {left} and {right}, make {10 * left + right}"
    return Reason(text, "SD-9", house=True, seat=seat, points=10 * left + right)


def singletons(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int) -> int:
    """Cards of creatures in no set before the opponents of `seat` (SD-10)."""
    return sum(
        rules.deck.kind[card] == "creature" and (card != "orca" or rules.orcas == "count")
        for other, area in enumerate(areas)
        if other != seat
        for card in loose(rules, area)
    )


def _orcas(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int, orcas: int) -> _Line:
    others = singletons(rules, areas, seat)
    house = any("orca" in area for other, area in enumerate(areas) if other != seat)
    text = f"{orcas} x Orca: {others} creature{'s' * (others != 1)} in no set before the others, {CREATURE_POINTS} each"
    reason = Reason(text, "SD-10", house=house, seat=seat, points=orcas * CREATURE_POINTS * others)
    return _Line(seat, rules.deck.colour["orca"], reason)


def _cleanest(lines: list[_Line], seat: int) -> list[_Line]:
    """The lines of the one colour that the seat saves from the Spill: its best."""
    own = [line for line in lines if line.seat == seat]
    colours = sorted({line.colour for line in own})
    best = max(colours, key=lambda colour: sum(line.points for line in own if line.colour == colour), default="")
    if not best:
        return []
    spilt = Reason(f"Spill: only the {best} cards count", "SD-13", seat=seat, points=0)
    return [_Line(seat, best, spilt), *(line for line in own if line.colour == best)]


def _unused_actions(seat: int, count: int) -> _Line:
    text = f"Waste: {count} unused action{'s' * (count > 1)} in the hand"
    return _Line(seat, "", Reason(text, "SD-13", seat=seat, points=UNUSED_ACTION_POINTS * count))


def _winners(
    rules: SplashDownRules, areas: tuple[Cards, ...], ending: str, points: tuple[int, ...]
) -> tuple[tuple[int, ...], Reason]:
    best = min(points) if ending == "warming" else max(points)
    winners = tuple(seat for seat, own in enumerate(points) if own == best)
    text, rule = ("Warming: the lowest score wins", "SD-13") if ending == "warming" else ("the best score wins", "SD-7")
    if len(winners) == 1:
        return winners, Reason(text, rule)
    if rules.ties == "share":
        return winners, Reason(f"{text}; equal scores share the title", "SD-14", house=True)
    most = max(len(areas[seat]) for seat in winners)
    winners = tuple(seat for seat in winners if len(areas[seat]) == most)
    return winners, Reason(f"{text}; of equal scores, most scored cards", "SD-14", house=True)
