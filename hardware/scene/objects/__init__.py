"""Whatever may lie on a table, and how it is drawn."""
