"""A lesson: a deck that is being taught card by card, as one value. Pure; what is on disk is `lesson_book`'s."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.words.sentences import card as card_words
from engines.core import said
from firmware.state.session import Session, SessionRefused, changed
from vision.cards.deck.deck import BACK
from vision.store import NAME


@dataclass(frozen=True, slots=True)
class LessonLimits:
    """What a lesson needs."""

    least_cards: int = 2
    """Cards without which there is no deck to tell apart."""


LIMITS = LessonLimits()


@dataclass(frozen=True, slots=True)
class Taken:
    """A card that the camera took: `id` names its picture, `name` what people called it ("" until then).

    `like` is the id of a card that it is too alike to, or ""; `hints` are names that it looks like, likeliest first.
    """

    id: str
    name: str = ""
    like: str = ""
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson(Session):
    """The whole lesson.

    `names` is the deck's list, () if names are free; `doubt` a card that looks just like one taken before (`like`), and
    waits to be called another; `choice` is the name marked on the OLED.
    """

    deck: str
    names: tuple[str, ...] = ()
    cards: tuple[Taken, ...] = ()
    doubt: Taken | None = None
    choice: int = 0

    @property
    def unnamed(self) -> Taken | None:
        """The card whose name is asked for: the oldest without one."""
        return next((card for card in self.cards if not card.name), None)

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the list that no card has, in the list's order from the last one given on."""
        given = [card.name for card in self.cards if card.name in self.names]
        start = self.names.index(given[-1]) if given else 0
        around = (*self.names[start:], *self.names[:start])
        return tuple(name for name in around if name not in given)

    @property
    def offered(self) -> tuple[str, ...]:
        """The names for the card that is asked for, likeliest first."""
        asked, left = self.unnamed, self.left
        hints = tuple(name for name in (asked.hints if asked else ()) if name in left)
        return (*hints, *(name for name in left if name not in hints))

    def card(self, id: str) -> Taken:
        """The taken card of that id. Raises SessionRefused."""
        found = next((card for card in self.cards if card.id == id), None)
        if found is None:
            raise SessionRefused(said("that card is not there any more"))
        return found


def took(lesson: Lesson, card: Taken) -> Lesson:
    """The camera took a card; one that is like another waits in `doubt` instead."""
    if card.like:
        return _next(lesson, doubt=card, note="")
    return _next(lesson, cards=(*lesson.cards, card), doubt=None, note="")


def another(lesson: Lesson) -> Lesson:
    """People say that the doubtful card is another one, however alike. Raises SessionRefused."""
    if lesson.doubt is None:
        raise SessionRefused(said("no card is in doubt now"))
    alike = said("these two look too alike to be told apart surely: expect to be asked")
    return _next(lesson, cards=(*lesson.cards, lesson.doubt), doubt=None, note=alike)


def fits(name: str) -> bool:
    """Whether this may be a card's name: it would be a file's, and a dot and a number at its end count pictures."""
    _, dot, last = name.rpartition(".")
    return bool(NAME.fullmatch(name)) and not (dot and last.isdigit())


def named(lesson: Lesson, id: str, name: str) -> Lesson:
    """A card gets its name, or another one. Raises SessionRefused for one that does not fit."""
    name = "-".join(name.split())
    name = BACK if name.lower() == BACK else name
    card = lesson.card(id)
    if not fits(name):
        raise SessionRefused(
            said("a card's name is made of letters, digits, dots, hyphens and underscores, as in air-5")
        )
    if lesson.names and name not in lesson.names:
        raise SessionRefused(said("{name} is not in the deck's list", name=name))
    if any(other.name == name and other is not card for other in lesson.cards):
        raise SessionRefused(said("{card} is taken already: take that card out first", card=card_words(name)))
    cards = tuple(replace(one, name=name) if one is card else one for one in lesson.cards)
    return _next(lesson, cards=cards, note="")


def dropped(lesson: Lesson, id: str = "") -> Lesson:
    """A card is taken out again: the doubtful or else the last one, if none is named. Raises SessionRefused."""
    if not id and lesson.doubt:
        return _next(lesson, doubt=None, note="")
    if not lesson.cards:
        raise SessionRefused(said("no card has been taken yet"))
    card = lesson.card(id) if id else lesson.cards[-1]
    rest = tuple(replace(one, like="") if one.like == card.id else one for one in lesson.cards if one is not card)
    doubt = None if lesson.doubt and lesson.doubt.like == card.id else lesson.doubt
    return _next(
        lesson,
        cards=rest,
        doubt=doubt,
        note=said("{card} is out again", card=card_words(card.name) or said("the card")),
    )


def missing(lesson: Lesson) -> str:
    """What is still missing to keep the deck, in words; "" for nothing."""
    if lesson.unnamed:
        return said("each card needs a name first")
    if len({card.name for card in lesson.cards} - {BACK}) < LIMITS.least_cards:
        return said("a deck needs at least {least} cards to be told apart", least=LIMITS.least_cards)
    return ""


def chosen(lesson: Lesson) -> Lesson:
    """Button B: the next of the names that are offered is marked."""
    return _next(lesson, choice=(lesson.choice + 1) % max(len(lesson.offered), 1))


def _next(lesson: Lesson, **change: object) -> Lesson:
    return changed(lesson, **{"choice": 0, **change})
