"""Words on the wire: a sentence leaves in the language of whoever asks, however long ago it was made."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainSerializer, WrapValidator

from companion.words.language import again, all_again
from engines.core import Said


def _kept(value: Any, check: Any) -> Any:
    """A sentence as it is, so that it still knows its pattern."""
    return value if isinstance(value, Said) else check(value)


Text = Annotated[str, WrapValidator(_kept), PlainSerializer(again, return_type=str)]
"""Words for people."""
Panel = Annotated[dict[str, Any], PlainSerializer(all_again, return_type=dict[str, Any])]
"""Plain data with words for people in it."""
