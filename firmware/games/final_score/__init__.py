"""What a table counts whose game nobody followed; a module a game."""
