"""What passes cost graphics cards by their compilers' figures, beside what a card does."""
