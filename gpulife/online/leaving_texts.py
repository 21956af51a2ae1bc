"""What windows and pages say to whoever is about to leave an on-line match."""

WATCHES = "You would leave the on-line match."
LEAVES = f"{WATCHES[:-1]}, and somebody else could take your seat."
LOSES = f"{WATCHES} That counts as losing the game, and you could not come back before it is over."


def leaving_text(*, has_begun: bool, is_over: bool) -> str:
    """Return what it means for a player to leave a match for good.

    Args:
        has_begun: whether a game of it has begun.
        is_over: whether that is over.
    """
    return LOSES if has_begun and not is_over else LEAVES
