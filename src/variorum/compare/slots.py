"""The numbers of tokens, most of them known by their bytes and never made a string.

A token of at most `LONGEST` bytes is two numbers of 64 bits, its length in the second.  A hash of
them names the slot that has the number of the first token which came there; what is in no slot, or
too long, is asked for by its name.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

LINE_END = 0  # the number of the token that a line end is
LONGEST = 15  # bytes of a token, in UTF-8
BITS = 17
_SPACE, _LINE_FEED = b" \n"
_CODE = np.dtype("<u8")
_EIGHT = 8  # bytes of a number
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_EIGHT + 1)], _CODE)


class Slots:
    """Cuts texts, whose tokens have the numbers that `number` gives for their names."""

    def __init__(self, number: Callable[[str], int]) -> None:
        self._number = number
        self._first = np.zeros(1 << BITS, _CODE)
        self._second = np.zeros(1 << BITS, _CODE)
        self._numbers = np.full(1 << BITS, -1, np.int32)

    def cut(self, text: str) -> Numbers:
        """The tokens of a text of whole lines, each line end a token too."""
        raw = text.encode("utf-8", "surrogatepass")
        signs = np.frombuffer(raw, np.uint8)
        ends = np.flatnonzero((signs == _SPACE) | (signs == _LINE_FEED))
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1] + 1])
        closes_line = signs[ends] == _LINE_FEED
        places = np.arange(len(ends)) + np.cumsum(closes_line) - closes_line
        ids = np.full(len(ends) + np.count_nonzero(closes_line), LINE_END, np.int32)
        ids[places] = self._numbered(raw, starts, ends - starts)
        return ids

    def _numbered(
        self, raw: bytes, starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]
    ) -> Numbers:
        # The eight bytes from each place on; of those from where a token starts only its own are kept.
        padded = raw + bytes(2 * _EIGHT)
        eight: Codes = np.ndarray((len(raw) + _EIGHT,), _CODE, padded, strides=(1,))
        first = eight[starts] & _MASKS[np.minimum(lengths, _EIGHT)]
        second = eight[starts + _EIGHT] & _MASKS[np.clip(lengths - _EIGHT, 0, _EIGHT)]
        short = lengths <= LONGEST
        second |= (lengths + 1).astype(_CODE) << np.uint64(8 * (_EIGHT - 1))  # no slot holds 0
        slots = _mixed(first, second)
        numbers = self._numbers[slots]
        known = (self._first[slots] == first) & (self._second[slots] == second) & short
        others = np.flatnonzero(~known)
        spans = zip(starts[others].tolist(), (starts + lengths)[others].tolist(), strict=True)
        numbers[others] = [
            self._number(raw[start:end].decode("utf-8", "surrogatepass")) for start, end in spans
        ]
        new = others[short[others] & (self._numbers[slots[others]] < 0)]
        self._numbers[slots[new]] = numbers[new]
        self._first[slots[new]] = first[new]
        self._second[slots[new]] = second[new]
        return numbers


def _mixed(first: Codes, second: Codes) -> npt.NDArray[np.int64]:
    """Slots by hash."""
    mixed = first * np.uint64(0x9E3779B97F4A7C15) ^ second * np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    mixed >>= np.uint64(64 - BITS)
    return mixed.view(np.int64)
