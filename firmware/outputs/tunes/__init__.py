"""What the buzzer plays: melodies, and for each game which of them an event has."""
