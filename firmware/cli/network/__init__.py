"""What concerns other machines: the hub, and tokens of programs."""
