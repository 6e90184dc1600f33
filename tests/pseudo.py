"""A language that nobody speaks: what stands outside its brackets was never made for translation."""

from __future__ import annotations

import re
from gettext import NullTranslations


class Pseudo(NullTranslations):
    """English in brackets, longer by two fifths: of short sentences the last word, else by further words."""

    def gettext(self, message: str) -> str:
        length = len(re.sub(r"\{\w*\}", "", message))
        more = (length * 2 + 4) // 5
        rest = "ö" * more if length <= 10 else " öööö" * (more // 5 + 1)
        return f"[{message.rstrip()}{rest}]" + message[len(message.rstrip()) :]

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)
