"""The command line: `lifeguard`, and `python -m firmware.cli`."""

from __future__ import annotations


def main() -> None:
    """The console script."""
    from firmware.cli.__main__ import main  # `python -m` runs that module itself: it must not be imported before

    main()


__all__ = ["main"]
