"""A table on which hands move pieces, moment by moment."""
