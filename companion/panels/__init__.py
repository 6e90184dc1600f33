"""What one game shows on the page beside the scores."""
