"""Catalogue files: what is kept, and what is refused with its line."""

from __future__ import annotations

import codecs
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from po_samples import HEADER, assert_valid, catalogue, gnu, needs_gettext

from variorum import po
from variorum.model import VariorumError

LATIN2 = HEADER.replace("UTF-8", "ISO-8859-2")

KEPT = {
    "previous texts": catalogue(
        '#, fuzzy\n#| msgctxt "w.1"\n#| msgid "Wade slowly."\n'
        'msgctxt "w.2"\nmsgid "Wade."\nmsgstr "Gázolj."'
    ),
    "previous text of an obsolete message": catalogue(
        '#, fuzzy\n#~| msgid "Oldest."\n#~ msgctxt "k"\n#~ msgid "Old."\n#~ msgstr "Régi."'
    ),
    "details of an obsolete message": catalogue(
        '# mine\n#. theirs\n#: book/3\n#, fuzzy\n#~ msgid "Gone."\n#~ msgstr "Elment."'
    ),
    "percent and braces": catalogue(
        'msgid "Lose 30 % deserters, draw {two} cards."\nmsgstr ""',
        '#, no-python-format\nmsgid "30 % dice"\nmsgstr "30 % d"',
    ),
    "comments": catalogue(
        "# twice\n#\n#    indented  \n# twice\n#tight\n#. a comment of the program that is "
        'much longer than any line that a wrapped text may ever have\nmsgid "a"\nmsgstr "b"'
    ),
    "unknown headers, order and spelling": catalogue(
        'msgid "a"\nmsgstr "b"',
        header=HEADER.replace(
            '"Plural', '"X-Owl:night \\n"\n"x-lamp: 3\\n"\n"no colon here\\n"\n"Plural'
        ),
    ),
    "flags of the new kind": catalogue('#, fuzzy\n#= no-wrap, c-format\nmsgid "a"\nmsgstr "b"'),
    "a template's plural forms": catalogue(
        'msgid "one owl"\nmsgid_plural "%d owls"\nmsgstr[0] ""\nmsgstr[1] ""',
        header=HEADER.replace("s=2; plural=(n != 1)", "s=INTEGER; plural=EXPRESSION"),
    ),
    "a template's charset": catalogue(
        'msgid "árvíz"\nmsgstr ""', header=HEADER.replace("=UTF-8", "=CHARSET")
    ),
    "separators that end no line": catalogue(
        'msgid "a\u2028b\u2029c\x85d\x0be\x0cf"\nmsgstr "x\u2028y"'
    ),
    "no header": b'msgid "a"\nmsgstr "b"\n',
    "no newline at the end": catalogue('msgid "a"\nmsgstr "b"').rstrip(b"\n"),
    "CRLF": catalogue('# note\nmsgid "a"\nmsgstr ""\n"b "\n"c"').replace(b"\n", b"\r\n"),
    "mixed line ends": catalogue('# n\r\nmsgid "a"\r\nmsgstr "b"', 'msgid "c"\nmsgstr "d"'),
    "Latin-2, with a comment before the header": (
        "# Szerző: Őrs\n" + catalogue('msgid "a"\nmsgstr "őrség"', header=LATIN2).decode()
    ).encode("iso-8859-2"),
    "odd layout": catalogue(
        '  msgid   "a"  "b"\t"c"\n\n\n\t"d"\nmsgstr"e"msgid"f"msgstr"g"\n\n\n# left over\n'
    ),
    "nothing": b"",
    "only comments": b"# only\n\n#  comments",
}


@pytest.mark.parametrize("name", KEPT)
def test_an_untouched_file_keeps_its_bytes(name: str) -> None:
    assert po.serialise(po.parse(KEPT[name])) == KEPT[name]


@needs_gettext
@pytest.mark.parametrize("name", [n for n in KEPT if n not in ("nothing", "only comments")])
def test_msgcat_writes_our_layout_as_we_do(name: str) -> None:
    ours = po.serialise(po.parse(KEPT[name]), canonical=True).replace(b"\r\n", b"\n")
    if name == "a template's charset":
        ours = ours.replace(b"=CHARSET", b"=UTF-8")
    theirs = gnu("msgcat", data=ours)
    # msgcat of before 2025 takes the new flags for a comment.
    assert theirs.stdout.replace(b"# = ", b"#= ") == ours or b"#= " in ours, theirs.stderr


