"""How each game lies on the table: a module a game, which offers its `PROFILE`."""
