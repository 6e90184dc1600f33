"""What concerns other machines: the hub."""
