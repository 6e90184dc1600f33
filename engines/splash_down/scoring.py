"""What lies in front of each player is worth this, and why: rulings SD-3, SD-8 to SD-10, SD-13 to SD-15.

Works on scoring areas alone, so it also scores a table whose game nobody followed. What changes from one table to the
next is told line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.core import BadEvent, IllegalEvent, Reason, counted, said
from engines.splash_down.deck import SeaCard
from engines.splash_down.rules import ENDGAMES, SET_SIZE, SplashDownRules, settled
from engines.splash_down.sets import Cards, loose, pairs

CREATURE_POINTS = 5
"""What a creature counts (SD-8)."""
SET_BONUS = 10
"""What a set of a creature counts beside its cards (SD-8)."""
UNUSED_ACTION_POINTS = -10
"""What an action left in a hand costs when Waste ends the game (SD-13)."""
OF_ALL_COLOURS = ("bowhead", "orca")
"""Species, each a colour of its own, that count by cards of all colours (SD-9, SD-10)."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of each seat, what they are made of, and the seats that won."""

    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LyingCards:
    """All that scores follow from."""

    areas: tuple[Cards, ...]
    """Scored cards of each seat, sorted."""
    ending: str
    """What ended the game, or ""."""
    actions: tuple[int, ...]
    """Actions left in each hand, as far as they have been shown; they count under Waste only."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Points of one whale, kind of creature, or pile of actions; what of its colour counts together under Spill."""

    seat: int
    what: str
    """The species, or "actions"; "" for what is said of a whole area."""
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
            raise IllegalEvent(said("{card} cannot be scored", card=rules.deck.in_words(card)), "SD-7")
        if count > rules.counts.get(card, 0):
            there = rules.counts.get(card, 0)
            raise IllegalEvent(
                said(
                    "{number} x {card} on the table, but the deck has {there}",
                    number=count,
                    card=rules.deck.in_words(card),
                    there=there,
                ),
                "SD-1",
            )
    held = tuple(actions) or (0,) * len(areas)
    return tally(rules, LyingCards(tuple(tuple(sorted(area)) for area in areas), ending, held))


def tally(rules: SplashDownRules, lying: LyingCards) -> ScoreSheet:
    """Points, reasons and winners for what lies there."""
    lines = _all_lines(rules, lying)
    seats = range(len(lying.areas))
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in seats)
    winners, verdict = _winners(rules, lying.areas, lying.ending, points)
    return ScoreSheet(points, (*(line.reason for line in lines), verdict), winners)


def score_changes(rules: SplashDownRules, before: LyingCards, after: LyingCards) -> tuple[Reason, ...]:
    """Why scores differ between two tables: a reason for each seat and species, with the points gained or lost."""
    if before == after:
        return ()
    was, now = (_grouped(_all_lines(rules, lying)) for lying in (before, after))
    reasons = (_change(*key, was.get(key, []), now.get(key, [])) for key in sorted({*was, *now}))
    return tuple(reason for reason in reasons if reason.points)


def _grouped(lines: list[_Line]) -> dict[tuple[int, str], list[_Line]]:
    """The lines by seat and species."""
    groups: dict[tuple[int, str], list[_Line]] = {}
    for line in lines:
        groups.setdefault((line.seat, line.what), []).append(line)
    return groups


def _change(seat: int, what: str, was: list[_Line], now: list[_Line]) -> Reason:
    """What a species before a seat counts now, and how much more or less than it did."""
    points = sum(line.points for line in now) - sum(line.points for line in was)
    told = [line.reason for line in now if line.points] or [line.reason for line in now]
    text = told[0].text if told else said("no {species} counts any more", species=said(what.capitalize()))
    for reason in told[1:]:
        text = said("{some}; {one}", some=text, one=reason.text)
    rule = (told or [line.reason for line in was])[0].rule
    return Reason(text, rule, any(reason.house for reason in told), seat, points)


def _all_lines(rules: SplashDownRules, lying: LyingCards) -> list[_Line]:
    """What everything counts, seat by seat."""
    seats = range(len(lying.areas))
    lines = [line for seat in seats for line in _lines(rules, lying.areas, seat)]
    if lying.ending == "spill":
        lines = [line for seat in seats for line in _cleanest(rules, lines, seat)]
    if lying.ending == "waste":
        lines += [_unused_actions(seat, count) for seat, count in enumerate(lying.actions) if count]
    return lines


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
    values = {"count": count, "creature": said(cards[0].name.capitalize()), "points": CREATURE_POINTS}
    text = said("{count} x {creature}, {points} each", **values)
    if bonus:
        text = said("{count} x {creature}, {points} each, and {bonus} for the set", bonus=bonus, **values)
    reason = Reason(text, "SD-8", seat=seat, points=CREATURE_POINTS * count + bonus)
    return _Line(seat, cards[0].species, cards[0].colour, reason)


