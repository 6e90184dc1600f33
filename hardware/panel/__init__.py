"""The panel beside the table: OLED, buttons, buzzer, LED, real and fake."""
