"""The simulated table played and measured."""
