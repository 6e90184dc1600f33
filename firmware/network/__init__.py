"""The box in a network: the one that it knows, or a hotspot of its own until people have named one."""
