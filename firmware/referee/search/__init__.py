"""What may have happened since the last look: hypotheses (sequences of events), and how well each explains the look.

The search knows no game. It asks the state for every event that may happen now, asks each resulting state what it
shows, and goes on from those that explain the look best. For a throw with thousands of outcomes it turns the question
round: the likeliest few readings first, each asked of the state. What needs nobody and shows nowhere (cards dealt face
down) happens by itself.
"""
