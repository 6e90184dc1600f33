"""What lies on the table: cards in rows and before players, the discard pile, pirates and anchors."""

from __future__ import annotations

from engines.core import Expected
from engines.hold_your_breath.position import DivePosition, Laid
from engines.hold_your_breath.reasons import SENTENCES
from engines.once import cards_at, for_a_match


def expected_pieces(state: DivePosition) -> tuple[Expected, ...]:
    """The table: places `discard`, `air`, `swim`, `action`, `seat-N/panic` and `seat-N/shark` (kind `card`), `depth-N`.

    `air`, `swim` and `action` hold the cards of this turn by their use; as it ends they go to `discard`, where any of
    them may be on top.
    `depth-N` counts spaces, 0 is the Surface; there the kinds are `pirate-N` and `anchor-N` (N the seat), and the face
    is the same word. A card lying face down shows `back`. Of several cards at one place the last was laid last.
    """
    fresh = {SENTENCES[str(note[0])][3].format(*note[1:]) for note in state.notes}
    uppermost = tops(state)
    topped = "discard" in fresh and state.step != "reveal"  # a Panic is not there before it is turned up
    pieces = [Expected("discard", "card", card, topped, free=len(uppermost) > 1) for card in uppermost]
    for row in ("air", "swim", "action"):
        pieces += cards_at(row, tuple(card for place, card in state.rows if place == row), row in fresh)
    swam = frozenset(note[1] for note in state.notes if note[0] == "swim")
    laid = any(note[0] == "anchors" for note in state.notes)
    before_players = _before_players(state.panics, state.sharks, frozenset(fresh))
    return (*pieces, *before_players, *_depth_board(state.depths, state.anchors, swam, laid))


@for_a_match(1 << 9)
def _before_players(
    panics: tuple[tuple[Laid, ...], ...], sharks: tuple[tuple[str, ...], ...], fresh: frozenset[str]
) -> tuple[Expected, ...]:
    """The cards before the players, as shared values."""
    pieces: list[Expected] = []
    for seat, (own, bites) in enumerate(zip(panics, sharks, strict=True)):
        faces = tuple(card if how == "up" else "back" for card, how in own)
        for place, cards in ((f"seat-{seat}/panic", faces), (f"seat-{seat}/shark", bites)):
            pieces += cards_at(place, cards, place in fresh)
    return tuple(pieces)


@for_a_match(1 << 9)
def _depth_board(
    depths: tuple[int, ...], anchors: tuple[int, ...], swam: frozenset[int | str], laid: bool
) -> tuple[Expected, ...]:
    """The pirates and anchors, as shared values: `swam` are the seats whose pirates did, `laid` the anchors fresh."""
    pirates = [(depth, f"pirate-{seat}", seat in swam) for seat, depth in enumerate(depths)]
    lying = pirates + [(depth, f"anchor-{seat}", laid) for seat, depth in enumerate(anchors)]
    return tuple(Expected(f"depth-{depth}", name, name, fresh) for depth, name, fresh in lying)


def tops(state: DivePosition) -> tuple[str, ...]:
    """The card on the discard pile; each that it may be, where several were swept there together."""
    return tuple(dict.fromkeys(state.swept)) or discards(state)[-1:]


def discards(state: DivePosition) -> tuple[str, ...]:
    """The discard pile as it lies there, the top last: without the cards that lie in rows still."""
    if not state.laid:
        return state.pile
    return tuple(card for at, card in enumerate(state.pile) if at not in state.laid)
