"""Our own art: dice, decks, mats, tiles and tokens."""
