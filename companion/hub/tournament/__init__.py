"""A tournament of rounds, as pure functions: who meets whom, and who stands where."""
