"""The section Files of the panel Universe: open and save, replays, pictures and films."""

from collections.abc import Iterator
from pathlib import Path

from gpulife.input.commands import (
    BoardPicture,
    CommandOrAction,
    Film,
    Open,
    Record,
    Save,
    SaveAs,
    Screenshot,
    ShowFolder,
)
from gpulife.printing import printable
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import drop_down, request_buttons, tooltip


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Files, with buttons to open and save files; yield the user's requests."""
    yield from request_buttons({"Open": Open(), "Save": Save(), "Save as": SaveAs()})
    if recent := snapshot.settings.recent_files:
        labels = {f"{printable(Path(path).name)}##{number}": path for number, path in enumerate(recent)}
        if chosen := drop_down("recent files", "Open recent", labels):
            yield Open(labels[chosen])
        tooltip("Recently opened or saved files")
    yield from request_buttons({"Save replay": Record(), "Screenshot": Screenshot()})
    yield from request_buttons(
        {"Stop filming" if snapshot.filming else "Film": Film(), "Picture of board": BoardPicture()}
    )
    yield from request_buttons({"Show in folder": ShowFolder(recent[0] if recent else "")})
    tooltip("Show the last file, or the folder of saved boards, in the file manager")
