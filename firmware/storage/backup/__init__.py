"""All that a home keeps as one file, and back again."""
