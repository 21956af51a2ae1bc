"""Small windows over a session that ask people something. Keyboard and pads steer them while they are open."""
