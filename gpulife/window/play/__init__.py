"""The play screen, which shows and runs the current session, and the parts that it consists of."""
