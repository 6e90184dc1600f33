"""What hands must do so that a table looks as it should: the least work from how its pieces lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core import BLANK, Expected, State
from engines.names import item, kind_of
from firmware.state.observation import PILE
from hardware.scene.stage.table_pieces import TablePiece
from hardware.scene.stage.table_stage import LayPiece, MovePiece, PieceOrder, SetPile, TakePiece, TurnPiece

BACK = "back"
DECK = "deck"
AWAY = "away"
DISCS = ("pirate", "anchor", "mark")
"""The kinds of round pieces: they are alike on both sides."""
Wanted = tuple[str, str]
"""A place and the name of a piece that should lie there."""


def wanted(state: State, shown: State) -> tuple[Wanted, ...]:
    """All that should lie on the table but for the draw pile; of each place the lowest first.

    `state` is the match with open hands: only so it is known what the discard pile holds; `shown` the same match
    where nobody shows a hand.
    """
    pile = [(PILE, BACK if card == BLANK else card) for card in state.discard_pile]
    others = [piece for piece in shown.expected_pieces() if piece.place != PILE]
    return (*pile, *((piece.place, _name(piece)) for piece in others))


def mending(pieces: Sequence[TablePiece], state: State, shown: State) -> list[PieceOrder]:
    """What to do so that the table looks as in `state`; nothing: an empty list. Both states are as for `wanted`.

    Tiles that belong nowhere are put aside, cards and tokens are taken up.
    """
    want = wanted(state, shown)
    kept, missing, spare = _matched([p for p in pieces if p.place != DECK], want)
    sources = _sources(missing, spare)
    used = {piece.id for piece in sources.values()}
    gone = [_gone(piece) for piece in spare if piece.id not in used]
    acts = [act for act in gone if act] + [act for n, w in enumerate(missing) for act in _fetched(w, sources.get(n))]
    if all(place != PILE for place, _ in missing):
        acts += _topped([p for p in pieces if p in kept and p.place == PILE], shown)
    there, left = next((p.flat.count for p in pieces if p.place == DECK), 0), state.draw_pile or 0
    return acts + [SetPile(DECK, left)] * (there != left)


def _name(piece: Expected) -> str:
    """What the stage calls a piece that should lie there; one whose face nobody knows shows its back."""
    return item(piece.kind, BACK if piece.face == BLANK else piece.face)


def _matched(
    pieces: list[TablePiece], want: Sequence[Wanted]
) -> tuple[list[TablePiece], list[Wanted], list[TablePiece]]:
    """The pieces that lie as they should, what is missing (the cage last, for it lies on a diver), and all others."""
    spare, kept, missing = list(pieces), [], []
    for place, name in want:
        found = next((p for p in spare if (p.place, p.flat.name) == (place, name)), None)
        if found is None:
            missing.append((place, name))
        else:
            spare.remove(found)
            kept.append(found)
    return kept, sorted(missing, key=lambda w: w[1] == "cage"), spare


def _sources(missing: Sequence[Wanted], spare: Sequence[TablePiece]) -> dict[int, TablePiece]:
    """For what is missing, by number, the piece to use: the same from elsewhere, else one that shows it if turned."""
    left, found = list(spare), {}
    for fits in (_same, _turned_here, _turned):
        for number, want in enumerate(missing):
            piece = next((p for p in left if fits(p, want)), None) if number not in found else None
            if piece is not None:
                found[number] = piece
                left.remove(piece)
    return found


def _same(piece: TablePiece, want: Wanted) -> bool:
    return piece.flat.name == want[1]


def _turned(piece: TablePiece, want: Wanted) -> bool:
    """Whether it would be the wanted piece, turned over."""
    if piece.flat.card:
        return piece.flat.name == BACK and want[1].partition("-")[0] not in DISCS
    kind = kind_of(piece.flat.name)
    return kind.startswith(("shark", "diver")) and want[1] in [f"{kind}-{face}" for face in _FACES[kind[:5]]]


_FACES = {"shark": ("hungry", "full"), "diver": ("healthy", "injured")}


def _turned_here(piece: TablePiece, want: Wanted) -> bool:
    return piece.place == want[0] and _turned(piece, want)


def _gone(piece: TablePiece) -> PieceOrder | None:
    """Where a piece goes that belongs nowhere: tiles aside, the rest into a hand."""
    if piece.flat.card or piece.flat.name.startswith(DISCS):
        return TakePiece(piece.id)
    return MovePiece(piece.id, AWAY) if piece.place != AWAY else None


def _fetched(want: Wanted, source: TablePiece | None) -> Iterator[PieceOrder]:
    place, name = want
    if source is None:
        yield LayPiece(name, place)
        return
    if source.place != place:
        yield MovePiece(source.id, place)
    if source.flat.name != name:
        yield TurnPiece(source.id, name)


def _topped(lying: Sequence[TablePiece], shown: State) -> list[PieceOrder]:
    """A card that may be on top of the discard pile put there, if none of them is."""
    tops = [_name(piece) for piece in shown.expected_pieces() if piece.place == PILE]
    if not tops or lying[-1].flat.name in tops:
        return []
    return [MovePiece(next(piece.id for piece in lying if piece.flat.name in tops), PILE)]
