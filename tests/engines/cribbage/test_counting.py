"""What hands count in Cribbage, against a second program that shares nothing with the engine."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random

import pytest

from engines.cribbage.counting import pegged, show, total
from engines.french.cards import CARDS


def second_count(hand: tuple[str, ...], starter: str, crib: bool) -> int:
    """The points of a hand, by brute force over its subsets, from the printed names alone."""
    faces = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
    cards = [(faces.index(card.split("-")[1]) + 1, card.split("-")[0]) for card in (*hand, starter)]
    points = 0
    subsets = [subset for size in range(2, 6) for subset in combinations(cards, size)]
    points += 2 * sum(sum(min(rank, 10) for rank, _ in subset) == 15 for subset in subsets)
    points += 2 * sum(len(subset) == 2 and subset[0][0] == subset[1][0] for subset in subsets)
    for size in (5, 4, 3):
        lines = [
            subset
            for subset in subsets
            if len(subset) == size and any(all(b[0] - a[0] == 1 for a, b in pairwise(p)) for p in permutations(subset))
        ]
        if lines:
            points += size * len(lines)
            break
    suits = [suit for _, suit in cards]
    if len(set(suits)) == 1:
        points += 5
    elif len(set(suits[:4])) == 1 and not crib:
        points += 4
    return points + ((11, suits[4]) in cards[:4])


@pytest.mark.parametrize("crib", [False, True])
def test_cb_6_any_hand_counts_as_a_second_program_says(crib: bool) -> None:
    random = Random(640)
    for _ in range(1500):
        *hand, starter = random.sample(CARDS, 5)
        assert total(show(tuple(hand), starter, crib)) == second_count(tuple(hand), starter, crib), (hand, starter)


def test_cb_6_the_mean_of_hands_by_chance_is_the_published_one() -> None:
    random, many = Random(8), 12_000
    drawn = (random.sample(CARDS, 5) for _ in range(many))
    mean = sum(total(show(tuple(hand), starter)) for *hand, starter in drawn) / many
    assert mean == pytest.approx(4.769, abs=0.1)  # its spread over so many hands is 0.03


def test_cb_6_the_best_hand_counts_29_and_none_counts_19() -> None:
    best = ("clubs-5", "diamonds-5", "hearts-5", "spades-jack")
    assert total(show(best, "spades-5")) == 29
    assert dict(show(best, "spades-5")) == {"fifteens": 16, "pairs": 12, "his nobs": 1}
    random = Random(19)
    counts = {total(show(tuple(hand), starter)) for *hand, starter in (random.sample(CARDS, 5) for _ in range(4000))}
    assert not counts & {19, 25, 26, 27}


@pytest.mark.parametrize(
    ("pile", "count", "scored"),
    [
        (("clubs-7", "hearts-8"), 15, {"15": 2}),
        (("clubs-king", "hearts-king"), 20, {"a pair": 2}),
        (("clubs-4", "hearts-4", "spades-4", "diamonds-4"), 16, {"four alike": 12}),
        (("clubs-4", "hearts-6", "spades-5"), 15, {"15": 2, "a run of 3": 3}),
        (("clubs-2", "hearts-4", "spades-3", "diamonds-ace", "clubs-5"), 15, {"15": 2, "a run of 5": 5}),
        (("clubs-4", "hearts-5", "spades-5", "diamonds-6"), 20, {}),
        (("clubs-king", "hearts-queen", "spades-jack", "diamonds-ace"), 31, {"31": 2}),
    ],
)
def test_cb_4_what_a_card_scores_as_it_is_laid(pile: tuple[str, ...], count: int, scored: dict[str, int]) -> None:
    assert dict(pegged(pile, count)) == scored
