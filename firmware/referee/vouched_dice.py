"""Dice that people have named: a make that vision is never quite sure of is asked about once a face, not at each throw.

How surely a face is read depends on the make of the dice far more than on the throw. So an answer about one die says
how the next that looks so is to be read. A name that people have denied is asked about as before. A die that seems to
lean is asked about each time, and an answer about one speaks for no other: a leaning two was taken for a six.

However badly a make is read, a face that looks like one that people have named is not asked about again: a vein beside
a pip always confuses vision, and always looks the same. One that looks most like a face that people have named
otherwise is asked about, unless it is read so clearly that nobody's word counts.

Translucent dice show the pips of two faces. Who says once that a die shows what vision told apart, not what both faces
look like together, has said it of the make: an answer speaks for all of its faces that are told so. The look of such a
die says nothing, and one that is not clear is asked about each time: a five half in the shadow looks much like a four.

A worn five of an opaque make may show darker pips, too. Who says that it is a five says it of those whose pips are as
much alike, until a die of the table turns out to be translucent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import mul

from firmware.referee.likelihood import ObservationPair
from firmware.state.observation import DICE_PLACES, UNCLEAR, Observation, Piece
from firmware.state.observation import LIMITS as OBSERVATION
from firmware.state.vouched import Features, Vouched


@dataclass(frozen=True, slots=True)
class VouchedDiceLimits:
    """When an answer about one die speaks for another."""

    p_least: float = 0.85
    """One read less surely vouches for none: any might look so."""
    p_least_untold: float = 0.998
    """Nor does any speak for one of a translucent make, all of whose pips are taken for those of one face, read less
    surely than this: a one above a six was believed to be a six in a film, as people had named another six."""
    p_least_hardly_told: float = 0.51
    """Nor one that looks like a five, and is as likely what the darker ones of its pips show."""
    share: float = 0.9
    """A die that is less likely than this share of what people vouched for is asked about all the same: of drawn dice
    none of four was believed wrongly, at a share of 0.8 one of five (docs/dice-reader-accuracy.md)."""
    min_cosine: float = 0.9
    """Two faces that are as alike as this show the same, if vision takes both for it before all others: of 228 drawn
    dice in doubt none was believed wrongly by its look (docs/dice-reader-accuracy.md)."""
    most_faces: int = 60
    """So many named faces are remembered, the latest."""
    p_contested: float = 0.6
    """No more surely is one read that looks most like a face that people have named otherwise: neither its name nor
    theirs is believed, and no answer vouches for the next. A three of a rare make, which had been taken for a two and
    named before, was believed to be a two with 0.998 in a film."""
    p_trusted: float = 0.999
    """How surely one is read that people have vouched for."""


LIMITS = VouchedDiceLimits()
SEE_THROUGH = "see-through"
"""What is vouched for where a make shows the pips of two faces."""
DENIED = 2.0
"""No die is read so surely: a name that people have denied once is not vouched for again."""


def with_vouched(observation: Observation, vouched: Vouched) -> Observation:
    """The same observation, its dice that look as people have `vouched` for read surely, and those that look like what
    they have named otherwise doubted."""
    pieces = tuple(_with_vouched(piece, vouched) if _is_doubted(piece) else piece for piece in observation.pieces)
    return observation if pieces == observation.pieces else replace(observation, pieces=pieces)


def _with_vouched(piece: Piece, vouched: Vouched) -> Piece:
    """A die that is not surely read, after what people have said of such."""
    least = dict(vouched.least)
    translucent = bool(piece.looked_like) or SEE_THROUGH in least
    named = "" if translucent else _named_alike(piece, vouched.faces)
    if named and named != piece.items[0][0]:
        return _contested(piece, named)
    if translucent and not _may_be_vouched(piece, least):
        return piece
    return _trusted(piece) if named or _is_vouched(piece, least) else piece


def _may_be_vouched(piece: Piece, least: Mapping[str, float]) -> bool:
    """Whether an answer about another die may speak for one that may be translucent."""
    if SEE_THROUGH not in least:
        return piece.doubt != UNCLEAR or _is_hardly_told(piece)
    surely = bool(piece.looked_like) or _p_named(piece) >= LIMITS.p_least_untold
    return piece.doubt != UNCLEAR and surely


def with_dice_vouched_for(vouched: Vouched, pair: ObservationPair) -> Vouched:
    """What people have vouched for once they have named new dice, too: the least probability of a name is `DENIED`
    where the answer was another."""
    named = zip(pair.observation.pieces, pair.observation.identities, pair.previous_index, strict=True)
    told = [(piece, name) for piece, name, origin in named if origin is None and name and _is_doubted(piece)]
    least = dict(vouched.least)
    for piece, name in told:
        if _may_vouch(piece):
            speaks_for = _p_named(piece) * LIMITS.share if name == piece.items[0][0] else DENIED
            for looks in _answered_as(piece):
                least[looks] = _lowest(least.get(looks, speaks_for), speaks_for)
    faces = vouched.faces + tuple((name, piece.features) for piece, name in told if piece.features)
    return Vouched(tuple(sorted(least.items())), faces[-LIMITS.most_faces :])


def _lowest(one: float, other: float) -> float:
    """The least probability at which people vouch for a name, by two answers."""
    return DENIED if DENIED in (one, other) else min(one, other)


def _is_vouched(piece: Piece, least: Mapping[str, float]) -> bool:
    return _may_vouch(piece) and _p_named(piece) >= _vouched_from(piece, least)


def _named_alike(piece: Piece, faces: tuple[tuple[str, Features], ...]) -> str:
    """What people have called the face that, of all that they have named, is most like that of a die; "" if none is
    alike, or a face of that name was as alike as this to one of another."""
    if not piece.features:
        return ""
    alike, name = max(((_cosine(piece.features, face), name) for name, face in faces), default=(0.0, ""))
    if alike < LIMITS.min_cosine:
        return ""
    others = [face for other, face in faces if other != name]
    told_by_look = all(_cosine(face, other) < LIMITS.min_cosine for n, face in faces if n == name for other in others)
    return name if told_by_look else ""


def _cosine(one: Features, other: Features) -> float:
    """How alike two faces look: 1 if they are the same."""
    return float(sum(map(mul, one, other)))


def _is_doubted(piece: Piece) -> bool:
    """Whether it is a die that lies flat in full view and that vision names, though not surely."""
    return piece.place in DICE_PLACES and bool(piece.items) and piece.doubt in ("", UNCLEAR) and not _is_clear(piece)


def _is_clear(piece: Piece) -> bool:
    return piece.doubt == "" and _p_named(piece) >= OBSERVATION.p_clear


def _may_vouch(piece: Piece) -> bool:
    """Whether it is read so surely that the probability of its name alone may speak for another die."""
    least = LIMITS.p_least_hardly_told if _is_hardly_told(piece) else LIMITS.p_least
    return least <= _p_named(piece) < OBSERVATION.p_clear


def _vouched_from(piece: Piece, least: Mapping[str, float]) -> float:
    """From which probability on people have vouched for what a die is read as: for that face, else for its make."""
    by_face = least.get(_looks(piece))
    if by_face is not None or not piece.looked_like:
        return DENIED if by_face is None else by_face
    return least.get(SEE_THROUGH, DENIED)


def _answered_as(piece: Piece) -> tuple[str, ...]:
    """What an answer about a die is an answer about: its face, and whether its make shows two faces."""
    return (_looks(piece), SEE_THROUGH) if _is_told_apart(piece) else (_looks(piece),)


def _looks(piece: Piece) -> str:
    """What a die is vouched for as: by its likeliest name, and whether it was told from another."""
    name = piece.items[0][0]
    if _is_hardly_told(piece):
        return f"{name}, not {piece.items[1][0]}"
    return f"{name} {SEE_THROUGH}" if _is_told_apart(piece) else name


def _is_told_apart(piece: Piece) -> bool:
    """Whether it looked like another face before its upper pips were told from the lower ones."""
    return bool(piece.looked_like) and not piece.items[0][0].endswith(f"-{piece.looked_like}")


def _is_hardly_told(piece: Piece) -> bool:
    """Whether its pips are hardly of two sorts: it is likelier what they look like together."""
    both = bool(piece.looked_like) and not _is_told_apart(piece) and len(piece.items) > 1
    return both and piece.doubt == UNCLEAR and _p_named(piece) < LIMITS.p_least


def _p_named(piece: Piece) -> float:
    """The share that the first name has of all: also of a die that vision does not trust as far."""
    return piece.items[0][1] / sum(p for _, p in piece.items)


def _contested(piece: Piece, named: str) -> Piece:
    """The same die, which may as well be what people have `named` one that looks so."""
    whole, first = sum(p for _, p in piece.items), piece.items[0][0]
    shares = {first: min(_p_named(piece), LIMITS.p_contested)}
    shares[named] = 1 - shares[first]
    return replace(piece, items=tuple(sorted(((n, whole * p) for n, p in shares.items()), key=lambda item: -item[1])))


def _trusted(piece: Piece) -> Piece:
    """The same die, read surely."""
    rest = sum(p for _, p in piece.items[1:]) or 1.0
    others = ((name, p / rest * (1 - LIMITS.p_trusted)) for name, p in piece.items[1:])
    return replace(piece, items=((piece.items[0][0], LIMITS.p_trusted), *others), doubt="")
