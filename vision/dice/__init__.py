"""Dice anywhere in a picture: found, cut out, named, judged."""
