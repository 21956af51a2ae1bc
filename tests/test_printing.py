"""Printed text never controls the terminal, and an output that fails is reported once."""

import io
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.progress import Progress, TextColumn
from rich.table import Table
from rich.text import Text

from gpulife.printing import StandardOutputError, printable, say, say_on_stderr
from gpulife.rich_console import PlainConsole

HOSTILE = (
    "\x1b[2J\x9b31m\x07\r\n\t\0\x7f\u202e\u2066\u200b\ufeff\udcff\u2028[bold]x[/bold][link=http://x]y[/link]:smile:"
)


def is_harmless(text: str) -> bool:
    """Return True if a text has no control or format characters, lone surrogates or unusual line ends."""
    return not any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") for each in text if each != "\n")


@given(st.text(st.characters(codec=None), max_size=50))  # surrogates included
def test_printable_has_no_control_characters(text: str) -> None:
    shown = printable(text)
    assert is_harmless(shown)
    assert "\n" not in shown
    assert printable(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "Müller & Söhne",
        "生命 游戏",
        "жизнь",
        "حياة",
        "जीवन",
        "🦠🧫",
        "a\N{NO-BREAK SPACE}b",
        "\N{IDEOGRAPHIC SPACE}",
        r"C:\x1b",
    ],
)
def test_letters_of_all_scripts_stay(name: str) -> None:
    assert printable(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("\x9b31m", r"\x9b31m"),
        ("a\nb", r"a\nb"),
        ("\u202egpj.exe", r"\u202egpj.exe"),
        ("\u2066\u2069", r"\u2066\u2069"),
        ("a\u200bb", r"a\u200bb"),
        ("\udcff", r"\udcff"),
    ],
)
def test_control_characters_become_codes(name: str, shown: str) -> None:
    assert printable(name) == shown


def test_say_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    say(HOSTILE, "second")
    say_on_stderr(HOSTILE)
    said = capsys.readouterr()
    assert said.out == printable(HOSTILE) + "\nsecond\n"
    assert said.err == f"{printable(HOSTILE)}\n"


def test_console_prints_text_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    console = PlainConsole()
    table = Table(HOSTILE)
    table.add_row(HOSTILE)
    console.print(table, HOSTILE, Text(HOSTILE), Text.assemble((HOSTILE, "bold")), soft_wrap=True)
    with Progress(TextColumn(HOSTILE, markup=False), console=console) as bar:
        bar.add_task("x")
    assert is_harmless(out.getvalue())
    assert "[bold]x[/bold][link=http://x]y[/link]:smile:" in out.getvalue()


class Full(io.StringIO):
    tried = 0

    def write(self, _: str) -> int:
        self.tried += 1
        raise OSError(28, "No space left on device")


class Gone(io.StringIO):
    tried = 0

    def write(self, _: str) -> int:
        self.tried += 1
        raise BrokenPipeError


@pytest.mark.parametrize("print_", [say, lambda text: PlainConsole().print(text)])
def test_failing_output_is_an_error(print_: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Full())
    with pytest.raises(StandardOutputError, match=r"^cannot write standard output: No space left on device$"):
        print_("text")
    monkeypatch.setattr("sys.stdout", Gone())
    with pytest.raises(BrokenPipeError):
        print_("text")


def test_failing_error_output_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Full, Gone):
        stream = kind()
        monkeypatch.setattr("sys.stderr", stream)
        say_on_stderr("text")
        assert stream.tried == 1
        PlainConsole(stderr=True).print("text")
        assert stream.tried >= 2
