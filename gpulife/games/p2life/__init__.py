"""P2Life (Levene and Roussos, 2003), a game for two who add tokens of their colour between generations."""
