"""The language of whoever asks: which it is, and the page, its sentences and its catalogue in it."""
