"""The matrices of Oklab (https://bottosson.github.io/posts/oklab/), in which equal distances look equally different."""

import numpy as np

RGB_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
"""Converts linear sRGB to the responses of the three kinds of cones."""
CONES_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""Converts cube roots of the cones' responses to lightness, a and b."""
