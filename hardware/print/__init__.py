"""Our own printable pieces as PDF."""
