"""Headers of numpy's arrays: what numpy writes is read as numpy reads it, and everything else is refused."""

import io
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib import format as npy

from gpulife.patterns.npy_header import HeaderError, NpyHeader, read_npy_header


def header_of(text: str, version: bytes = b"\1\0", form: str = "<H") -> NpyHeader:
    data = text.encode("latin-1")
    return read_npy_header(io.BytesIO(b"\x93NUMPY" + version + struct.pack(form, len(data)) + data))


@given(
    dtype=st.sampled_from(["|u1", "<i8", ">i4", "<u2", "<U17", "|i1"]),
    shape=st.lists(st.integers(0, 10**6), max_size=4),
    version=st.sampled_from([(1, 0), (2, 0)]),
)
def test_what_numpy_writes_is_read(dtype: str, shape: list[int], version: tuple[int, int]) -> None:
    file = io.BytesIO()
    write = npy.write_array_header_1_0 if version == (1, 0) else npy.write_array_header_2_0
    write(file, {"descr": dtype, "fortran_order": False, "shape": tuple(shape)})
    end = file.tell()
    file.seek(0)
    assert read_npy_header(file) == NpyHeader(np.dtype(dtype), tuple(shape), end)
    assert file.tell() == end


@pytest.mark.parametrize(
    "text",
    [
        '{"shape": (3,4), "descr": "|u1", "fortran_order": False}',
        "{'descr':'|u1','fortran_order':False,'shape':(3L, 4L),}\n",
    ],
)
def test_what_others_write_is_read(text: str) -> None:
    assert header_of(text) == NpyHeader(np.dtype("u1"), (3, 4), offset=10 + len(text))
    assert header_of(text, b"\2\0", "<I").size == 12


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{'descr': '|u1', 'fortran_order': False}",
        "{'descr': '|O', 'fortran_order': False, 'shape': ()}",
        "{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': ()}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3, 4, 5)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (" + "9" * 5000 + ",)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': " + "(" * 9000,
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)",
        "{'descr': '|u1', 'fortran_order': 1, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': True, 'shape': (1, 2)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)} + \0",
        "'''",
    ],
)
def test_what_is_no_header_is_refused(text: str) -> None:
    with pytest.raises(HeaderError):
        header_of(text)


@pytest.mark.parametrize("data", [b"", b"\x93NUMPY", b"\x93NUMPY\3\0\0\0\0\0", b"\x93NUMPY\2\0\xff\xff\xff\xff{}"])
def test_what_is_cut_off_or_of_another_version_is_refused(data: bytes) -> None:
    with pytest.raises(HeaderError):
        read_npy_header(io.BytesIO(data))


@given(st.text(alphabet="{}()[]'\",: descrfotan_shpuUi18TFalseLx\0\n", max_size=80))
def test_any_text_is_a_header_or_none(text: str) -> None:
    with suppress(HeaderError):
        assert isinstance(header_of(text), NpyHeader)
