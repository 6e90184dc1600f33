"""What a game needs beside its rules: mat, pieces, faces."""
