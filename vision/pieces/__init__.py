"""Tiles and tokens on a mat."""
