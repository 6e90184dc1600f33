"""The steps of Splash Down: what each awaits, why it refuses an event, and what comes of it."""
