"""How each game's table is counted; `score.py` above says what a module offers."""
