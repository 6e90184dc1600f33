"""Every sentence for people: page, OLED and questions use the same."""
