"""How often given words stand in a long text: each word read as one number, none made a string."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

LONGEST = 8  # bytes of a word that is one number
_SPACE = 0x20


class WordCounts:
    """Counts `words` of at most `LONGEST` bytes in UTF-8, stretch of text after stretch."""

    def __init__(self, words: Iterable[str]) -> None:
        numbers = {int.from_bytes(word.encode(), "little"): word for word in words}
        self._numbers = np.array(sorted(numbers), np.dtype("<u8"))
        self._words = [numbers[number] for number in self._numbers.tolist()]
        self._times = np.zeros(len(numbers), np.int64)
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
        at = np.searchsorted(self._numbers, found)
        at[at == len(self._numbers)] = 0
        self._times += np.bincount(at[self._numbers[at] == found], minlength=len(self._numbers))

    @property
    def counts(self) -> dict[str, int]:
        """How often each word was found."""
        return dict(zip(self._words, self._times.tolist(), strict=True))
