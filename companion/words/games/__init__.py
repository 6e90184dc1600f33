"""The sentences of each game; `teller.py` above says what a module offers."""
