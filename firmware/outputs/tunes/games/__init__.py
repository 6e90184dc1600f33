"""Which melody an event of a game has; `sounds.py` above says what a module offers."""
