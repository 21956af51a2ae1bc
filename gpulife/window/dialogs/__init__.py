"""Small windows over a session, in which people answer something; keyboard and pads steer them while they are open."""
