"""How often given words stand in a long text: each word read as one number, none made a string."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

LONGEST = 8  # bytes of a word that is one number
_SPACE = 0x20
_FEWEST_BITS = 12


class WordCounts:
    """Counts `words` of at most `LONGEST` bytes in UTF-8, stretch of text after stretch."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = list(words)
        numbers = [int.from_bytes(word.encode(), "little") for word in self._words]
        codes = np.array(numbers, np.dtype("<u8"))
        # Each word has a slot of its own by a hash; the slots, of which most are empty, hold only
        # which word it is, and an empty one the first word.
        self._bits = _FEWEST_BITS
        while len(np.unique(self._slots(codes))) < len(codes):
            self._bits += 1
        self._word_at = np.zeros(1 << self._bits, np.min_scalar_type(len(codes)))
        self._word_at[self._slots(codes)] = np.arange(len(codes))
        self._codes = codes
        self._times = np.zeros(len(codes), np.int64)
        self._masks = np.array([(1 << 8 * n) - 1 for n in range(LONGEST + 1)], np.dtype("<u8"))

    def add(self, text: bytes) -> None:
        """Count the words of a text (UTF-8), which are parted by spaces and nothing else."""
        if not self._words:
            return
        padded = b" %b %b" % (text, bytes(LONGEST))
        spaces = np.flatnonzero(np.frombuffer(padded, np.uint8) == _SPACE)
        lengths = np.diff(spaces) - 1
        short = np.flatnonzero((lengths > 0) & (lengths <= LONGEST))
        # The eight bytes from each place on; of those from where a word starts only its own are kept.
        eight: npt.NDArray[np.uint64] = np.ndarray(
            (len(padded) - LONGEST + 1,), np.dtype("<u8"), padded, strides=(1,)
        )
        found = eight[spaces[short] + 1] & self._masks[lengths[short]]
        which = self._word_at[self._slots(found)]
        told = which[self._codes[which] == found]
        self._times += np.bincount(told, minlength=len(self._times))

    def _slots(self, codes: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        slots = codes * np.uint64(0x9E3779B97F4A7C15)
        slots >>= np.uint64(64 - self._bits)
        return slots.view(np.int64)

    @property
    def counts(self) -> dict[str, int]:
        """How often each word was found."""
        return dict(zip(self._words, self._times.tolist(), strict=True))
