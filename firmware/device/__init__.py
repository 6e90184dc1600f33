"""The loop that carries a table on, and the threads around it."""