def test_every_field_is_read_and_a_change_keeps_the_others() -> None:
    data = catalogue(
        "# first\n#\n#.  two\n#.three\n#: a:1 b/c\n#: \u2068d e\u2069:4\n#, c-format, fuzzy\n"
        '#= no-wrap\n#| msgctxt "x"\n#| msgid "p"\n#| msgid_plural "q"\n'
        'msgctxt "k"\nmsgid ""\n"one "\n"owl"\nmsgid_plural "owls"\nmsgstr[0] "egy"\nmsgstr[1] ""',
        '# other\nmsgid   "kept"\nmsgstr ""\n"as "\n"it is"',
    )
    read = po.parse(data, "f.po")
    message = read.messages[1]
    assert message == po.Message(
        "one owl",
        ("egy", ""),
        "k",
        "owls",
        (" first", ""),
        (" two", "three"),
        ("a:1", "b/c", "\u2068d e\u2069:4"),
        ("c-format", "fuzzy"),
        ("no-wrap",),
        "x",
        "p",
        "q",
    )
    assert (message.line, message.fuzzy, message.translated) == (24, True, False)
    changed = replace(message, msgstr=("egy bagoly", "baglyok"))
    again = read.with_messages(changed if m is message else m for m in read.messages)
    assert po.parse(po.serialise(again)).messages == again.messages
    assert po.serialise(again).endswith(data[data.index(b"\n# other") :])
    plain = message.with_fuzzy(False)
    assert (plain.flags, plain.previous_msgid, plain.with_fuzzy(True).flags) == (
        ("c-format",),
        None,
        ("fuzzy", "c-format"),
    )


def test_messages_can_be_moved_dropped_and_added() -> None:
    read = po.parse(catalogue('msgid "a"\nmsgstr "1"', '\n\n# c\nmsgid "b"\nmsgstr "2"') + b"# end")
    head, first, second = read.messages
    new = po.Message("n", ("3",), comments=po.as_comments("by hand\n\nok"))
    moved = po.serialise(read.with_messages([second, head, new, first]))
    assert moved.decode() == (
        f'\n\n# c\nmsgid "b"\nmsgstr "2"\n\n{HEADER}\n# by hand\n#\n# ok\nmsgid "n"\nmsgstr "3"\n'
        '\nmsgid "a"\nmsgstr "1"\n# end'
    ).lstrip("\n")


def test_other_comments_of_the_program_leave_the_rest_as_it_was() -> None:
    body = 'msgctxt  "k"\nmsgid   "a"\nmsgstr ""\n"as"\n" it was"'
    read = po.parse(
        catalogue(
            f'#tight\n#. old\n#: x:1\n#, fuzzy\n#| msgid  "p"\n{body}', 'msgid "z"\nmsgstr ""'
        )
    )
    message = read.messages[1]
    same = po.with_head(message, references=("x:1",), extracted=("old",))
    assert same is message
    new = po.with_head(message, references=("y:2",), extracted=(), flags=())
    data = po.serialise(read.with_messages(new if m is message else m for m in read.messages))
    assert data == catalogue(f'#tight\n#: y:2\n#| msgid  "p"\n{body}', 'msgid "z"\nmsgstr ""')
    assert po.parse(data).messages[1] == new


def test_messages_of_files_with_other_line_ends_can_be_put_together() -> None:
    mixed = po.parse(catalogue('# n\r\nmsgid "a"\r\nmsgstr "b"'))
    windows = po.parse(catalogue().replace(b"\n", b"\r\n"))
    data = po.serialise(windows.with_messages([*windows.messages, mixed.messages[1]]))
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")


def test_memory_can_be_saved_and_the_messages_stay_the_same() -> None:
    read = po.parse(KEPT["previous texts"])
    lean = po.parse(KEPT["previous texts"], beside=read, keep_bytes=False)
    assert lean.messages == read.messages
    assert lean.messages[1].msgid == read.messages[1].msgid
    assert all(message.raw is None for message in lean.messages)


