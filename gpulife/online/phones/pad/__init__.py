"""The page that is a gamepad, for a phone's browser."""
