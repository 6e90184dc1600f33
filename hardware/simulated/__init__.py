"""Cameras that film the simulated table."""
