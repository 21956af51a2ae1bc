"""The computer as a player of Real-Time Life."""
