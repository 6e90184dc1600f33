"""The simulated table: a table top with a tray and dice, drawn in true perspective from a seed."""
