"""The pages of the OLED that one game draws by itself."""
