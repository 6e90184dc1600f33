"""What past matches come to: scores, luck, people, and how to carry them elsewhere. Pure, but for the index's file."""
