"""A sentence that knows what it was made of, so that it can be said again in another language."""

from __future__ import annotations

from collections.abc import Mapping


class Said(str):
    """A sentence, with its pattern in English and the values that fill it; for all else a string.

    `message` is the pattern, with named places: "{name} banks {points}". One that counts has the pattern for one as
    `message`, that for several as `many`, and the `number`. A value may be `Said` itself.
    """

    message: str
    many: str
    number: int
    values: Mapping[str, object]

    def __new__(
        cls, text: str, message: str = "", values: Mapping[str, object] | None = None, many: str = "", count: int = 0
    ) -> Said:
        made = super().__new__(cls, text)
        made.message, made.values, made.many, made.number = message or text, values or {}, many, count
        return made

    def format(self, *_: object, **values: object) -> Said:
        """The pattern filled: a sentence again."""
        return Said(self.message.format(**values), self.message, values)


def said(message: str, **values: object) -> Said:
    """A sentence in English out of its pattern; a pattern alone where no values are given."""
    return Said(message.format(**values) if values else message, message, values)


def counted(one: str, many: str, count: int, **values: object) -> Said:
    """The same where a number decides, which is the value `count`: `counted("{count} die", "{count} dice", 3)`."""
    values = {"count": count, **values}
    return Said((one if count == 1 else many).format(**values), one, values, many, count)
