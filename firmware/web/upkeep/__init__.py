"""What the page offers to look after the box: its first start, name, network, updates and backups."""
