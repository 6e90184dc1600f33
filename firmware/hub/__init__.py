"""`lifeguard hub`: many tables on one screen, heard over MQTT."""
