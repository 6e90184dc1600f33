"""Commands that keep the device well."""
