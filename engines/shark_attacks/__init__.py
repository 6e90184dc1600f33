"""Shark Attacks!: a game of dice."""
