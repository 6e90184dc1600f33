"""How a deck is learnt from pictures, or card by card under a camera."""
