"""Damaged files that are renamed."""

from pathlib import Path

import pytest

from gpulife.storage.atomic_io import set_aside


def test_file_is_renamed(tmp_path: Path) -> None:
    (tmp_path / "a.save").write_text("broken")
    assert set_aside(tmp_path / "a.save") == "it was set aside as a.save.bad"
    assert not (tmp_path / "a.save").exists()
    assert (tmp_path / "a.save.bad").read_text() == "broken"


def test_earlier_files_stay(tmp_path: Path) -> None:
    for content in ("first", "second", "third"):
        (tmp_path / "a.save").write_text(content)
        set_aside(tmp_path / "a.save")
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {"a.save.bad": "first", "a.save.bad.2": "second", "a.save.bad.3": "third"}


def test_links_are_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (tmp_path / "a.save").symlink_to(precious)
    (tmp_path / "a.save.bad").symlink_to(tmp_path / "nothing")
    assert set_aside(tmp_path / "a.save") == "it was set aside as a.save.bad.2"
    assert precious.read_text() == "precious"
    assert (tmp_path / "a.save.bad.2").is_symlink()
    assert (tmp_path / "a.save.bad").is_symlink()
    assert not (tmp_path / "nothing").exists()


def test_a_folder_in_its_place_is_renamed(tmp_path: Path) -> None:
    (tmp_path / "a.save" / "inside").mkdir(parents=True)
    assert set_aside(tmp_path / "a.save") == "it was set aside as a.save.bad"
    assert (tmp_path / "a.save.bad" / "inside").is_dir()


@pytest.mark.parametrize("name", ["missing", "x" * 254, "a\0b"])
def test_failed_rename_leaves_nothing(tmp_path: Path, name: str) -> None:
    assert set_aside(tmp_path / name).startswith("it could not be set aside: ")
    assert list(tmp_path.iterdir()) == []
