"""Write src/variorum/po/linebreak.toml by asking the libunistring that is installed.

    python tests/bench/make_linebreak.py > src/variorum/po/linebreak.toml

Characters that behave alike beside every other class are one class, named after a
member; the pair table is asked for one character a class.  A newer libunistring (a newer
Unicode) gives newer data; the tests then say where msgcat and the writer disagree.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys

MEMBERS = {
    **{"AL": "a", "BA": "‐", "B2": "—", "BB": "´", "CL": "}", "CP": ")", "EX": "!"},
    **{"GL": "\xa0", "H2": "가", "H3": "각", "HL": "א", "HY": "-", "ID": "一", "IN": "…"},
    **{"IS": ",", "JL": "ᄀ", "JT": "ᆨ", "JV": "ᅡ", "NS": "゛", "NU": "1", "OP": "("},
    **{"OW": "（", "PO": "%", "PR": "$", "QU": '"', "RI": "\U0001f1e6", "SY": "/"},
    **{"EB": "☝", "EM": "\U0001f3fb", "CM": "\u0301", "ZJ": "\u200d", "WJ": "\u2060"},
    **{"ZW": "\u200b", "SP": " ", "BK": "\u2028"},
}
PAIRED = [name for name in MEMBERS if name not in ("SP", "BK")]
POINTS = [c for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000 and c not in (10, 13)]


def main() -> None:
    library = ctypes.CDLL(ctypes.util.find_library("unistring") or "libunistring.so.2")
    # Since 1.0 the old name is kept for old programs and answers without CR LF rules.
    look = getattr(library, "u32_possible_linebreaks_v2", library.u32_possible_linebreaks)
    look.restype = None

    def breaks(points: list[int]) -> bytes:
        text = (ctypes.c_uint32 * len(points))(*points)
        answer = ctypes.create_string_buffer(len(points))
        look(text, ctypes.c_size_t(len(points)), b"UTF-8", answer)
        return answer.raw

    signs = [bytearray() for _ in POINTS]
    for member in MEMBERS.values():
        for before, after in (([1], []), ([], [1]), ([1, 32], []), ([], [32, 1])):
            before = [ord(member) if c == 1 else c for c in before]
            after = [ord(member) if c == 1 else c for c in after]
            size = len(before) + 1 + len(after)
            answer = breaks([c for point in POINTS for c in (*before, point, *after, 10)])
            for i, sign in enumerate(signs):
                sign += answer[i * (size + 1) : i * (size + 1) + size]
    groups: dict[bytes, list[int]] = {}
    for point, sign in zip(POINTS, signs, strict=True):
        groups.setdefault(bytes(sign), []).append(point)

    print("# Line breaking as libunistring does it: the classes of Unicode Standard Annex 14,")
    print("# which pairs of them may be parted, and how many columns a character takes.")
    print("# Made by tests/bench/make_linebreak.py; ranges are hexadecimal code points.")
    print("# Class AL is every character not named; H2 and H3 are computed.\n")
    print("# D: a break may stand between the two; I: only after a space; P: never.")
    print("[pairs]")
    print(f'columns = "{" ".join(PAIRED)}"')
    for left in PAIRED:
        row = ""
        for right in PAIRED:
            a, b = ord(MEMBERS[left]), ord(MEMBERS[right])
            row += {(2, 2): "D", (1, 2): "I", (1, 1): "P"}[breaks([a, b])[1], breaks([a, 32, b])[2]]
        print(f'{left} = "{row}"')
    print("\n[classes]")
    for points in groups.values():
        names = [name for name, member in MEMBERS.items() if ord(member) in points]
        if len(names) != 1:
            sys.exit(f"a class with the names {names}: name a member of it")
        if names[0] not in ("AL", "H2", "H3"):
            print(f'{names[0]} = "{ranges(points)}"')
    print("\n[columns]")
    library.uc_width.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    widths = [(point, library.uc_width(point, b"UTF-8")) for point in POINTS]
    print(f'none = "{ranges([p for p, w in widths if w <= 0])}"')
    print(f'two = "{ranges([p for p, w in widths if w == 2])}"')


def ranges(points: list[int]) -> str:
    out: list[list[int]] = []
    for point in points:
        if out and point == out[-1][1] + 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in out)


if __name__ == "__main__":
    main()
