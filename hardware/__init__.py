"""The parts: camera, display, buttons, buzzer, and the simulated ones at the vendors' own seam. Knows no rules."""
