"""Places and pieces of a table in words for people: "Ana's pirate", "at depth 20"; and the labels of a mat."""

from __future__ import annotations

import re

from companion.words import sentences
from companion.words.language import t
from companion.words.sentences import TELLERS
from engines.core import Match, said
from engines.names import BACK

PLACES = {"tray": said("in the tray"), "kept": said("on the KEEP strip"), "discard": said("on the discard pile")}
"""The places that are the same in every game, with their prepositions."""
FACE_DOWN = said("a face-down card")
LABELS = {"tray": said("Tray"), "kept": said("Keep"), "deck": said("Draw pile"), "discard": said("Discard pile")} | {
    place: label for teller in TELLERS.values() for place, label in teller.LABELS.items()
}
"""What a place of any mat is called where it is drawn on a phone."""


def where(match: Match, place: str) -> str:
    """A place with its preposition: `at depth 20`, `before Ana`."""
    return sentences.teller(match).where(match, place) or PLACES.get(place, t("at {place}", place=place))


def name(match: Match, item: str) -> str:
    """A piece: `Ana's pirate`, `a hungry shark`, `Air 5 or Calm`; other words as they are."""
    if item == BACK:
        return FACE_DOWN
    own = sentences.teller(match).lying(match, item) or sentences.pieces(match).get(item, "")
    return sentences.named(match, own) if own else item.replace("-", " ").replace(".", ", ")


def label(part: str) -> str:
    """What a part of a mat is called on a phone: "Panic, seat 1" for "seat-0/panic"."""
    seat = re.fullmatch(r"seat-(\d+)/(.+)", part)
    return (
        t("{place}, seat {seat}", place=LABELS.get(seat[2], seat[2]), seat=int(seat[1]) + 1)
        if seat
        else LABELS.get(part, part)
    )
