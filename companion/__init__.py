"""The web: what a phone in the room sees and asks. Knows the engines, nothing else of ours."""
