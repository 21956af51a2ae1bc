"""The rules of each game, as plain state machines without GL, clock or files. ``registry`` lists the games."""
