"""What may be done at each step of Hai Noon, why not, and what comes of it: moves, refusals, turn and attack."""
