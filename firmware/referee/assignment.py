"""The cheapest way to pair two lists: the assignment problem by shortest augmenting paths.

R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems",
Computing 38 (1987); in the form with row and column prices. Ours, for the one library that has it would cost a Pi
Zero 30 MB of memory; our lists hold some twenty entries.
"""

from __future__ import annotations

from math import inf


def assign(costs: list[list[float]]) -> list[int]:
    """For each row the column it is paired with, so that the sum of `costs[row][column]` is least.

    There must be at least as many columns as rows, and costs must be finite.
    """
    if not costs:
        return []
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)  # the row (from 1) that holds each column (from 1); column 0 is the one being placed
    for row in range(1, rows + 1):
        owner[0] = row
        _place(costs, row_price, column_price, owner)
    pairs = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            pairs[owner[column] - 1] = column - 1
    return pairs


def _place(costs: list[list[float]], row_price: list[float], column_price: list[float], owner: list[int]) -> None:
    """Find a column for the row in `owner[0]`, moving others along the cheapest path."""
    columns = len(owner) - 1
    slack, came_from, used = [inf] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
    here = 0
    while owner[here]:
        used[here] = True
        row, least, nearest = owner[here], inf, 0
        for column in range(1, columns + 1):
            if used[column]:
                continue
            reduced = costs[row - 1][column - 1] - row_price[row] - column_price[column]
            if reduced < slack[column]:
                slack[column], came_from[column] = reduced, here
            if slack[column] < least:
                least, nearest = slack[column], column
        for column in range(columns + 1):
            if used[column]:
                row_price[owner[column]] += least
                column_price[column] -= least
            else:
                slack[column] -= least
        here = nearest
    while here:
        owner[here] = owner[came_from[here]]
        here = came_from[here]
