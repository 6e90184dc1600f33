"""What lies on a mat of cards, tiles and tokens, as pieces of a look: read by vision, named as the rules name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from firmware.games.deck_size import cards_of
from firmware.games.faces import FaceKind, faces
from firmware.observe.pieces import ground_of, read_pieces, under_cages
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import HIDDEN, PILE, Piece
from hardware.cameras.frame import Image
from vision.frame.mat import Mat, MatGround
from vision.frame.mat.unlike_print import MatOverPrint, areas_unlike_print
from vision.mat_cards.correlate import corners
from vision.mat_cards.tracked import TrackedCard, TrackedMat
from vision.mat_cards.tracker import MatCardTracker
from vision.pieces.reading import PlacedPiece

DECK = "deck"
"""The zone of the draw pile: what lies there tells nothing."""
MIN_UNNAMED_SHARE = 0.3
"""Something is told of that is unlike the mat's print over so much of a card: of five that were not found on drawn
tables the least was 0.34; where all were found it was more than that on one table in twenty, in hard shadows."""
P_LIKELY = 0.5
"""What is less probably a tile or token than this is none."""


class MatReader:
    """Reads one table of cards, observation by observation: cards that were read and lie still are known."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self._zones = card_zones(setup.layout)
        self._piles = frozenset(self._zones) - set(setup.layout.get("spread", ()))
        self._before: TrackedMat | None = None
        self._earlier: TrackedMat | None = None
        self._over_print: MatOverPrint | None = None  # of a first look alone

    @cached_property
    def _ground(self) -> MatGround | None:
        return ground_of(self.setup)

    def read(self, image: Image, found: Mat, scale: float) -> tuple[tuple[Piece, ...], bool]:
        """The pieces in a picture (BGR uint8) and whether all is explained; `scale` makes its px those of the photo."""
        reader = _card_reader(self.setup.profile.deck, self.setup.home)
        self._earlier = self._before
        printed = self.setup.printed if self._before is None else None
        self._over_print = MatOverPrint.of(image, found, printed) if printed else None
        covered = self._over_print.maybe_covered if self._over_print else None
        seen = self._before = reader.read(image, found, self._zones, self._before, (PILE,), covered)
        spotted = read_pieces(self.setup, image, found, self._ground)
        cards = (self._card(card, found, scale, hidden) for card, hidden in self._lying(seen.cards))
        there = [piece for piece in spotted if sum(p for _, p in piece.candidates) > P_LIKELY]
        tiles = (*there, *under_cages(self.setup, there))
        pieces = (*cards, *(_piece(piece, scale) for piece in tiles))
        return pieces, seen.sure and not any(piece.doubt for piece in spotted)

    def unnamed(self, image: Image, found: Mat) -> tuple[str, ...]:
        """The zones in which something as large as a part of a card lies in the picture (BGR uint8) that was read last,
        and was not named."""
        if self._before is None or self.setup.printed is None:
            return ()
        card_mm = found.layout["card_mm"]
        size, zones = (card_mm[0], card_mm[1]), {name: tuple(found.layout["zones"][name]) for name in self._zones}
        known = [corners(card.pose, size) for card in self._before.cards]
        over_print = self._over_print or MatOverPrint.of(image, found, self.setup.printed)
        areas = areas_unlike_print(over_print.off, zones, known)
        return tuple(name for name, area in areas.items() if area > MIN_UNNAMED_SHARE * size[0] * size[1])

    def take_back(self) -> None:
        """The last picture showed no table after all: what was read in it is not remembered."""
        self._before = self._earlier

    def _lying(self, cards: Sequence[TrackedCard]) -> Iterator[tuple[TrackedCard, bool]]:
        """The cards, and whether others hide them: of the discard pile only the uppermost."""
        last = {card.place: card for card in cards}
        for card in cards:
            hidden = card.buried or (card.place in self._piles and card is not last[card.place])
            if not hidden or card.place != PILE:
                yield card, hidden

    def _card(self, card: TrackedCard, found: Mat, scale: float, hidden: bool) -> Piece:
        pose, size = card.pose, found.layout["card_mm"]
        px = found.to_px(corners(pose, (size[0], size[1]))) * scale
        (left, top), (right, low) = px.min(0).tolist(), px.max(0).tolist()
        box = (left, top, right - left, low - top)
        doubt = HIDDEN if hidden else ""
        return Piece(card.candidates, pose.x, pose.y, min(size), box, pose.turn % 90, card.place, doubt)


def card_zones(layout: Mapping[str, Any]) -> tuple[str, ...]:
    """The zones of a mat where cards may lie that tell something: those that a card fits into as it ships, whatever
    size its cards have now."""
    there = layout["for_cards"]
    return tuple(zone for zone in layout["zones"] if zone in there and zone != DECK)


@lru_cache(maxsize=4)
def _card_reader(deck: str, home: Path) -> MatCardTracker:
    return MatCardTracker(faces(FaceKind.CARDS, deck, home), cards_of(deck, home))


def _piece(piece: PlacedPiece, scale: float) -> Piece:
    x, y, width, height = (v * scale for v in piece.box)
    return Piece(piece.candidates, *piece.at, piece.size, (x, y, width, height), 0.0, piece.place, piece.doubt)
