"""The camera's live picture, to set it up by, over HTTP."""
