"""The command line: `lifeguard`, and `python -m firmware.cli`."""

from firmware.cli.main import main

__all__ = ["main"]
