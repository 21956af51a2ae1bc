"""The content of an installation, from a wheel or from a checkout."""

import re
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import gpulife
from gpulife.resources import resource_folder

pytestmark = pytest.mark.installed

CHECKOUT = Path(__file__).parents[1]


@pytest.mark.parametrize("folder", ["presets", "shaders"])
def test_data_files_are_shipped(folder: str) -> None:
    shipped, ours = resource_folder(folder), CHECKOUT / folder
    names = sorted(path.relative_to(ours) for path in ours.rglob("*") if path.is_file())
    assert names
    assert [name for name in names if (ours / name).read_bytes() != (shipped / name).read_bytes()] == []


def test_unshipped_folder_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="'cellar'"):
        resource_folder("cellar")


def test_version_is_a_release_number() -> None:
    # PEP 440, less the epochs and local versions that gpulife does not use.
    assert re.fullmatch(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?", gpulife.__version__)
    assert distribution("gpulife").version == gpulife.__version__


def test_program_is_called_gpulife() -> None:
    (program,) = distribution("gpulife").entry_points.select(group="console_scripts")
    assert program.name == "gpulife"
    assert callable(program.load())


def test_licence_and_types_are_shipped() -> None:
    assert any(file.name == "LICENSE" for file in distribution("gpulife").files or ())
    assert (files("gpulife") / "py.typed").is_file()


@pytest.mark.parametrize(
    ("system", "machine", "sound"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", False),
        ("linux", "armv7l", False),
        ("darwin", "arm64", True),
        ("darwin", "x86_64", True),
        ("win32", "AMD64", True),
        ("win32", "ARM64", False),
    ],
)
def test_sound_is_a_dependency_where_it_has_wheels(system: str, machine: str, sound: bool) -> None:
    def brings(extra: str) -> bool:
        here = {"sys_platform": system, "platform_machine": machine, "extra": extra}
        wanted = [Requirement(line) for line in distribution("gpulife").requires or ()]
        return any(each.name == "miniaudio" and (each.marker is None or each.marker.evaluate(here)) for each in wanted)

    assert brings("") == sound
    assert brings("sound")