def test_every_shape_of_a_message_is_read_alike() -> None:
    plain = catalogue('# c\n#. d\n#: e\n#, fuzzy\nmsgctxt "k"\nmsgid ""\n"a\\n"\n"b"\nmsgstr "c"')
    odd = plain.replace(b"msgid ", b"msgid  ").replace(b"msgstr ", b"msgstr\t")
    assert po.parse(plain).messages == po.parse(odd).messages


def test_comments_are_made_of_text() -> None:
    assert po.as_comments("one\r\n\ntwo") == (" one", "", " two")


REFUSED = {
    "no closing quote": ('msgid "a"\nmsgstr "b', 14, "closing quote"),
    "twice": ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"', 16, "line 13"),
    "twice, once obsolete": ('msgid "a"\nmsgstr "b"\n\n#~ msgid "a"\n#~ msgstr "c"', 16, "line 13"),
    "conflict": ('msgid "a"\n<<<<<<< x\nmsgstr "b"\n=======\nmsgstr "c"\n>>>>>>> y', 14, "14, 16, 18"),
    "wrong index": ('msgid "a"\nmsgid_plural "b"\nmsgstr[x] "c"', 15, "number"),
    "too many forms": (
        'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\nmsgstr[2] "e"', 13, "nplurals=2",
    ),
    "too few forms": ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"', 13, "nplurals=2"),
    "forms out of order": (
        'msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\nmsgstr[0] "d"', 13, "renumber",
    ),
    "plural without numbers": ('msgid "a"\nmsgid_plural "b"\nmsgstr "c"', 13, "renumber"),
    "a number without plural": ('msgid "a"\nmsgstr[0] "b"', 13, "without a number"),
    "two numbers": ('msgid "a"\nmsgid_plural "b"\nmsgstr[0][1] "c"', 15, "number"),
    "garbage": ('msgid "a"\nmsgstr "b"\nwhat is this', 15, "no part of a catalogue"),
    "a quote inside": ('msgid "a"\nmsgstr "b "c" d"', 14, "backslash before each quote"),
    "a quote at the beginning": ('msgid "a"\nmsgstr ""b" c"', 14, "backslash before each quote"),
    "a quote in a line of several": ('msgid "a"\nmsgstr ""\n"b "\n"c "d" e"', 16, "'d"),
    "words behind a text": ('msgid "a"\nmsgstr "b" what', 14, "what"),
    "curly quotes": ('msgid "a"\nmsgstr “b”', 14, "no part of a catalogue"),
    "a quote before a line's end": ('msgid "a"\nmsgstr "b"\nc"', 15, "no part of a catalogue"),
    "no msgstr": ('msgid "a"\n\nmsgid "b"\nmsgstr "c"', 15, "msgstr"),
    "no msgstr at the end": ('msgid "a"', 13, "no msgstr"),
    "no msgid": ('msgstr "a"', 13, "no msgid"),
    "only a context": ('msgctxt "a"', 13, "no msgid"),
    "only a previous text": ('#| msgid "a"', 12, "no msgid"),
    "no text": ("msgid\nmsgstr", 13, "no text in quotes"),
    "no text at the end": ('msgid "a"\nmsgstr', 14, "no text in quotes"),
    "a text alone": ('"a"\nmsgid "b"\nmsgstr "c"', None, ""),
    "order": ('msgid "a"\nmsgctxt "b"\nmsgstr "c"', 14, "does not belong"),
    "plural first": ('msgid_plural "a"\nmsgid "b"\nmsgstr "c"', 13, "does not belong"),
    "half obsolete": ('#~ msgid "a"\nmsgstr "b"', 14, "#~"),
    "half obsolete text": ('#~ msgid "a"\n#~ msgstr ""\n"b"', 15, "#~"),
    "obsolete with a live previous text": ('#| msgid "x"\n#~ msgid "a"\n#~ msgstr "b"', 14, "#~"),
    "previous translation": ('#| msgstr "x"\nmsgid "a"\nmsgstr "b"', 13, "previous"),
    "comment inside": ('msgid "a"\n# c\nmsgstr "b"', 14, "comment"),
    "unknown escape": ('msgid "a\\e"\nmsgstr "b"', 13, r"\e"),
    "NUL escape": ('msgid "a"\nmsgstr "b\\0"', 13, r"\0"),
    "escaped damage": ('msgid "a"\nmsgstr "b\\xff"', 13, "escape"),
    "domain": ('domain "x"\nmsgid "a"\nmsgstr "b"', 13, "domain"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_refused_with_its_line(name: str) -> None:
    text, line, words = REFUSED[name]
    if line is None:  # After the header this text would belong to it.
        with pytest.raises(VariorumError):
            po.parse(text.encode(), "f.po")
        return
    with pytest.raises(VariorumError) as error:
        po.parse(catalogue(text), "f.po")
    assert (error.value.file, error.value.line) == ("f.po", line)
    assert words in error.value.message


@needs_gettext
@pytest.mark.parametrize("name", [n for n in REFUSED if n not in ("domain", "NUL escape", "twice, once obsolete")])  # fmt: skip
def test_the_gnu_tools_refuse_it_too(name: str, tmp_path: Path) -> None:
    text = REFUSED[name][0]
    answer = gnu("msgfmt", "-c", "-o", str(tmp_path / "x.mo"), data=catalogue(text))
    if name in ("escaped damage", "a text alone"):
        return  # gettext 0.21 lets these pass
    assert answer.returncode != 0


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (catalogue('# \xff\nmsgid "a"\nmsgstr "b"').replace(b"\xc3\xbf", b"\xff"), 13),
        (catalogue('msgid "a"\nmsgstr "b\xff"').replace(b"\xc3\xbf", b"\xff"), 14),
        (catalogue('#~ msgid "a"\n#~ msgstr "\xff"').replace(b"\xc3\xbf", b"\xff"), 14),
        (catalogue('msgid "a"\nmsgstr "b"') + b"\n# rest \xff", 16),
        (catalogue('msgid "a"\nmsgstr "b\0"'), 14),
        (
            catalogue('msgid "a"\nmsgstr "b"', header=HEADER.replace("UTF-8", "ASCII")) + b"#\xe9",
            15,
        ),
        (catalogue(header=HEADER.replace("UTF-8", "UTF-9000")), 2),
        (catalogue(header=HEADER.replace("UTF-8", "UTF-16")), 2),
        (catalogue().decode().encode("utf-16"), 1),
    ],
)
def test_damaged_encodings_are_found(data: bytes, line: int) -> None:
    with pytest.raises(VariorumError) as error:
        po.parse(data, "f.po")
    assert error.value.line == line


