"""Scenes drawn by lot."""
