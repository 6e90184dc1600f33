"""The built-in decks: how many there are of each card, as the engines say; and their faces, as we draw them."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from firmware.games.profiles import PROFILES
from hardware.art import deck as deck_art
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import Deck
from vision.cards.deck.store import read, write
from vision.cards.learn.folder import deck_from_faces
from vision.store import BadTeaching

DRAWN_WIDTH_PX = 256
"""Width in px at which faces are drawn for the reader."""
PREPARATION = "2"
"""Counted up when decks are made ready in another way: those kept from before are made anew."""


def counts(deck: str) -> dict[str, int]:
    """Face -> how many cards, in the order of the deck; with the expansion where there is one.

    Raises ValueError for a deck that is not built in.
    """
    decks = {profile.deck: profile for profile in PROFILES.values() if profile.deck}
    if deck not in decks:
        raise ValueError(f"no built-in deck {deck!r}; there are {', '.join(sorted(decks))}")
    return dict(decks[deck].deck_counts())


def built_in(name: str, home: Path | None = None) -> Deck:
    """A built-in deck as its reader knows it, back included. Raises ValueError for a deck that is not built in.

    Making it ready takes some seconds: it is kept under `home`, and made anew when the art has changed.
    """
    kept = None if home is None else home / "built-in" / f"{name}-{_art(name)}.npz"
    if kept is not None and kept.exists():
        try:
            return read(kept)
        except BadTeaching:
            pass  # damaged: it is made anew, and written over
    names = (*deck_art.faces(name), deck_art.BACK)
    deck = with_lookalikes(deck_from_faces(name, {face: deck_art.draw(name, face, DRAWN_WIDTH_PX) for face in names}))
    if kept is not None:
        _keep(deck, kept)
    return deck


def _keep(deck: Deck, kept: Path) -> None:
    try:
        write(deck, kept)
    except OSError:
        return  # a disk that is full or read-only costs time, not the reading
    for old in kept.parent.glob(f"{deck.name}-*.npz"):
        if old != kept:
            old.unlink(missing_ok=True)


def _art(name: str) -> str:
    """A fingerprint of how a deck's faces are drawn."""
    ink = blake2b(PREPARATION.encode(), digest_size=6)
    for face in (*deck_art.faces(name), deck_art.BACK):
        for colour, points in deck_art.shapes(name, face):
            ink.update(repr(colour).encode() + points.tobytes())
    return ink.hexdigest()
