"""A card on a mat looked at closely: of a few faces that it may show, which one does it?

Each face is laid on the picture as exactly as it will go, as soft as the picture is and in its light.
"""

from vision.mat_cards.close_look.laying import LIMITS, CloseFaces, CloseView, FaceWay

__all__ = ["LIMITS", "CloseFaces", "CloseView", "FaceWay"]
