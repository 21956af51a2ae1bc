"""The panels, one file each: a function that draws one and returns the commands that its user gave."""
