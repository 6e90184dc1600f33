"""The rules explain the picture: pure inference from an observation to events, a question or a mismatch."""
