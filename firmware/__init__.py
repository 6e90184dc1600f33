"""The program: the only place that knows everybody."""
