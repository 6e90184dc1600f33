"""What is drawn on the cards and mats of our games: the sea, figures, creatures, moods and tools."""
