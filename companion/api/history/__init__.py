"""Past matches and the people who played them, over HTTP."""
