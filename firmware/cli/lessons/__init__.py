"""`lifeguard teach`, `deck` and `exam`: pieces are learnt, and how well they are read is measured."""
