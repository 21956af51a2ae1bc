"""What to tell somebody who would begin play with nothing, or with cells of which none will live."""

NOTHING_PLANTED = "Plant something first: who has no living cells loses at once."
NONE_WOULD_LIVE = "All your cells would die at once: each needs two or three neighbours."
