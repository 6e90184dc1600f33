"""Sentences for people: what must happen next, what happened, and what pieces and places are called."""
