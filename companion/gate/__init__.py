"""Who may ask, and who may change something: host names, sizes, the PIN, paired phones."""
