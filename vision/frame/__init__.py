"""What a whole frame tells before any piece is read: mat, lens, whether camera and table are still."""
