"""How a camera sees: its place, its lens, the light."""
