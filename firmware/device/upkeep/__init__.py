"""What the device does to keep well: how it is, what an update says, backups by itself."""