def test_a_byte_order_mark_is_left_out_and_mentioned() -> None:
    read = po.parse(codecs.BOM_UTF8 + catalogue('msgid "a"\nmsgstr "á"'))
    assert [notice.line for notice in read.notices] == [1]
    assert [m.msgid for m in read.messages] == ["", "a"]
    assert po.serialise(read) == catalogue('msgid "a"\nmsgstr "á"')


def test_odd_dates_are_kept_and_mentioned() -> None:
    data = catalogue(header=HEADER.replace("2025-03-04 05:06+0000", "last Tuesday"))
    read = po.parse(data)
    assert "last Tuesday" in read.notices[0].message
    assert po.serialise(read) == data
    assert po.parse(catalogue()).notices == ()


def test_a_file_without_header_is_not_fuzzy() -> None:
    read = po.parse(KEPT["no header"])
    assert not read.messages[0].fuzzy
    headed = read.with_header(po.Header().having("Content-Type", "text/plain; charset=UTF-8"))
    assert po.serialise(headed) == (
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
    )


def test_headers_change_in_their_place() -> None:
    header = po.parse(KEPT["unknown headers, order and spelling"]).header
    assert (header.get("X-OWL"), header.get("x-lamp"), header.get("none")) == ("night", "3", "")
    assert (header.nplurals, header.charset) == (2, "UTF-8")
    changed = header.having("X-Lamp", "4").having("X-New", "5")
    lines = changed.text.split("\n")
    assert lines[-5:] == ["x-lamp: 4", "no colon here", *lines[-3:-2], "X-New: 5", ""]
    assert po.Header.parse(changed.text) == changed


