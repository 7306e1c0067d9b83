"""Records as programs export them: rows of databases in SQL, elements of XML, data in scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import load, recognise, scriptdata, sqldump, xmlrecords
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.model import VariorumError

NAMES = ("L'ancre", "Brume (X)", "Quart")
TEXTS = (
    "Le navire reste en place.\nIl n'avance plus.",
    "Nul ne voit au-delà de X pas & moins.",
    "Un matelot veille <b>toute</b> la nuit.",
)
SAID = (
    ["Le navire reste en place.", "Il n'avance plus."],
    ["Nul ne voit au-delà de X pas & moins."],
    ["Un matelot veille toute la nuit."],
)


def read(text: str, loader: str) -> Parsed:
    assert recognise.loader_of(Document("a", text, "fr", {})).name == loader
    return checked(recognise.loaders()[loader].parse(Document("a", text, "fr", {})), text)


def told(parsed: Parsed) -> list[tuple[str | None, list[str]]]:
    return [(d.title, [p.text for p in d.passages]) for d in parsed.drafts]


def mysql(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\r\\n") + "'"


def standard(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def rows(quoted: Callable[[str], str]) -> list[str]:
    return [
        f"({n}, {quoted(a)}, NULL, {quoted(b)}, 1.5)"
        for n, (a, b) in enumerate(zip(NAMES, TEXTS, strict=True), 1)
    ]


COLUMNS = "(`id`, `nom`, `abrev`, `texte`, `cout`)"
CREATED = """CREATE TABLE IF NOT EXISTS `capacites` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `nom` varchar(64) NOT NULL,
  `abrev` varchar(8) DEFAULT NULL,
  `texte` text,
  `cout` decimal(3,1),
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
"""


@pytest.mark.parametrize(
    "dump",
    [
        # One statement for all rows, one for each, and columns told above.
        f"-- MySQL dump\nINSERT INTO `capacites` {COLUMNS} VALUES\n"
        + ",\n".join(rows(mysql))
        + ";\n",
        "".join(f"INSERT INTO `capacites` {COLUMNS} VALUES {r};\n" for r in rows(mysql)),
        f"{CREATED}INSERT INTO `capacites` VALUES {','.join(rows(mysql))};\n-- Done\n",
        f"{CREATED}/*!40000 x */;\ninsert ignore into `c`.`capacites` values {','.join(rows(mysql))};",
    ],
    ids=["all rows", "each row", "created", "small letters"],
)
def test_rows_of_a_dump_are_records(dump: str) -> None:
    parsed = read(dump, "sql")
    assert told(parsed) == list(zip(NAMES, SAID, strict=True))
    assert [[p.name for p in d.properties] for d in parsed.drafts] == [["id", "cout"]] * 3


@pytest.mark.parametrize(
    "table", ['public."rules"', "[rules]", "rules"], ids=["postgres", "brackets", "sqlite"]
)
def test_without_mysql_a_backslash_is_one(table: str) -> None:
    head = f"INSERT INTO {table} (id, name, text) VALUES "
    dump = "".join(f"{head}({n}, 'Oar \\ {n}', 'It''s long: {n}\\n.');\n" for n in range(3))
    parsed = read(dump, "sql")
    assert told(parsed)[1] == ("Oar \\ 1", ["It's long: 1\\n."])


def test_a_text_may_end_with_a_backslash() -> None:
    dump = (
        "INSERT INTO rules (name, text) VALUES ('Oar', 'It\\''s wet.\\');\n"
        "INSERT INTO rules (name, text) VALUES ('Sail', 'A sail, and a \\');\n"
    )
    assert told(read(dump, "sql")) == [
        ("Oar", ["It\\'s wet.\\"]),
        ("Sail", ["A sail, and a \\"]),
    ]


def test_lists_of_postgres_are_values() -> None:
    dump = (
        "INSERT INTO rules (name, text, tags) VALUES\n"
        "('Oars', 'The ship moves two hexes.', ARRAY['move', 'it''s', 'oars']),\n"
        "('Iron Ram', 'It breaks oars.', ARRAY[]::text[]);\n"
    )
    parsed = read(dump, "sql")
    assert [name for name, _ in told(parsed)] == ["Oars", "Iron Ram"]


def test_tables_of_one_dump_are_told_apart() -> None:
    """Texts of one table, names of another: rows between them belong to the first again."""
    one, two, three = rows(mysql)
    dump = (
        f"-- MySQL\nINSERT INTO `capacites` {COLUMNS} VALUES {one};\n"
        "INSERT INTO `joueurs` (`id`, `login`) VALUES (1, 'rook'), (2, 'zita');\n"
        f"INSERT INTO `capacites` {COLUMNS} VALUES {two}, {three};\n"
    )
    assert [d.title for d in read(dump, "sql").drafts] == list(NAMES)


@pytest.mark.parametrize("end", ["(4, 'x', ", "(4, 'x', 'no end", "(4 5)"])
def test_a_dump_that_was_cut_off_is_an_error(end: str) -> None:
    dump = f"-- MySQL\nINSERT INTO `c` {COLUMNS} VALUES\n{rows(mysql)[0]},\n{end}"
    assert recognise.loader_of(Document("a", dump, "fr", {})).name == "sql"
    with pytest.raises(VariorumError) as raised:
        sqldump.parse(Document("a.sql", dump, "fr", {}))
    assert (raised.value.file, raised.value.line) == ("a.sql", 4)


@pytest.mark.parametrize(
    "text",
    [
        # A text about databases, one row, and a program with a statement in it.
        "Rules of the lake\n\n" + "A long word on how the list was made. " * 9 + "\n"
        "INSERT INTO `c` (`a`) VALUES (1), (2);\n",
        "INSERT INTO `c` (`name`, `text`) VALUES ('Oar', 'It is long.');\n",
        "Insert the oar into its row.\nINSERT INTO the boat VALUES nothing.\n",
    ],
)
def test_a_statement_in_another_text_makes_no_dump_of_it(text: str) -> None:
    assert recognise.loader_of(Document("a", text, "en", {})).name != "sql"


def escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def elements(shape: str) -> str:
    pairs = zip(NAMES, TEXTS, strict=True)
    return "".join(
        shape.format(n=n, name=escaped(a), text=escaped(b), raw=b, parts=b.replace("&", "&amp;"))
        for n, (a, b) in enumerate(pairs, 1)
    )


SHAPES = {
    "children": '<liste jeu="Brumes">{}</liste>|<c><nom>{name}</nom><texte>{text}</texte></c>\n',
    "attributes": "<liste>{}</liste>|<c id='{n}' nom=\"{name}\"><texte>{text}</texte></c>",
    "a name and words": '<liste>{}</liste>|<regle nom="{name}">{text}</regle>',
    "raw": "<liste>{}</liste>|<c><nom>{name}</nom><texte><![CDATA[{raw}]]></texte></c>",
    "tags": "<liste>{}</liste>|<c><nom>{name}</nom><texte>{parts}</texte></c>",
    "tags in what is told more of": "<liste>{}</liste>"
    '|<c><nom>{name}</nom><texte lang="fr">{parts}</texte></c>',
    "groups": "<jeu><groupe><nom>Mer</nom><liste>{}</liste></groupe></jeu>"
    "|<c><nom>{name}</nom><texte>{text}</texte></c>",
    "rows": '<resultset statement="select"><x/>{}</resultset>'
    '|<row><field name="nom">{name}</field><field name="texte">{text}</field></row>\n',
    "tables": '<pma_xml_export version="1.0"><database name="brumes">{}</database>'
    '</pma_xml_export>|<table name="capacites"><column name="nom">{name}</column>\n'
    '<column name="texte">{text}</column></table>\n',
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("head", ["", '<?xml version="1.0" encoding="utf-8"?>\n<!-- made -->\n'])
def test_elements_are_records(shape: str, head: str) -> None:
    around, one = shape.split("|")
    parsed = read(head + around.format(elements(one)), "xml")
    assert [t for t in told(parsed) if t[0] != "Mer"] == list(zip(NAMES, SAID, strict=True))


def test_what_else_an_element_says_is_a_property() -> None:
    one = '<c n="{n}"><nom>{name}</nom><texte>{text}</texte><cout/></c>'
    parsed = read(f"<l>{elements(one)}</l>", "xml")
    assert [[(p.name, p.value) for p in d.properties] for d in parsed.drafts] == [
        [("n", "1")],
        [("n", "2")],
        [("n", "3")],
    ]


def test_a_document_says_its_encoding(tmp_path: Path) -> None:
    rules = "".join(f"<k><nev>Őr {w}</nev><leiras>Űzd el, {w}!</leiras></k>" for w in "ab")
    text = f'<?xml version="1.0" encoding="ISO-8859-2"?>\n<lista>{rules}</lista>\n'
    (tmp_path / "a.xml").write_bytes(text.encode("iso-8859-2"))
    corpus = load([tmp_path / "a.xml"]).corpus
    assert [e.title for e in corpus.entries] == ["Őr a", "Őr b"]
    assert "encoding" not in {f.kind for f in corpus.findings}


@pytest.mark.parametrize(
    "text",
    [
        # A running text, a page, a picture, what is broken or declares entities, and one record.
        "<article><section><title>Oars</title><para>A long one.</para></section>"
        "<section><title>Sails</title><para>A wide one.</para></section></article>",
        "<ul><li><b>Oars.</b> A long one.</li><li><b>Sails.</b> A wide one.</li></ul>",
        "<svg><g id='a'><text>Oars</text></g><g id='b'><text>Sails</text></g></svg>",
        "<list><c><name>Oars</name><text>Long.</text></c><c><name>Sails</text></c></list>",
        '<!DOCTYPE l [<!ENTITY a "b">]><l><c><name>a</name><text>b</text></c>'
        "<c><name>c</name><text>&a;</text></c></l>",
        "<list><c><name>Oars</name><text>Long.</text></c></list>",
    ],
)
def test_other_documents_are_no_records(text: str) -> None:
    assert recognise.loader_of(Document("a", text, "en", {})).name != "xml"


@pytest.mark.parametrize("more", ["", ' lang="fr"', ' lang="fr" style="a"'])
@pytest.mark.parametrize("words", ["<name>Oar</name> is an oar", "An <b>oar</b>", "<b>Oar</b>"])
def test_elements_among_words_are_a_part_of_them(words: str, more: str) -> None:
    text = (
        f"<l><c><name>A</name><text{more}>{words}</text></c><c><name>B</name><text>x</text></c></l>"
    )
    checked(read(text, "xml"), text)


@given(st.text("<>/'\"=&;ab \n![]-CDAT", max_size=120))
def test_any_text_between_elements_is_read_or_refused(words: str) -> None:
    text = f"<l><c><name>Oar</name><text>{words}</text></c><c><name>B</name><text>x</text></c></l>"
    try:
        checked(xmlrecords.parse(Document("a", text, "en", {})), text)
    except VariorumError as error:
        assert error.file == "a"


@given(st.text("',()\\;nN\n-/*1a` ", max_size=120))
def test_any_rows_are_read_or_refused(words: str) -> None:
    text = (
        f"INSERT INTO `c` (`name`, `text`) VALUES ('Oar', 'Long.'), ('B', '{words}'), ('C', 'x');"
    )
    try:
        checked(sqldump.parse(Document("a", text, "en", {})), text)
    except VariorumError as error:
        assert error.file == "a"


OBJECTS = """
  {nom: "L'ancre", texte: 'Le navire reste en place.\\nIl n\\'avance plus.', cout: 1.5},
  // what nobody sees
  {"nom": 'Brume (X)', 'texte': "Nul ne voit au-delà " +
      "de X pas & moins.", cout: null, },
  {nom: `Quart`, texte: `Un matelot veille <b>toute</b> la nuit.`, cout: -2 /* old */},
"""


@pytest.mark.parametrize(
    "script",
    [
        f"var capacites = [{OBJECTS}];\n",
        f"// Data\n'use strict';\nexport const CAPACITES: Capacite[] = [{OBJECTS}] as const;\n",
        f"export default [{OBJECTS}]\n",
        f"module.exports = {{ capacites: [{OBJECTS}] }};\n",
        f"window.DATA = window_DATA = 1;\nDATA['fr'] = [{OBJECTS}];\n".partition("\n")[2],
        f"let a = [{OBJECTS}], b;\n".replace(", b", "") + "module.exports = { a };\n",
        f"const jeu = {{titre: 'Brumes', liste: [{OBJECTS}]}};\nexport {{ jeu }};\n",
        "import {Regle, Autre} from '../regles';\nimport './a.css'\n"
        f"export const CAPACITES: Regle[] = [{OBJECTS}];\n",
        f"export const CAPACITES =  [{OBJECTS}];\n",
        'import type { Regle } from "./r";\nexport interface Regle extends Base<string> {\n'
        "  nom: string;\n  cout?: { pts: number };\n}\n"
        "type Kind = 'a' | 'b';\nexport type Row = { nom: string; texte: string };\n"
        f"export enum Sorte {{ A = 'a', B }}\nexport const C: Regle[] = [{OBJECTS}];\n",
    ],
)
def test_data_of_a_script_are_records(script: str) -> None:
    parsed = read(script, "script")
    assert [t for t in told(parsed) if t[0] != "Brumes"] == list(zip(NAMES, SAID, strict=True))
    costs = [[p.value for p in d.properties if p.name == "cout"] for d in parsed.drafts]
    assert costs[-3:] == [["1.5"], [], ["-2"]]


def test_keys_may_be_members_of_a_list_of_names() -> None:
    script = (
        "enum Skill { OARS = 'oars', RAM = 'ram' }\nexport const ALL: Record<Skill, Rule> = {\n"
        "  [Skill.OARS]: {name: 'Oars', text: 'The ship moves two more hexes.'},\n"
        "  [Skill.RAM]: {name: 'Iron Ram', text: 'It breaks the oars that it hits.'},\n};\n"
    )
    assert [name for name, _ in told(read(script, "script"))] == ["Oars", "Iron Ram"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (r'"A \u00e9 \x41 \u{1F600} \q \\"', "A é A 😀 q \\"),
        ("'one ' + `two ` +\n \"three\"", "one two three"),
        ('\'say "a" + "b"\'', 'say "a" + "b"'),
        (r'"\ud800."', "\ufffd."),
    ],
)
def test_strings_say_what_a_browser_would_show(written: str, said: str) -> None:
    parsed = read(
        f"var a = [{{name: 'Oar', text: {written}}}, {{name: 'B', text: 'x'}}];", "script"
    )
    assert told(parsed)[0] == ("Oar", [said])


@pytest.mark.parametrize(
    "text",
    [
        # What computes, a template, one object, a text about a script, and what was cut off.
        f"var a = [{OBJECTS}];\nfunction b() {{ return a; }}\n",
        "var a = [{name: 'Oar', text: `a ${b} c`}, {name: 'B', text: 'x'}];",
        "var a = {name: 'Oar', text: 'It is long.'};",
        f"In the file stands:\n\nvar a = [{OBJECTS}];\n",
        f"var a = [{OBJECTS}",
        f"import {{a}} from 'b';\nimport os, sys\nvar a = [{OBJECTS}];",
        f"interface A {{ a(): {{ b: {{ c: 1 }} }} }}\nvar a = [{OBJECTS}];",
        f"type A = () => void; a();\nvar a = [{OBJECTS}];",
        "The rest = {the sum of all}\nand [so on].\n",
    ],
)
def test_other_scripts_are_no_data(text: str) -> None:
    assert recognise.loader_of(Document("a", text, "fr", {})).name != "script"


@pytest.mark.parametrize(("text", "line"), [("\nvar a = [\n{x: 1}\n", 3), ("alert(1)", 1)])
def test_what_is_no_data_says_where(text: str, line: int) -> None:
    with pytest.raises(VariorumError) as raised:
        scriptdata.parse(Document("a.js", text, "en", {}))
    assert (raised.value.file, raised.value.line) == ("a.js", line)


@given(st.text("'\"`,{}[]\\\\:+ab /*\n$;=", max_size=120))
def test_any_data_is_read_or_refused(words: str) -> None:
    text = f"var a = [{{name: 'Oar', text: '{words}'}}, {{name: 'B', text: 'x'}}];"
    try:
        checked(scriptdata.parse(Document("a", text, "en", {})), text)
    except VariorumError as error:
        assert error.file == "a"
