"""The rules of each game, as plain state machines that use no GL, clock or files. ``registry`` lists the games."""
