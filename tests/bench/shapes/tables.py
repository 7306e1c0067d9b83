"""Tables and data: CSV and its kin, JSON, YAML, XML, catalogues.

Each function gives a folder of about `size` bytes.
"""

from __future__ import annotations

import json
from html import escape

from .speech import Files, Speech, broken, fill, forever, row


def csv_bbcode(size: int) -> Files:
    s = Speech("fr")

    def line() -> str:
        name, text = s.rule()
        parts = [f"[justifier]{part}.[/justifier]" for part in text.rstrip(".").split(". ")]
        parts[0] = parts[0].replace("]", f"][b]{s.word()}[/b] ", 1)
        return row(name, " ".join(parts))

    return {"rules.csv": fill(forever(line), size, "nom capacité;texte\n")}


def tsv(size: int) -> Files:
    s = Speech("en")

    def line() -> str:
        name, text = s.rule()
        return "\t".join((name, str(s.rng.randint(5, 300)), s.word(), text)) + "\n"

    return {"rules.tsv": fill(forever(line), size, "Name\tCost\tKind\tText\n")}


def pipes_html(size: int) -> Files:
    s, n = Speech("en"), iter(range(10**9))

    def line() -> str:
        name, text = s.rule()
        text = text.replace(". ", ".</p><p>")
        return f"{next(n):06}|{name}|<p>{text} <b>{s.word()}</b>:<ul><li>{s.sentence()}</li><li>{s.sentence()}</li></ul></p>|{s.word()}\n"

    return {"rules.txt": fill(forever(line), size, "id|name|description|source\n")}


def csv_twice(size: int) -> Files:
    s = Speech("fr")
    half = fill(forever(lambda: row(*s.rule())), size // 2)
    return {"rules.csv": "nom;texte\n" + half + half}


def csv_prose(size: int) -> Files:
    """A table with names, and the same texts as prose without any."""
    s = Speech("fr")
    rules = []
    while sum(len(t) + len(n) for n, t in rules) < size // 2:
        rules.append(s.rule(2, 5))
    order = rules[:]
    s.rng.shuffle(order)
    return {
        "a.csv": fill((row(*r) for r in rules), size // 2, "nom;texte\n"),
        "b.txt": fill((f"{text}\n\n" for _, text in order), size // 2),
    }


def yaml(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule()
        folded = "\n".join(
            f"    {line}" for line in broken(text, 70).replace("-\n", "\n").split("\n")
        )
        return f"- name: {json.dumps(name)}\n  cost: {s.rng.randint(1, 99)}\n  text: >\n{folded}\n"

    return {"rules.yaml": fill(forever(part), size, "# Reeds\n")}


def json_list(size: int) -> Files:
    s = Speech("fr")

    def part() -> str:
        name, text = s.rule()
        return (
            json.dumps(
                {
                    "id": s.rng.randrange(10**9),
                    "name": name,
                    "text": text,
                    "tags": [s.word(), s.word()],
                },
                ensure_ascii=False,
            )
            + ",\n"
        )

    return {
        "rules.json": fill(
            forever(part), size, "[\n", '{"name": "Last", "text": "The last rule of all."}\n]\n'
        )
    }


def json_named(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule()
        return f'{json.dumps(name)}: {{"description": {json.dumps(text)}, "cost": {s.rng.randint(1, 99)}}},\n'

    return {
        "rules.json": fill(
            forever(part),
            size,
            "{\n",
            '"Last": {"description": "The last rule of all.", "cost": 3}\n}\n',
        )
    }


def battlescribe(size: int) -> Files:
    s, n = Speech("en"), iter(range(10**9))

    def part() -> str:
        name, text = s.rule()
        at = next(n)
        if at % 3:
            return f'<rule id="r-{at}" name="{escape(name)}" page="{at // 20}"><description>{escape(text)}</description></rule>\n'
        return f'<profile id="p-{at}" name="{escape(name)}" typeId="t" typeName="Ability"><characteristics><characteristic name="Effect" typeId="e">{escape(text)}</characteristic></characteristics></profile>\n'

    head = '<?xml version="1.0" encoding="UTF-8"?>\n<gameSystem id="g" name="Reeds" xmlns="http://www.battlescribe.net/schema/gameSystemSchema"><sharedRules>\n'
    rules, profiles, left = [], [], size - 300
    while left > 0:
        one = part()
        (rules if one.startswith("<rule") else profiles).append(one)
        left -= len(one.encode())
    return {
        "reeds.gst": head
        + "".join(rules)
        + "</sharedRules><sharedProfiles>"
        + "".join(profiles)
        + "</sharedProfiles></gameSystem>\n"
    }


def gettext(size: int) -> Files:
    s, h = Speech("en"), Speech("hu")
    head = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: hu\\n"\n\n'
    )

    def part() -> str:
        return f"#: rules.csv:{s.rng.randrange(10**4)}\nmsgid {json.dumps(s.text())}\nmsgstr {json.dumps(h.text(), ensure_ascii=False)}\n\n"

    return {"hu.po": fill(forever(part), size, head)}


def gettext_beside(size: int) -> Files:
    """A table, and a catalogue that translates it."""
    s, h = Speech("en"), Speech("hu")
    rules = []
    while sum(len(t) + len(n) for n, t in rules) < size // 3:
        rules.append(s.rule())
    head = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: hu\\n"\n\n'
    )
    parts = [
        f"msgid {json.dumps(one)}\nmsgstr {json.dumps(h.name() if one is r[0] else h.text(), ensure_ascii=False)}\n\n"
        for r in rules
        for one in r
    ]
    return {"a.csv": "name;text\n" + "".join(row(*r) for r in rules), "b.po": head + "".join(parts)}


def collate(size: int) -> Files:
    """The same rules in two formats, a tenth with another number or word."""
    s = Speech("fr")
    rules = []
    while sum(len((n + t).encode()) + 12 for n, t in rules) < size // 2:
        rules.append(s.rule(1, 5))

    def edited(text: str) -> str:
        if s.rng.random() < 0.1:
            words = text.split(" ")
            words[s.rng.randrange(len(words))] = s.word()
            return " ".join(words)
        return text

    table = fill((row(*r) for r in rules), size // 2, "nom;texte\n")
    order = rules[:]
    s.rng.shuffle(order)
    page = fill((f"## {n}\n\n{edited(t)}\n\n" for n, t in order), size // 2, "# Reeds\n\n")
    return {"a.csv": table, "b.md": page}


SHAPES = (
    csv_bbcode,
    tsv,
    pipes_html,
    csv_twice,
    csv_prose,
    yaml,
    json_list,
    json_named,
    battlescribe,
    gettext,
    gettext_beside,
    collate,
)
