"""Where a lesson is kept while it lasts: a folder of pictures and one file, whole after each card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import cv2

from firmware.state.lesson import Lesson, Taken
from firmware.storage import files
from firmware.storage.images import Picture, decode
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import Deck
from vision.cards.learn.folder import deck_from_faces
from vision.store import BadTeaching


class LessonBook:
    """The lesson of one deck under `home`. It is no deck until `deck` was asked for and kept elsewhere."""

    def __init__(self, name: str, home: Path) -> None:
        self.folder = home / "lessons" / name
        self._file = self.folder / "lesson.json"

    def load(self, lesson: Lesson) -> Lesson:
        """The lesson with the cards that were taken before it was interrupted. Raises BadTeaching if it is damaged."""
        if not self._file.exists():
            return lesson
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            cards = tuple(Taken(**{**card, "hints": tuple(card["hints"])}) for card in kept["cards"])
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise BadTeaching(f"{self._file}: not a lesson ({error}); begin anew with --new") from error
        lost = [card.id for card in cards if not self.picture(card.id).exists()]
        if lost:
            raise BadTeaching(f"{self.picture(lost[0])}: the picture is gone; begin anew with --new")
        return replace(lesson, cards=cards)

    def save(self, lesson: Lesson, pictures: Mapping[str, Picture]) -> None:
        """Keeps the lesson and new pictures (BGR uint8 by the card's id), on disk when this returns. Raises OSError."""
        for id, picture in pictures.items():
            files.write(self.picture(id), cv2.imencode(".png", picture)[1].tobytes())
        kept = {"deck": lesson.deck, "cards": [asdict(card) for card in lesson.cards]}
        files.write(self._file, json.dumps(kept, ensure_ascii=False, indent=1).encode())

    def picture(self, id: str) -> Path:
        """The file of a card's picture."""
        return self.folder / f"{id}.png"

    def face(self, id: str) -> Picture:
        """A card's picture, BGR uint8. Raises BadTeaching if it is gone."""
        image = decode(self.picture(id))
        if image is None:
            raise BadTeaching(f"{self.picture(id)}: the picture is gone")
        return image

    def deck(self, lesson: Lesson) -> Deck:
        """The deck that was taught."""
        faces = {card.name: self.face(card.id) for card in lesson.cards}
        return with_lookalikes(deck_from_faces(lesson.deck, faces, drawn=False))

    def forget(self) -> None:
        """Throws the lesson away."""
        shutil.rmtree(self.folder, ignore_errors=True)
