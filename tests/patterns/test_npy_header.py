"""Headers of numpy's arrays: what numpy writes is read as numpy reads it, and everything else is refused."""

import io
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib import format as npy

from gpulife.patterns.formats.npz_archive import HeaderError, NpyHeader, read_npy_header


def header_of(text: str) -> NpyHeader:
    data = text.encode("latin-1")
    return read_npy_header(io.BytesIO(b"\x93NUMPY\1\0" + struct.pack("<H", len(data)) + data))


@given(
    dtype=st.sampled_from(["|u1", "<i8", ">i4", "<u2", "<U17", "|i1"]),
    shape=st.lists(st.integers(0, 10**6), max_size=4),
)
def test_headers_from_numpy_are_read(dtype: str, shape: list[int]) -> None:
    file = io.BytesIO()
    npy.write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": tuple(shape)})
    end = file.tell()
    file.seek(0)
    assert read_npy_header(file) == NpyHeader(np.dtype(dtype), tuple(shape), end)
    assert file.tell() == end


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{'descr': '|u1', 'fortran_order': False, }\n",
        "{'descr': '|O', 'fortran_order': False, 'shape': (), }\n",
        "{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (), }\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3, 4, 5), }\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (" + "9" * 5000 + ",), }\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': " + "(" * 9000,
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)",
        "{'descr': '|u1', 'fortran_order': 1, 'shape': (1,), }\n",
        "{'descr': '|u1', 'fortran_order': True, 'shape': (1, 2), }\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), } + \0\n",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }",
        "'''",
    ],
)
def test_invalid_headers_are_refused(text: str) -> None:
    assert header_of("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }\n").shape == (1,)
    with pytest.raises(HeaderError):
        header_of(text)


@pytest.mark.parametrize("data", [b"", b"\x93NUMPY", b"\x93NUMPY\3\0\0\0\0\0", b"\x93NUMPY\2\0\xff\xff\xff\xff{}"])
def test_truncated_or_other_version_is_refused(data: bytes) -> None:
    with pytest.raises(HeaderError):
        read_npy_header(io.BytesIO(data))


@given(st.text(alphabet="{}()[]'\",: descrfotan_shpuUi18TFalseLx\0\n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(HeaderError):
        assert isinstance(header_of(text), NpyHeader)
