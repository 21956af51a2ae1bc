"""Damaged files of our own are set aside, not deleted and not read again, so that users can still find them."""

import os
from contextlib import suppress
from pathlib import Path

_ENDING = ".bad"
_MAX_NAMES = 1000


def set_aside(path: Path) -> str:
    """Rename ``path`` to ``NAME.bad``, or ``NAME.bad.2`` and so on where these are taken; never raises.

    A symbolic link is renamed itself, and nothing is overwritten.

    Returns:
        What became of it, to follow the error: ``f"{error}; {set_aside(path)}"`` ends in "it was set aside as
        NAME.bad", or in why it could not be.
    """
    try:
        folder = path.is_dir() and not path.is_symlink()
        for number in range(1, _MAX_NAMES):
            target = path.with_name(f"{path.name}{_ENDING}" + (f".{number}" if number > 1 else ""))
            try:
                # Renaming overwrites, so the name is taken first, by something empty of ours.
                if folder:
                    target.mkdir()
                else:
                    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                continue
            try:
                path.replace(target)
            except BaseException:
                with suppress(OSError):
                    (target.rmdir if folder else target.unlink)()
                raise
            return f"it was set aside as {target.name}"
    except (OSError, ValueError) as error:
        return f"it could not be set aside: {getattr(error, 'strerror', None) or error}"
    return f"it could not be set aside: there are {_MAX_NAMES - 1} beside it already"
