"""Cards of a deck anywhere in a picture."""
