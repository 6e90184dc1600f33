"""Pictures to readings. Pure functions on arrays (BGR, uint8): no camera, no game, no file but our own models."""
