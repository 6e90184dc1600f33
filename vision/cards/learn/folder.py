"""A deck learnt from a folder of pictures, or from faces that are cut out already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.cards.deck.deck import BACK, SIZES, Deck, Keypoints
from vision.cards.deck.geometry import LIMITS as GEOMETRY
from vision.cards.deck.geometry import image_corners, straighten
from vision.cards.learn.balance import balanced, lie_on_grounds
from vision.cards.learn.crop_to_card import NO_CARD, card_quads
from vision.cards.learn.joint_alignment import aligned_jointly
from vision.cards.learn.shared_print import with_shared_print
from vision.cards.learn.unfit import refuse_beside, refuse_cut_off
from vision.cards.propose.keypoints import LIMITS as KEYPOINTS
from vision.cards.propose.keypoints import picture_keypoints, quads_by_votes, strongest_keypoints
from vision.reading import Floats, Image
from vision.store import NAME, BadTeaching, refuse

KNOWN_ASPECT_TOLERANCE = 0.05
"""Cards whose sides have the game's own ratio to this part have just that: a picture is taken a little from aslant."""


def card_of(file_name: str) -> str:
    """ "air-5" of "air-5.2.jpg": the name without the picture's number; any writing of "back" is the back."""
    stem = Path(file_name).stem
    front, dot, number = stem.rpartition(".")
    card = front if dot and number.isdigit() else stem
    return BACK if card.lower() == BACK else card


def learn_deck(name: str, pictures: Sequence[tuple[str, Image]], aspect: float | None = None) -> Deck:
    """The deck learnt from pictures (file name, BGR uint8), each of one card, cut to it or whole on a plain ground.

    `aspect`: the cards' short side over the long one, where the game tells it.
    Raises BadTeaching for a bad name, no pictures, two files of one name and a single card; BadPictures for pictures
    without a card, with several, or with one that is cut off.
    """
    cards = checked_names(name, pictures)
    found, is_round = card_quads(pictures, aspect)
    quads = _completed(pictures, found)
    refuse_beside(pictures, quads)
    refuse_cut_off(pictures, quads)
    return _deck(name, cards, [image for _, image in pictures], quads, is_round, aspect)


def checked_names(name: str, pictures: Sequence[tuple[str, Image]]) -> tuple[str, ...]:
    """What each picture is of, by its file's name. Raises BadTeaching for what cannot be learnt from: see `learn`."""
    if not NAME.fullmatch(name):
        raise BadTeaching(f"{name!r}: a deck's name is made of letters, digits, dots, hyphens and underscores")
    if not pictures:
        raise BadTeaching("no pictures to learn from: put <card>.jpg or <card>.<n>.jpg into the folder")
    stems = [(card_of(file), Path(file).stem[len(card_of(file)) :]) for file, _ in pictures]
    for (file, _), stem in zip(pictures, stems, strict=True):
        if not stem[0]:
            raise BadTeaching(f"{file}: the name must be <card>.jpg or <card>.<n>.jpg, as in air-5.1.jpg")
        if stems.count(stem) > 1:
            raise BadTeaching(
                f"{file}: there are two pictures of this name; number them, as in air-5.1.jpg, air-5.2.jpg"
            )
    cards = tuple(card_of(file) for file, _ in pictures)
    if len(set(cards) - {BACK}) < 2:
        raise BadTeaching(f"only one card ({cards[0]}): a deck needs at least two to be told apart")
    return cards


def _completed(pictures: Sequence[tuple[str, Image]], found: Sequence[Floats | None]) -> list[Floats]:
    """The quads, with those that are missing told from what the other faces have in common with these."""
    if all(quad is not None for quad in found):
        return [quad for quad in found if quad is not None]
    known = [(image, quad) for (_, image), quad in zip(pictures, found, strict=True) if quad is not None]
    deck = _deck("", [""] * len(known), [image for image, _ in known], [quad for _, quad in known], False)
    places = [
        [quad] if quad is not None else quads_by_votes(picture_keypoints(image), deck.keypoints, 1 / deck.aspect, 1)
        for (_, image), quad in zip(pictures, found, strict=True)
    ]
    refuse({file: NO_CARD for (file, _), place in zip(pictures, places, strict=True) if not place})
    return [place[0] for place in places]


def deck_from_faces(name: str, faces: Mapping[str, Image], drawn: bool = True) -> Deck:
    """A deck from faces (BGR uint8, cut to the card and upright), by the names of the cards.

    Those that are not `drawn` but photographed are laid alike first.
    """
    quads = [image_corners(image.shape[1], image.shape[0]) for image in faces.values()]
    return _deck(name, tuple(faces), list(faces.values()), quads, False, drawn=drawn)


def _deck(
    name: str, cards: Sequence[str], pictures: Sequence[Image], quads: Sequence[Floats], is_round: bool,
    aspect: float | None = None, drawn: bool = False,
) -> Deck:  # fmt: skip
    turns = [1 if not is_round and _lies(quad) else 0 for quad in quads]
    upright = [np.roll(quad, -turn, axis=0) for quad, turn in zip(quads, turns, strict=True)]
    tall = 1.0 if is_round else float(np.median([_tall(quad) for quad in upright]))
    tall = 1.0 if tall < 1 / GEOMETRY.square_ratio else tall
    if aspect is not None and abs(tall * aspect - 1) < KNOWN_ASPECT_TOLERANCE:
        tall = 1 / aspect
    turns = [0] * len(turns) if tall == 1.0 else turns
    upright = list(quads) if tall == 1.0 else upright
    # the frame begins at the first corner; a face that lies has its own top left one corner further
    ups = tuple(3 if turn else 0 for turn in turns)
    size = SIZES.face_width_px, round(SIZES.face_width_px * tall)
    images = np.stack([straighten(picture, quad, size) for picture, quad in zip(pictures, upright, strict=True)])
    deck = Deck(name, tuple(cards), images, ups, is_round, Keypoints.none())
    if not drawn:
        upright = aligned_jointly(pictures, upright, deck)
        images = np.stack([straighten(picture, quad, size) for picture, quad in zip(pictures, upright, strict=True)])
        if aspect is not None and lie_on_grounds(quads, pictures):
            images = with_shared_print(replace(deck, images=balanced(images))).images
    fine = SIZES.keypoint_width_px, round(SIZES.keypoint_width_px * tall)
    found = [
        strongest_keypoints(straighten(picture, quad, fine), KEYPOINTS.taught_keypoints, SIZES.keypoint_width_px)
        for picture, quad in zip(pictures, upright, strict=True)
    ]
    points = Keypoints(np.concatenate([k.descriptors for k in found]), np.concatenate([k.places for k in found]))
    return replace(deck, images=images, keypoints=points)


def _tall(quad: Floats) -> float:
    length = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float((length[1] + length[3]) / max(length[0] + length[2], 1e-6))


def _lies(quad: Floats) -> bool:
    return _tall(quad) < GEOMETRY.square_ratio
