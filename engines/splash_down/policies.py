"""Who plays by itself."""
