"""P2Life: the game of Levene and Roussos (2003), in which two players add tokens to a fight between two colours."""
