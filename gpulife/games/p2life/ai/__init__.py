"""The computer as a player of P2Life, in two levels."""
