"""The rules. Standard library only: no clock, no chance, no I/O but reading our own data files."""
