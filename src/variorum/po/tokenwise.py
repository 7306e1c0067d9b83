"""One message from its tokens: every shape that the format allows, and all its errors."""

from __future__ import annotations

from dataclasses import dataclass, field

from variorum.model import VariorumError
from variorum.po.catalogue import Message
from variorum.po.fields import checked, comment_fields, value, wrong_escape
from variorum.po.tokens import Token, tokens
from variorum.say import say

_ORDER = ("msgctxt", "msgid", "msgid_plural")


@dataclass(slots=True)
class _Message:
    """A message while it is read: what was seen, and where in which file it is.

    A text is a list of its strings, each with its quotes.
    """

    data: bytes
    start: int
    line: int  # of byte `start`
    charset: str
    file: str | None
    comments: list[bytes] = field(default_factory=list)
    texts: dict[str, list[bytes]] = field(default_factory=dict)
    forms: list[tuple[int | None, list[bytes]]] = field(default_factory=list)
    previous: dict[str, list[bytes]] = field(default_factory=dict)
    obsolete: bool | None = None
    first: int | None = None  # byte of the first keyword that is no previous one
    end: int = 0  # byte after the last string

    def line_of(self, at: int) -> int:
        return self.line + self.data.count(b"\n", self.start, at)

    def fault(self, at: int | None, message: str) -> VariorumError:
        at = self.start if at is None else at
        return VariorumError(message, self.file, self.line_of(at))


def message_by_tokens(
    data: bytes, at: int, line: int, charset: str, file: str | None
) -> tuple[Message | None, int]:
    """The first message of `data` (UTF-8) after byte `at`, and the byte after its last line.

    `line` is the line that byte `at` stands on.  None where only comments and blank lines
    are left.  Raises VariorumError with the line.
    """
    seen = _Message(data, at, line, charset, file, end=at)
    keyword: Token | None = None  # the last one
    text: list[bytes] | None = None  # its strings
    for token in tokens(data, at, file):
        if keyword is not None and not text and token.kind not in ("string", "index"):
            raise seen.fault(
                keyword.start,
                say("no text in quotes after {keyword}; add it", keyword=_name(keyword)),
            )
        if token.kind == "comment":
            if seen.forms:
                break
            if seen.texts:
                raise seen.fault(
                    token.start, say("a comment inside a message; move it to its front")
                )
            seen.comments.append(token.text)
            keyword = text = None
        elif token.kind == "keyword":
            if seen.forms and token.text != b"msgstr":
                break
            keyword, text = token, _begin(seen, token)
        elif keyword is None or text is None:
            raise seen.fault(
                token.start, say("a text belongs after msgid or msgstr; move it there")
            )
        elif token.kind == "index":
            if keyword.text != b"msgstr" or text or seen.forms[-1][0] is not None:
                raise seen.fault(token.start, say("a number belongs after msgstr only; delete it"))
            seen.forms[-1] = (int(token.text), text)
        else:
            if (token.obsolete, token.previous) != (keyword.obsolete, keyword.previous):
                raise seen.fault(
                    token.start,
                    say("this line does not begin like the one before (#~ or #|); mend it"),
                )
            text.append(token.text)
            seen.end = token.end
    else:
        if keyword is not None and not text:
            raise seen.fault(
                keyword.start,
                say("no text in quotes after {keyword}; add it", keyword=_name(keyword)),
            )
    if seen.obsolete is None:
        return None, at
    return _finish(seen), _line_end(data, seen.end)


def _name(token: Token) -> str:
    return token.text.decode()


def _begin(seen: _Message, token: Token) -> list[bytes]:
    """Where the strings after this keyword go; an error where it may not stand."""
    name = _name(token)
    if name == "domain":
        raise seen.fault(
            token.start, say("domains are not supported; put each domain in a file of its own")
        )
    if seen.obsolete is None:
        seen.obsolete = token.obsolete
    elif seen.obsolete != token.obsolete:
        raise seen.fault(
            token.start, say("some lines of this message begin with #~ and some do not; mend them")
        )
    if token.previous:
        if seen.first is not None or name == "msgstr" or name in seen.previous:
            raise seen.fault(
                token.start, say("a previous {name} does not belong here; delete it", name=name)
            )
        return seen.previous.setdefault(name, [])
    if seen.first is None:
        seen.first = token.start
    if name == "msgstr":
        if "msgid" not in seen.texts:
            raise seen.fault(token.start, say("no msgid before this msgstr; restore it"))
        seen.forms.append((None, []))
        return seen.forms[-1][1]
    late = any(_ORDER.index(other) >= _ORDER.index(name) for other in seen.texts)
    if late or (name == "msgid_plural" and "msgid" not in seen.texts):
        raise seen.fault(
            token.start,
            say("{name} does not belong here; does the message before have a msgstr?", name=name),
        )
    return seen.texts.setdefault(name, [])


def _finish(seen: _Message) -> Message:
    for name, there in (("msgid", seen.texts.get("msgid")), ("msgstr", seen.forms)):
        if not there:
            raise seen.fault(
                seen.first,
                say("this message has no {name}; restore it, or delete the message", name=name),
            )
    numbers = [number for number, _ in seen.forms]
    plural = "msgid_plural" in seen.texts
    if plural and numbers != list(range(len(numbers))):
        raise seen.fault(
            seen.first, say("plural forms are msgstr[0], msgstr[1] … in this order; renumber them")
        )
    if not plural and numbers != [None]:
        raise seen.fault(
            seen.first,
            say("without msgid_plural there is one msgstr, without a number; correct it"),
        )
    checked(seen.data[seen.start : seen.end], seen.line, seen.charset, seen.file)
    assert seen.first is not None
    line = seen.line_of(seen.first)
    try:
        texts = {name: value(b"\n".join(s), seen.charset) for name, s in seen.texts.items()}
        before = {name: value(b"\n".join(s), seen.charset) for name, s in seen.previous.items()}
        forms = tuple(value(b"\n".join(strings), seen.charset) for _, strings in seen.forms)
    except ValueError as error:
        raise wrong_escape(error, seen.file, line) from error
    return Message(
        texts["msgid"],
        forms,
        texts.get("msgctxt"),
        texts.get("msgid_plural"),
        *comment_fields([comment.decode().rstrip("\r") for comment in seen.comments]),
        before.get("msgctxt"),
        before.get("msgid"),
        before.get("msgid_plural"),
        bool(seen.obsolete),
        line,
    )


def _line_end(data: bytes, at: int) -> int:
    """The byte after the line of byte `at`, if nothing but blanks is left on it; else `at`."""
    end = data.find(b"\n", at)
    end = len(data) if end < 0 else end + 1
    return at if data[at:end].strip() else end
