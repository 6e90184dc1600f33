"""What the games with ordinary dice share: the dice, how throws fall, and the race of turns that do not interact."""
