"""`python -m firmware.cli`."""

from firmware.cli.main import main

main()
