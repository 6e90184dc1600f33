"""What a whole frame tells before any piece is read: the mat, the lens, whether the camera moved, whether all is still."""
