"""What phones may ask over HTTP and the live socket."""
