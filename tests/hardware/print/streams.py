"""What the streams of a PDF say."""

import re
import zlib
from collections.abc import Iterator


def texts(pdf: bytes) -> Iterator[str]:
    """The text of each stream (a page, a form), unpacked."""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.S):
        yield zlib.decompressobj().decompress(stream).decode("latin-1")
