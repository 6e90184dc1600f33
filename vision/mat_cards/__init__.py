"""Cards on a mat, followed from one look to the next."""
