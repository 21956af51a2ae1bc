"""The computer in Survivor: a search for a way to win a level, and a player who takes it."""
