"""The cards on a mat, look by look: what still lies there is known; new ones are sought where something changed.

Because the mat tells scale and place, a card has few ways to lie: each is compared with all faces at once (correlation,
of what no other card hides). A card that is laid is whole in view then, and remembered when others come to lie on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vision.frame.mat import Mat
from vision.mat_cards.known_cards import still_lying
from vision.mat_cards.laid_on_like import laid_on_like
from vision.mat_cards.look import DeckOnMat, MatLook
from vision.mat_cards.new_cards import NewCardSearch, is_same_moved
from vision.mat_cards.tracked import TrackedMat
from vision.reading import Image


class MatCardTracker:
    """Follows the cards of one deck; `faces` are pictures of them (BGR, edge to edge), `card_mm` width and height."""

    def __init__(self, faces: Mapping[str, Image], card_mm: tuple[float, float]) -> None:
        self._deck = DeckOnMat.of(faces, card_mm)

    def read(
        self, image: Image, mat: Mat, zones: Iterable[str], before: TrackedMat | None = None,
        piles: Iterable[str] = (), covered: Image | None = None,
    ) -> TrackedMat:  # fmt: skip
        """The cards in these zones of the mat in a picture (BGR uint8), given the look before, if there was one.

        On `piles` a card may come to lie just on its like: that shows by a hair, so only a camera that stands still can
        tell. What is not `covered` (mask, uint8, 0 or 1, of the whole mat) shows the bare print; nothing is sought
        there.
        """
        look = MatLook.at(image, mat, zones, piles, before, self._deck, covered)
        known = before.cards if before else ()
        search = NewCardSearch(look, known)
        new, sure = search.run()
        # beside each other cards lie, not on their like: one that is found a little further on was moved there
        unmoved = [
            card for card in known if card.place in look.piles or not any(is_same_moved(card, other) for other in new)
        ]
        cards = still_lying(look, unmoved, new, search.again)
        stands_still = before is not None and before.mat is not None and before.mat.is_where(mat)
        if before and stands_still and (on_like := laid_on_like(image, before, cards, look.piles, self._deck)):
            new = [*new, *on_like]
            cards = still_lying(look, unmoved, new, search.again)
        if unread := search.unread(cards):
            cards, sure = still_lying(look, unmoved, [*new, *unread], search.again), False
        return TrackedMat(tuple(cards), look.coarse, sure, look.fine, mat, look.bare(before, cards))
