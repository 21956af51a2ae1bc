"""The public surface: each name is on the library's page, and the page's programs run."""

import inspect
import re
from pathlib import Path

import pytest

import gpulife

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "library.md").read_text(encoding="utf-8")


def public_members():
    """Yield (name, object) of all that the page has to name: functions, classes, methods and properties."""
    for name in gpulife.__all__:
        value = getattr(gpulife, name)
        yield name, value
        if inspect.isclass(value) and value is not gpulife.GpulifeError:
            yield from ((each, member) for each, member in vars(value).items() if not each.startswith("_"))


def test_page_names_everything_public():
    missing = [
        name for name, _ in public_members() if not name.startswith("__") and not re.search(rf"\b{name}\b", PAGE)
    ]
    assert not missing


def test_names_on_the_page_are_there():
    members = dict(public_members())
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.M)
    calls = re.findall(r"([\w.]+)\(([^()]*)\)", " ".join(row for row in rows if "gpulife" not in row))
    assert len(calls) > 20
    for name, arguments in calls:
        value = members.get(name.rpartition(".")[2]) or inspect.getattr_static(gpulife, name, None)
        if name == "numpy.asarray":
            continue
        value = getattr(value, "__func__", value)
        known = inspect.signature(value).parameters
        for argument in filter(None, arguments.split(", ")):
            assert argument.partition("=")[0] in known, f"{name} has no argument {argument}"


def test_programs_of_the_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    space = {}
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S):
        exec(compile(block, "library.md", "exec"), space)  # noqa: S102 - the page is ours
    printed = capsys.readouterr().out.splitlines()
    assert f"`{printed[0]}`" in PAGE
    assert (tmp_path / "film.gif").stat().st_size > 1000
    for value in space.values():
        if isinstance(value, gpulife.Universe):
            value.close()


def test_unknown_names_are_refused():
    assert set(gpulife.__all__) <= set(dir(gpulife))
    with pytest.raises(AttributeError, match="no attribute 'Universes'"):
        gpulife.Universes  # noqa: B018
