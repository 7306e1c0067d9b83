"""Topics that a program saved from a board or chat as JSON: Discourse, Reddit, DiscordChatExporter.

Posts are a board's text wrapped in what the board knows of them.  Their text is given as a page
(Discourse, which saves HTML) or as a copy of the board would have it; the loaders read that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from typing import Any

from variorum.model import VariorumError
from variorum.say import say

from .decode import decode
from .form import Container, Extracted

# What each program writes near the start of its files.
_START = 1 << 16
_SIGNS = (
    re.compile(rb'\A(?:\xef\xbb\xbf)?\s*\{\s*"post_stream"\s*:'),
    re.compile(rb'\A(?:\xef\xbb\xbf)?\s*[\[{][\s\[{]{0,20}"kind"\s*:\s*"(?:Listing|t3)"'),
    re.compile(
        rb'\A(?:\xef\xbb\xbf)?\s*\{\s*"guild"\s*:\s*\{(?=[\s\S]{0,4000}?"(?:channel|messages)"\s*:)'
    ),
)
# Replies to replies, so many deep.
_DEEPEST = 60


def opens(raw: bytes) -> bool:
    """Whether a file is a topic that one of these programs saved."""
    return any(sign.match(raw, 0, _START) for sign in _SIGNS)


def extract(raw: bytes, file: str) -> Extracted:
    """The posts, in their order.  Raises VariorumError where the file is broken or holds none."""
    try:
        data = json.loads(decode(raw, file).text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise VariorumError(
            say("a topic saved as JSON that is broken ({error}); save it again", error=str(error)),
            file,
        ) from None
    if isinstance(data, dict) and "post_stream" in data:
        return _discourse(data, file)
    if isinstance(data, dict) and "guild" in data:
        guild, channel = _of(data, "guild"), _of(data, "channel")
        posts = (
            (
                _text(_of(m, "author"), "nickname", "name"),
                _text(m, "timestamp"),
                _text(m, "content"),
            )
            for m in _list(data, "messages")
            if not _of(m, "author").get("isBot")
        )
        return _copied(_text(channel, "topic") or _text(guild, "name"), posts, file)
    told = list(_reddit(data, 0))
    title = next((_text(post, "title") for post in told if _text(post, "title")), "")
    return _copied(
        title,
        (
            (_text(p, "author"), _when(p.get("created_utc")), _text(p, "selftext", "body"))
            for p in told
            if _text(p, "author") != "AutoModerator"
        ),
        file,
    )


def _discourse(data: dict[str, Any], file: str) -> Extracted:
    title = _text(data, "title", "fancy_title")
    parts = [f"<title>{escape(title)}</title>\n<h1>{escape(title)}</h1>\n"]
    for post in _list(_of(data, "post_stream"), "posts"):
        cooked = _text(post, "cooked")
        # What the board itself says (a topic was closed) has another kind.
        if cooked and not post.get("action_code") and _text(post, "username") != "system":
            head = f"{_text(post, 'username')} {_text(post, 'created_at')}"
            parts.append(f'<div class="byline">{escape(head)}</div>\n{cooked}\n')
    return _given("".join(parts), "html", title, len(parts) > 1, file)


def _copied(title: str, posts: Iterator[tuple[str, str, str]], file: str) -> Extracted:
    """The posts (who, when, what) as a copy of a board would have them."""
    parts = [
        f"{who}\n{when[:10]} {when[11:16]}\n\n{what.strip()}\n"
        for who, when, what in posts
        if what.strip()
    ]
    # A single word may be the name of whoever wrote the first post.
    head = [f"{title}\n"] if " " in title else []
    return _given("\n".join([*head, *parts]), "posts", title, bool(parts), file)


def _given(text: str, form: str, title: str, any_posts: bool, file: str) -> Extracted:
    if not any_posts:
        raise VariorumError(say("a topic saved as JSON without a post; save it again"), file)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Extracted(text, format=form, title=title or None)


def _reddit(data: object, depth: int) -> Iterator[dict[str, Any]]:
    """The submission and its comments, each before the replies to it."""
    if depth > _DEEPEST:
        return
    if isinstance(data, list):
        for one in data:
            yield from _reddit(one, depth + 1)
    elif isinstance(data, dict):
        inner = _of(data, "data")
        if data.get("kind") == "Listing":
            yield from _reddit(_list(inner, "children"), depth + 1)
        elif data.get("kind") in ("t1", "t3"):
            yield inner
            yield from _reddit(inner.get("replies"), depth + 1)


def _when(seconds: object) -> str:
    if not isinstance(seconds, int | float) or not 0 <= seconds < 1 << 33:
        return "1970-01-01 00:00"
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _of(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _list(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(data: dict[str, Any], *names: str) -> str:
    return next((v for n in names if isinstance(v := data.get(n), str) and v), "")


CONTAINER = Container(
    "topic", say("topics saved as JSON (Discourse, Reddit, DiscordChatExporter)"), opens, extract
)
