"""Which face a card shows, and how sure that is."""
