"""Faults injected into the device on purpose, and what it does then: `make faults` prints docs/faults.md."""
