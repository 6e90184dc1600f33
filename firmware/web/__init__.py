"""The page of the device: server, views, requests."""
