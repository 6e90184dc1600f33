"""Teaching a deck card by card under a camera."""
