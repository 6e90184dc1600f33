"""What lies on the table: cards in rows and before players, the discard pile, pirates and anchors."""

from __future__ import annotations

from engines.core import Expected
from engines.hold_your_breath.position import DivePosition
from engines.hold_your_breath.reasons import SENTENCES


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
        pieces += _cards_at(row, tuple(card for place, card in state.rows if place == row), fresh)
    for seat in range(state.rules.players):
        pieces += _cards_at(
            f"seat-{seat}/panic", tuple(c if how == "up" else "back" for c, how in state.panics[seat]), fresh
        )
        pieces += _cards_at(f"seat-{seat}/shark", state.sharks[seat], fresh)
    swam = {note[1] for note in state.notes if note[0] == "swim"}
    for seat, depth in enumerate(state.depths):
        pieces.append(Expected(f"depth-{depth}", f"pirate-{seat}", f"pirate-{seat}", seat in swam))
    laid = any(note[0] == "anchors" for note in state.notes)
    for seat, anchor in enumerate(state.anchors):
        pieces.append(Expected(f"depth-{anchor}", f"anchor-{seat}", f"anchor-{seat}", laid))
    return tuple(pieces)


def tops(state: DivePosition) -> tuple[str, ...]:
    """The card on the discard pile; each that it may be, where several were swept there together."""
    return tuple(dict.fromkeys(state.swept)) or discards(state)[-1:]


def discards(state: DivePosition) -> tuple[str, ...]:
    """The discard pile as it lies there, the top last: without the cards that lie in rows still."""
    if not state.laid:
        return state.pile
    return tuple(card for at, card in enumerate(state.pile) if at not in state.laid)


def _cards_at(place: str, faces: tuple[str, ...], fresh: set[str]) -> list[Expected]:
    """Cards at one place before a player; only the last one can be fresh."""
    last = len(faces) - 1
    return [Expected(place, "card", face, index == last and place in fresh) for index, face in enumerate(faces)]
