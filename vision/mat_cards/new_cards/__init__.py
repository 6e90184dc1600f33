"""New cards on a mat: found where the picture changed, the uppermost first."""

from vision.mat_cards.new_cards.search import NewCardSearch, is_same_moved, lies_on_change

__all__ = ["NewCardSearch", "is_same_moved", "lies_on_change"]
