"""Make hostile inputs from good ones: random changes of bytes and texts, with correct checksums and structure."""

from __future__ import annotations

import gzip
import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any

Mutation = Callable[[Random, bytes], bytes]

MAX_BYTES = 1 << 20
"""Maximum size of an input, so that none is slow only because of its length."""
_MAX_REPEATED = 1 << 16
_DEEP = "@deep@"
_MAX_DEEP = 20
"""Maximum number of ``@deep@`` markers in an input; repeating lines could make thousands."""
_NUMBERS = (
    *("-1", "0", "1", "2", "7", "255", "256", "999999999", "1000000000", "2147483648", "4611686018427387904"),
    *("9223372036854775807", "18446744073709551616", "1e999", "-0", "0x10", "1.5", "nan", "inf", "9" * 400, "9" * 6000),
)
_VALUES: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 3, 255, 256, 1 << 31, 1 << 53, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 64, 10**400, -(10**18)),
    *(0.5, -0.5, 1e308, float("inf"), float("-inf"), float("nan"), True, False, None),
    *("", "x", "x" * 10_000, "\0", "\ud800", "\n", "-1", "Life", "1 0", _DEEP),
)
_ZIP_NAMES = (
    "../*",
    "/*",
    "a/../../*",
    "C:\\\\*",
    "*/",
    "//*",
    "a" * 600 + "*",
    "\u202e*",
    "a/" * 300 + "*",
    ".rle",
    "*.zip",
)
_HOLDERS = ("[]", "{}", "[[]]", '{"": {}}', f"[{'0,' * 30_000}0]")
_BYTES = (b"\0", b"\xff", b"\x80", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\0\0\0\0\x80", b"\n", b"[" * 2000)


def any_bytes(random: Random, data: bytes) -> bytes:
    """Change, insert, remove, repeat or cut off a few bytes."""
    result = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at = random.randrange(len(result) + 1)
        end = min(len(result), at + random.choice((1, 1, 2, 4, 16, 200)))
        match random.randrange(7):
            case 0 | 1 if at < len(result):
                result[at] = random.randrange(256)
            case 2 if at < len(result):
                result[at] ^= 1 << random.randrange(8)
            case 3:
                piece = random.choice(_BYTES)
                result[at : at + random.choice((0, len(piece)))] = piece
            case 4:
                del result[at:end]
            case 5:
                result[at:at] = result[at:end] * random.choice((1, 1, 2, 50))
            case _:
                del result[at if random.random() < 0.3 else len(result) :]
    return bytes(result)


def text_of(*words: str) -> Mutation:
    """Return a change of a text: other numbers and words, lines repeated, exchanged or removed, or any bytes."""

    def change(random: Random, data: bytes) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        for _ in range(random.choice((1, 1, 2, 4))):
            text = text[:MAX_BYTES]
            match random.randrange(6):
                case 0 | 1:
                    text = _replaced(random, text, r"[0-9]+", _NUMBERS)
                case 2:
                    text = _replaced(
                        random, text, r"[A-Za-z_]+|\"[^\"]*\"|\[[^\]]*\]", (*words, *_NUMBERS, _DEEP, '""')
                    )
                case 3:
                    lines = text.splitlines(keepends=True) or [""]
                    at = random.randrange(len(lines))
                    lines[at : at + 1] = [lines[at]] * random.choice(
                        (0, 2, 2, 1 + _MAX_REPEATED // (1 + len(lines[at])))
                    )
                    if random.random() < 0.3:
                        random.shuffle(lines)
                    text = "".join(lines)
                case 4:
                    at = random.randrange(len(text) + 1)
                    text = text[:at] + random.choice((*words, *_NUMBERS, "\0", "é", "\u202e", " " * 500)) + text[at:]
                case _:
                    text = any_bytes(random, text.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
        return text.replace(_DEEP, "[" * 20_000, _MAX_DEEP).encode("utf-8", "surrogateescape")

    return change


def _replaced(random: Random, text: str, pattern: str, choices: Sequence[str]) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = random.choice(found)
    return text[: match.start()] + random.choice(choices) + text[match.end() :]


def packed(change: Mutation) -> Mutation:
    """Change the content of a gzip file, or the file itself."""

    def repack(random: Random, data: bytes) -> bytes:
        if random.random() < 0.3:
            return any_bytes(random, data)
        return gzip.compress(change(random, gzip.decompress(data)), 1, mtime=0)

    return repack


def zip_entries(random: Random, data: bytes) -> bytes:
    """Change entries of an .npz file with correct checksums, or the file itself."""
    if random.random() < 0.3:
        return any_bytes(random, data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    file = io.BytesIO()
    chosen = random.choice(list(entries))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, entry in entries.items():
            if name == chosen:
                match random.randrange(5):
                    case 0:
                        continue
                    case 1:
                        entry = entries[random.choice(list(entries))]
                    case 2:
                        entry = _numpy_header(random, entry)
                    case 3:
                        entry = entry[:128] + any_bytes(random, entry[128:])
                    case _:
                        entry = any_bytes(random, entry)
            archive.writestr(name, entry)
    return file.getvalue()


def files_of_zip(random: Random, data: bytes) -> bytes:
    """Change files or names in a zip file, or its bytes."""
    if random.random() < 0.5:
        return any_bytes(random, data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [(info.filename, archive.read(info)) for info in archive.infolist()] or [("a.rle", b"")]
    for _ in range(random.choice((1, 1, 3))):
        at = random.randrange(len(files))
        name, content = files[at]
        match random.randrange(6):
            case 0:
                name = random.choice(_ZIP_NAMES).replace("*", name)
            case 1:
                content = any_bytes(random, content)
            case 2:
                content = bytes(random.choice((1 << 10, 1 << 24))) + content
            case 3:
                files += [(f"{number}.rle", content[:99]) for number in range(random.choice((1, 50, 2000)))]
            case 4:
                content = data
            case _:
                name = any_bytes(random, name.encode()).decode("utf-8", "replace")
        files[at] = name, content
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        warnings.simplefilter("ignore")  # a name that comes twice
        for name, content in files:
            archive.writestr(name.partition("\0")[0] or "x", content)
    return file.getvalue() if random.random() < 0.8 else any_bytes(random, file.getvalue())


def _numpy_header(random: Random, entry: bytes) -> bytes:
    """Change the text of an array's header, with its correct length."""
    text = text_of("|O", "<f8", "True", "(" * 50, "lambda", "'''", "1L")(random, entry[10:128])[:9000]
    return entry[:8] + struct.pack("<H", len(text)) + text + entry[128:]


def chunks_of_png(random: Random, data: bytes) -> bytes:
    """Change chunks of a PNG, with correct checksums."""
    if random.random() < 0.3:
        return any_bytes(random, data)
    chunks, at = [], 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    which = random.randrange(len(chunks))
    kind, content = chunks[which]
    if random.random() < 0.2:
        kind = random.choice((b"PLTE", b"tRNS", b"eXIf", b"iCCP", b"zTXt", b"fcTL", b"fdAT", b"acTL", b"IEND", b"gAMA"))
    chunks[which : which + 1] = [(kind, any_bytes(random, content))] * random.choice((0, 1, 1, 1, 1, 2))
    return data[:8] + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


def parts_of_save_file(random: Random, data: bytes) -> bytes:
    """Change parts of a session's file (see ``gpulife.storage.save_file``), with correct checksums."""
    if random.random() < 0.2:
        return any_bytes(random, data)
    head, parts = data[:10], _split(data[10:])
    names = list(parts)
    for name in random.sample(names, random.choice((1, 1, 1, 2)) if len(names) > 1 else 1):
        parts[name] = _changed_part(random, parts[name])
    if random.random() < 0.03:
        parts.pop(random.choice(names))
    return head + b"".join(_joined(name, part) for name, part in parts.items())


def _changed_part(random: Random, part: bytes) -> bytes:
    if part.startswith(b"PK"):
        return zip_entries(random, part)
    try:
        value = json.loads(zlib.decompress(part))
    except (zlib.error, ValueError):
        return any_bytes(random, part)
    if random.random() < 0.1:
        return zlib.compress(any_bytes(random, json.dumps(value).encode()), 1)
    for _ in range(random.choice((1, 1, 2, 5))):
        value = changed_json(random, value)
    text = json.dumps(value).replace(f'"{_DEEP}"', "[" * 50_000, _MAX_DEEP)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def _split(data: bytes) -> dict[bytes, bytes]:
    parts = {}
    while data:
        name = data[1 : 1 + data[0]]
        start = 1 + data[0] + 8 + 16
        size = int.from_bytes(data[1 + data[0] : 9 + data[0]], "little")
        parts[name], data = data[start : start + size], data[start + size :]
    return parts


def _joined(name: bytes, part: bytes) -> bytes:
    digest = blake2b(name, digest_size=16)
    digest.update(part)
    return bytes([len(name)]) + name + len(part).to_bytes(8, "little") + digest.digest() + part


def changed_json(random: Random, value: Any) -> Any:
    """Return a value with one value inside it changed, removed or repeated."""
    holders = [holder for holder in _holders(value) if holder]
    if not holders or random.random() < 0.02:
        return random.choice(_VALUES)
    holder = random.choice(holders)
    key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match random.randrange(10):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            size = len(json.dumps(holder[key], default=str))
            holder[key:key] = [holder[key]] * random.choice((1, 1, 5, 1 + _MAX_REPEATED // size))
        case 2 if isinstance(holder, dict):
            holder[random.choice(("x", "", "0", "a" * 500))] = holder[key]
        case 3:
            other = json.dumps(random.choice(holders))
            holder[key] = json.loads(other) if len(other) < _MAX_REPEATED else 0
        case 4 if type(holder[key]) in (int, float):
            holder[key] = random.choice((holder[key] + 1, holder[key] - 1, -holder[key], holder[key] * 10**6))
        case 5:
            holder[key] = json.loads(random.choice(_HOLDERS))
        case _:
            holder[key] = random.choice(_VALUES)
    return value


def _holders(value: Any) -> list[Any]:
    found, waiting = [], [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict | list):
            found.append(each)
            waiting += each.values() if isinstance(each, dict) else each
    return found


def json_text(random: Random, data: bytes) -> bytes:
    """Return a JSON file with other values, or any text."""
    if random.random() < 0.3:
        return text_of("null", "true", "NaN", "Infinity", "{}", "[]")(random, data)
    changed = json.dumps(changed_json(random, json.loads(data)))
    return changed.replace(f'"{_DEEP}"', "[" * 50_000, _MAX_DEEP).encode("utf-8", "surrogatepass")
