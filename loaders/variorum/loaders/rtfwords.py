"""The words of Rich Text that say something of its text (RTF 1.9.1, Microsoft 2008)."""

from __future__ import annotations

# Where the words of a group go that are none of the text.
SKIPPED, FONTS, STYLES, AUTHORS = "skipped", "fonts", "styles", "authors"
CODE, ANCHOR, NUMBER, AUTHOR = "code", "anchor", "number", "author"
TEXT = "text"
PLACES = {
    "fonttbl": FONTS,
    "stylesheet": STYLES,
    "revtbl": AUTHORS,
    "fldinst": CODE,
    "bkmkstart": ANCHOR,
    "listtext": NUMBER,
    "pntext": NUMBER,
    "atnauthor": AUTHOR,
    **dict.fromkeys(
        (
            *("colortbl", "info", "pict", "nonshppict", "shprslt", "objdata", "sp", "pntxta"),
            *("pntxtb", "xe", "tc", "tcn", "rxe", "filetbl", "bkmkend", "atnid", "nonesttables"),
            *("listtable", "listoverridetable", "rsidtbl", "template", "background", "fontemb"),
        ),
        SKIPPED,
    ),
}
# Groups that a reader may pass over, and that hold text or what the text needs.
STARRED = frozenset(
    (
        *("revtbl", "fldinst", "bkmkstart", "atnauthor", "annotation", "shpinst", "shptxt"),
        *("nesttableprops", "footnote"),
    )
)
MARGINS = frozenset(f"{name}{side}" for name in ("header", "footer") for side in ("", *"lrf"))
CHARACTERS = {
    **{"tab": "\t", "line": "\n", "lquote": "‘", "rquote": "’", "ldblquote": "“"},
    **{"rdblquote": "”", "bullet": "•", "endash": "–", "emdash": "—", "emspace": "\u2003"},
    **{"enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c"},
    **{"zwbo": "\u200b", "zwnbo": "\u2060"},
}
# Words that say how letters look, and those that say how they are laid out; of the two thousand
# others most say nothing that is read here.
LOOKS = ("b", "fs", "v", "deleted", "revauthdel", "f", "plain", "uc", "ansicpg", "deff")
LAYS_OUT = ("par", "sect", "page", "pard", "s", "outlinelevel", "ilvl", "pnlvl", "intbl")
KNOWN = frozenset(
    word.encode()
    for word in (
        *(*PLACES, *STARRED, *MARGINS, *CHARACTERS, *LOOKS, *LAYS_OUT),
        *("mac", "pc", "pca", "cell", "nestcell", "row", "trowd", "trhdr", "field", "fldrslt"),
        *("fcharset", "cpg", "cs", "ds", "ts"),
    )
)
SIGNS = {b"~": "\u00a0", b"-": "\u00ad", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\"}