def _whales(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int, cards: list[SeaCard]) -> Iterator[_Line]:
    whales = pairs(rules.deck, areas[seat], cards[0].species)
    for number, (left, right) in enumerate(whales):
        if number and rules.pairs == "one":
            text = said("a second pair of {species} tails scores nothing", species=said(cards[0].species.capitalize()))
            reason = Reason(text, "SD-8", house=True, seat=seat, points=0)
        elif rules.deck.facts[left].digit is None:
            reason = _bowhead(rules, areas, seat)
        else:
            reason = _whale(rules.deck.facts[left], rules.deck.facts[right], seat, second=bool(number))
        yield _Line(seat, cards[0].species, cards[0].colour, reason)
    if spare := len(cards) - 2 * len(whales):
        species = said(cards[0].species.capitalize())
        text = counted(
            "{count} {species} tail without a mate", "{count} {species} tails without a mate", spare, species=species
        )
        yield _Line(seat, cards[0].species, cards[0].colour, Reason(text, "SD-8", seat=seat, points=0))


def _whale(left: SeaCard, right: SeaCard, seat: int, second: bool) -> Reason:
    points = 10 * (left.digit or 0) + (right.digit or 0)
    text = said(
        "{species} whale: tails {left} and {right} make {points}",
        species=said(left.species.capitalize()),
        left=left.digit,
        right=right.digit,
        points=points,
    )
    return Reason(text, "SD-3", house=left.assumed or right.assumed or second, seat=seat, points=points)


def best_tails(rules: SplashDownRules, areas: tuple[Cards, ...]) -> tuple[int, int]:
    """The highest left and right digit on the table, -1 where a side is missing. Bowheads have none (SD-9)."""
    tails = [rules.deck.facts[card] for area in areas for card in area if rules.deck.rank.get(card, -1) >= 0]
    left, right = ([tail.digit or 0 for tail in tails if tail.side == side] for side in ("left", "right"))
    return max(left, default=-1), max(right, default=-1)


def _bowhead(rules: SplashDownRules, areas: tuple[Cards, ...], seat: int) -> Reason:
    left, right = best_tails(rules, areas)
    if min(left, right) < 0:
        return Reason(said("Bowhead: no whale can be made of the tails on the table"), "SD-9", seat=seat, points=0)
    text = said(
        "Bowhead: the best tails on the table, {left} and {right}, make {points}",
        left=left,
        right=right,
        points=10 * left + right,
    )
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
    text = counted(
        "{orcas} x Orca: {count} creature in no set before the others, {points} each",
        "{orcas} x Orca: {count} creatures in no set before the others, {points} each",
        others,
        orcas=orcas,
        points=CREATURE_POINTS,
    )
    reason = Reason(text, "SD-10", house=house, seat=seat, points=orcas * CREATURE_POINTS * others)
    return _Line(seat, "orca", rules.deck.colour["orca"], reason)


def _cleanest(rules: SplashDownRules, lines: list[_Line], seat: int) -> list[_Line]:
    """The lines of the one colour that the seat saves from the Spill: its best."""
    own = [line for line in lines if line.seat == seat]
    if rules.spill_reach == "none":
        own = [_out_of_reach(line) if line.colour in OF_ALL_COLOURS else line for line in own]
    colours = sorted({line.colour for line in own})
    best = max(colours, key=lambda colour: sum(line.points for line in own if line.colour == colour), default="")
    if not best:
        return []
    spilt = Reason(said("Spill: only the {colour} cards count", colour=said(best)), "SD-13", seat=seat, points=0)
    if best in OF_ALL_COLOURS and rules.spill_reach == "all":
        text = said("Spill: only the {colour} cards count, and they look at cards of all colours", colour=said(best))
        spilt = Reason(text, "SD-15", house=True, seat=seat, points=0)
    return [_Line(seat, "", best, spilt), *(line for line in own if line.colour == best)]


def _out_of_reach(line: _Line) -> _Line:
    """A Bowhead or an Orca that counts nothing, where the cards that it looks at are spilt (SD-15)."""
    what = said(line.what.capitalize())
    text = said("Spill: {what} counts nothing, for the other colours are gone", what=what)
    return replace(line, reason=replace(line.reason, text=text, rule="SD-15", house=True, points=0))


def _unused_actions(seat: int, count: int) -> _Line:
    text = counted("Waste: {count} unused action in the hand", "Waste: {count} unused actions in the hand", count)
    return _Line(seat, "actions", "", Reason(text, "SD-13", seat=seat, points=UNUSED_ACTION_POINTS * count))


def _winners(
    rules: SplashDownRules, areas: tuple[Cards, ...], ending: str, points: tuple[int, ...]
) -> tuple[tuple[int, ...], Reason]:
    best = min(points) if ending == "warming" else max(points)
    winners = tuple(seat for seat, own in enumerate(points) if own == best)
    text, rule = said("the best score wins"), "SD-7"
    if ending == "warming":
        text, rule = said("Warming: the lowest score wins"), "SD-13"
    if len(winners) == 1:
        return winners, Reason(text, rule)
    if rules.ties == "share":
        return winners, Reason(said("{text}; equal scores share the title", text=text), "SD-14", house=True)
    most = max(len(areas[seat]) for seat in winners)
    winners = tuple(seat for seat in winners if len(areas[seat]) == most)
    return winners, Reason(said("{text}; of equal scores, most scored cards", text=text), "SD-14", house=True)
