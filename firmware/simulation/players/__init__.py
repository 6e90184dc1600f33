"""Robots that play the games with their hands on the simulated table, and know the truth."""
