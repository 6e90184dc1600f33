"""What keeps the device well: its backup, its updates."""
