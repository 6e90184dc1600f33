"""Teaching a deck card by card under a camera, and the exam of what was learnt."""
