"""Games: rules of play as plain state machines, no GL, no clock, no files. See ``registry`` for which there are."""
