"""Functions of the table: OLED, sounds, log."""
