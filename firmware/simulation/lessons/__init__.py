"""Hands on the simulated table that teach, and that take an exam."""
