"""README.md, CONTRIBUTING.md and docs: their links and commands are valid."""

import argparse
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from gpulife.cli.main import COMMANDS, build_parser
from gpulife.errors import GpulifeError
from gpulife.input.controls import CONTROLS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]

FENCED = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.M | re.S)
INDENTED = re.compile(r"(?:^(?: {4}[^\n]*)?\n)+", re.M)
SHELLS = ("", "sh", "bash", "shell", "console", "ini")
COMMAND = re.compile(
    r"^(?:\$ |ExecStart=|(?:\w+=\S+ )*(?:mpiexec .*?|srun .*?)?)(?:\S*/bin/)?(?:gpulife|\./gpulife\.sh) +(.*)"
)
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: +(\S+)|(?:href|src)=\"([^\"]+)\"", re.M)
KEY = re.compile(r"\b(?:(?:Ctrl|Shift|Alt)\+)+(?!Shift\b)(?:[A-Z]\w*|[0-9=])|\bF(?:[1-9]|1[0-2])\b")
PAD = re.compile(r"\b(?:LT|Back)\+[A-Z]+\w*")
INLINE = re.compile(r"`(?:gpulife|\./gpulife\.sh) +([^`]+)`")


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def without_code(text):
    return re.sub(r"`(?:[^`\n]|\n(?!\n))*`", "", INDENTED.sub("\n", FENCED.sub("", text)))


@cache
def anchors(page):
    """Return the anchors that GitHub makes of the headings."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ +(.*?) *$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text):
    """Yield the broken relative links of a page."""
    for link in ("".join(groups) for groups in LINK.findall(without_code(text))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


def commands(text) -> Iterator[str]:
    """Yield the arguments of each command of gpulife in the code blocks of a page."""
    blocks = [block for language, block in FENCED.findall(text) if language in SHELLS]
    rest = FENCED.sub("", text)
    blocks += [re.sub(r"^ {4}", "", block, flags=re.M) for block in INDENTED.findall(rest)]
    for block in blocks:
        for line in re.sub(r" *\\\n *", " ", block).splitlines():
            if found := COMMAND.match(line):
                yield found[1].replace("%i", "1")  # systemd's number of an instance


def parse(arguments):
    """Parse the arguments as the program does.

    Raises:
        GpulifeError: they are wrong.
    """
    words = shlex.split(arguments, comments=True)
    if words[:1] == ["test"]:  # of gpulife.sh
        return
    if words and words[0] not in COMMANDS and Path(words[0]).suffix:  # gpulife FILE
        words = ["open", *words]
    with suppress(SystemExit):  # by --help
        build_parser().parse_args(words, argparse.Namespace(argv=()))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_pictures_exist(page):
    assert list(broken_links(page, page.read_text(encoding="utf-8"))) == []


def test_broken_link_is_found():
    text = (
        "[a](docs/nowhere.md) ![b](docs/title.png) `[c](d)` [e](docs/guide/play.md#no) [f](docs/guide/play.md#biowar)"
    )
    assert list(broken_links(ROOT / "README.md", text)) == ["docs/nowhere.md", "docs/guide/play.md#no"]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_in_code_blocks_are_valid(page, monkeypatch):
    monkeypatch.chdir(ROOT)  # where the pages say to type them
    wrong = []
    for arguments in commands(page.read_text(encoding="utf-8")):
        try:
            parse(arguments)
        except GpulifeError as error:
            wrong.append(f"gpulife {arguments}: {error}")
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_options_in_page_texts_exist(page):
    known = options()
    for words in INLINE.findall(page.read_text(encoding="utf-8")):
        command, *rest = words.split()
        names = known[command] if command in COMMANDS else known[""]
        assert [word for word in rest if word.startswith("--") and word not in names] == [], words


@cache
def options():
    """Return the names of each command's options."""
    parser = build_parser()
    found = {"": set(parser._option_string_actions)}
    (subparsers,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in subparsers.choices.items():
        command.declare()
        found[name] = set(command._option_string_actions)
    return found


def test_the_guide_has_commands():
    found = [
        line for page in PAGES if page.parent.name == "guide" for line in commands(page.read_text(encoding="utf-8"))
    ]
    assert len(found) > 80
    assert {line.split()[0] for line in found} >= set(COMMANDS) - {"open", "list", "doctor"}


@pytest.mark.parametrize("page", PAGES[2:], ids=name_of)
def test_keys_in_pages_match_controls(page):
    keys = {key for control in CONTROLS for key in control.keys}
    pads = {pad for control in CONTROLS for pad in control.pads}
    text = without_code(page.read_text(encoding="utf-8"))
    assert [key for key in KEY.findall(text) if key.replace("=", "Equal") not in keys] == []
    assert [pad for pad in PAD.findall(text) if pad.lower() not in pads] == []


@pytest.mark.parametrize("arguments", ["run glider", "run glider -g 4 --fast", "ran glider -g 4 -o a.rle", "indentify"])
def test_wrong_command_is_found(arguments):
    with pytest.raises(GpulifeError):
        parse(arguments)
