"""`handle(table, input) -> table`: all that can happen to the device, one pure step at a time."""
