"""Values: what the device knows and what the camera saw."""
