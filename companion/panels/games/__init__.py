"""What each game shows on the page beside the scores; `panel.py` above says what a module offers."""
