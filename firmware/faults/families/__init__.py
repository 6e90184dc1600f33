"""The families of faults: each module injects one, and yields a row for each fault."""
