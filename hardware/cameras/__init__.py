"""Real cameras, and pictures and films in their place."""
