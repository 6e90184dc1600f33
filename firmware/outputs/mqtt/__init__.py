"""The game on an MQTT broker: topics, the connection, Home Assistant, commands."""
