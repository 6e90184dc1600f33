"""How dice of one kind are sought, told apart and doubted: a game's own, ordinary ones, taught ones."""
