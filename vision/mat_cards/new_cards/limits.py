"""What counts as a new card."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewCardLimits:
    """How like a card something must be, and where it must lie."""

    speck_share: float = 0.06
    """A change smaller than this share of a card is none."""
    scattered_share: float = 0.12
    """Specks that are as much of a card as this, and within the bounds of one, may be one."""
    roomy_share: float = 0.35
    """Where so much of a card changed and none was found one is sought"""
    room_mm: float = 15.0
    """so many mm further to each side."""
    changed_share: float = 0.35
    """A new card lies where something changed: one that covers a smaller share of that"""
    striking_likeness: float = 0.75
    """must be so much alike."""
    rough_likeness: float = 0.5
    """What is less like any face than this in the coarse picture is no card: of 317 cards of three prints on drawn
    tables none was less than 0.78, of 900 bare places one in twenty more than 0.57;"""
    rough_relit_likeness: float = 0.75
    """unless it is as much alike as this, shadows set aside: of six cards in hard shadows, four of them less alike than
    that otherwise, none was less than 0.82."""
    all_over_share: float = 0.9
    """What is as like a face as that, and changed over so much of it, but is no card, may be one in bad light: on 162
    drawn tables of 18 decks nothing that was none had changed over more than 0.52."""
    one_place_mm: float = 6.0
    """Two that are sought to so many mm"""
    one_place_deg: float = 8.0
    """and degrees lie at one place."""
    hopelessly_behind: float = 0.2
    """Of two ways to lie that are refined, one that is less alike by this than the other is not looked at again."""
    p_sure: float = 0.9
    """A card that is less surely named is told only if no other box has a surer one: it may lie under others."""
    p_beyond_doubt: float = 0.99
    """One that is as surely named as it shows is not looked at with the light undone."""
    p_no_card: float = 0.1
    """What is hardly so alike is no card if a close look finds it less probable than this."""
    filled_share: float = 0.6
    """What changed, of a card's size and shape, is taken for one that it is hardly like, at little probability, if so
    much of both their areas is common to them."""
    same_mm: float = 1.2
    """A card of the same name that lies as one did, to so many mm"""
    same_deg: float = 2.5
    """and so many degrees, is that one."""
    bared_mm: float = 0.5
    """The same for one that lay buried,"""
    bared_deg: float = 1.0
    """in degrees."""
    misplaced_mm: float = 10.0
    """What is found so near a known card of its name"""
    misplaced_deg: float = 12.0
    """and so little askew may be that card, ill measured."""
    pile_enlargements: tuple[float, ...] = (1.015, 1.03, 1.045)
    """How many times larger the top of a pile is tried that is not like any card: of 100 cards it lies 30 mm high,"""
    pile_aside_mm: float = 17.0
    """and so far it seems to lie aside, seen at 30 degrees."""
    pile_mm: float = 10.0
    """What lies no more mm off a known card"""
    pile_deg: float = 12.0
    """and no further askew lies on it"""
    better_likeness: float = 0.08
    """if it is more like what lies there now than that card is, by this."""
    p_same_face: float = 1e-3
    """A find that shows a known card's face with less probability than this, compared closely, is another."""
    unshaded_likeness: float = 0.7
    """What is hardly like any face is looked at with the light undone: it is a card if it is so much alike there. Of 76
    white cards half in the sun through blinds two were less, of 19 bare places none was more than 0.51"""
    unshaded_lead: float = 0.05
    """and if it is more alike by this."""
    most_in_vain: int = 6
    """Where so many places one after the other are no card so, the light is not what hides cards."""
    inner_share: float = 0.8
    """What really changed of a region is looked at alone if it is less of it than this: a card laid on others that seem
    gone with it was sought about the middle of all of them (*Hold Your Breath!*, copy T, 3906/0)."""
    unread_share: float = 0.35
    """What is neither a card that was found nor the bare mat, over so much of a card, and lies where a known one seems
    gone, is one that cannot be read: in 2,173 looks of nine copies nothing was so but one card, overlooked."""
    most_places: int = 40
    """At most so many places are looked at in one look."""


LIMITS = NewCardLimits()
