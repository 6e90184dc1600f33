"""From a frame to an observation."""