def test_a_charset_that_is_too_small_becomes_utf8() -> None:
    read = po.parse(
        catalogue('msgid "a"\nmsgstr "e"', header=HEADER.replace("UTF-8", "ISO-8859-1"))
    )
    assert read.charset == "iso8859-1"
    grown = read.with_messages([read.messages[0], replace(read.messages[1], msgstr=("ő",))])
    written = po.serialise(grown)
    assert b"charset=UTF-8" in written
    assert po.parse(written).messages[1].msgstr == ("ő",)


def test_escapes_of_c_are_read_and_written() -> None:
    read = po.parse(catalogue(r'msgid "\a\b\f\v\t\r\n\101\x41\\n\"\1772"' + '\nmsgstr "\x01"'))
    text = read.messages[1].msgid
    assert text == '\a\b\f\v\t\r\nAA\\n"\x7f2'
    written = po.serialise(read, canonical=True)
    assert po.parse(written).messages == read.messages
    assert rb'"AA\\n\"\1772"' in written and rb'msgstr "\001"' in written
    latin = po.parse(catalogue(r'msgid "\365"' + '\nmsgstr "b"', header=LATIN2))
    assert latin.messages[1].msgid == "ő"


@needs_gettext
def test_a_long_previous_text_is_a_valid_file(tmp_path: Path) -> None:
    long = "Lanterns burn for nine turns, then the watch must fill them or walk in the dark; " * 3
    message = po.Message("x", ("y",), flags=("fuzzy",), previous_msgid=long, previous_msgctxt="k")
    data = po.serialise(
        po.parse(catalogue()).with_messages([*po.parse(catalogue()).messages, message])
    )
    assert_valid(data, tmp_path)
    assert po.parse(data).messages[1] == message
    assert all(len(line) <= 79 for line in data.decode().split("\n"))


CASES = Path(__file__).parents[2] / "shared" / "cases" / "catalogues"


@pytest.mark.skipif(not CASES.is_dir(), reason="the collected cases are not here")
@pytest.mark.parametrize("path", sorted(CASES.glob("*.po*")), ids=lambda path: path.name)
def test_collected_cases(path: Path) -> None:
    right = re.search(
        rf"\| {path.stem} \|.*\| (.*?) \|$", (CASES / "INDEX.md").read_text("utf-8"), re.M
    )
    if right and right[1].startswith(("error", "refuse, name")):
        with pytest.raises(VariorumError) as error:
            po.read(path)
        assert error.value.line
        return
    raw = path.read_bytes()
    assert po.serialise(po.read(path)) == raw.removeprefix(codecs.BOM_UTF8)
    again = po.parse(po.serialise(po.parse(raw), canonical=True))
    assert again.messages == po.parse(raw).messages


def test_files_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    for path in (tmp_path / "none.po", tmp_path):
        with pytest.raises(VariorumError) as error:
            po.read(path)
        assert str(path) in str(error.value)


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    assert po.write(po.parse(catalogue()), path)
    before = path.stat().st_mtime_ns
    assert not po.write(po.read(path), path)
    assert path.stat().st_mtime_ns == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_writer_leaves_one_whole_file(tmp_path: Path) -> None:
    small = catalogue('msgid "a"\nmsgstr "b"')
    large = catalogue(*(f'msgid "{n}"\nmsgstr "{"long " * 20}"' for n in range(3000)))
    path = tmp_path / "a.po"
    path.write_bytes(small)
    script = (
        "import sys; from pathlib import Path; from variorum import po\n"
        "both = [po.parse(Path(p).read_bytes()) for p in sys.argv[1:3]]\n"
        "print(flush=True)\n"
        "while True:\n"
        "    for one in both: po.write(one, Path(sys.argv[3]))\n"
    )
    files = [tmp_path / "small", tmp_path / "large"]
    for file, data in zip(files, (small, large), strict=True):
        file.write_bytes(data)
    for delay in (0.001, 0.004, 0.011, 0.02):
        child = subprocess.Popen(
            [sys.executable, "-c", script, *map(str, files), str(path)], stdout=subprocess.PIPE
        )
        assert child.stdout
        child.stdout.readline()
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert path.read_bytes() in (small, large)
