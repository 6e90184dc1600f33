"""A whole scene: where things lie, and the picture of it."""
