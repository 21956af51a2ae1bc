"""The computer opponent of the competitive games, in four levels, for either seat or both."""
