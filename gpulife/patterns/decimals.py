"""Parses all decimal numbers in a text at once: run counts of RLEs, and nodes of macrocell files."""

import numpy as np
from numpy.typing import NDArray

MAX_DIGITS = 9


def read_decimals(
    text: NDArray[np.uint8], is_digit: NDArray[np.bool_], last_digits: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers whose last digits are at ``last_digits``, and which of them have more than MAX_DIGITS.

    Args:
        text: the bytes of the text.
        is_digit: which of the bytes are digits.
        last_digits: indices of the numbers' last digits.
    """
    numbers = np.zeros(last_digits.size, np.int64)
    unfinished, at = np.arange(last_digits.size), last_digits
    for power in range(MAX_DIGITS):
        numbers[unfinished] += 10**power * (text[at] - np.int64(ord("0")))
        more = np.flatnonzero((at > 0) & is_digit[at - 1])
        unfinished, at = unfinished[more], at[more] - 1
        if not more.size:
            break
    return numbers, unfinished
