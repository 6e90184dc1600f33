"""`lifeguard matches`: what was played before."""
