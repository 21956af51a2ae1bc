"""Makes what browser pages get of a match: cells in compressed binary frames, all else in small JSON texts."""
