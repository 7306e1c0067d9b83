"""An entry is named by the digest of what it says as JSON, whatever characters that holds."""

from __future__ import annotations

import hashlib
import json

from hypothesis import example, given
from hypothesis import strategies as st
from schema_corpora import corpus
from soaking import examples

from variorum.schema.state import entry_digests


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@example('He cries "Halt!".')
@example("left\\right")
@example("a\ttab, \x01 and \x7f")
@example("un\u00a0mot \u2028 Älg œ 𝔸")
@examples(50)
def test_the_digest_of_an_entry_is_that_of_its_json(text: str) -> None:
    told = corpus({"Torches": ["They burn.", text]})
    names = ["lantern/torches", "rule", "lantern", "en", "Torches", "Torches"]
    passages = [["text", "They burn.", ""], ["text", text, ""]]
    said = [*names, *[None] * 5, "named", 0, [["Torches", passages, []]]]
    as_json = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    digest = hashlib.sha256(as_json.encode()).hexdigest()[:16]
    assert entry_digests(told) == {"lantern/torches": digest}
