"""A deck: its value, its geometry, its faces made ready to compare, its file."""
