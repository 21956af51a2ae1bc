"""A match as browser pages get it: cells in compressed binary frames, everything else in small JSON texts."""
