"""BattleScribe's game systems and catalogues: rules, profiles, publications, who has what."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from tiling import checked

from variorum.loaders import battlescribe, load
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.model import Corpus, VariorumError

GAME = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<gameSystem id="g-1" name="Marsh &amp; Reed" revision="4" battleScribeVersion="2.03" xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
  <publications><publication id="p-1" name="The Book of Reeds"/></publications>
  <sharedRules>
    <rule id="r-0001" name="Wade" publicationId="p-1" page="12" hidden="false">
      <description>When shot at from within 4&quot;, roll 1 die.
- It may re-roll &lt;b&gt;ones&lt;/b&gt;.
- It may not re-roll sixes.</description>
    </rule>
    <rule id="r-0002" name="Silent &amp; Deep"><description><![CDATA[Nobody hears & sees it.]]></description></rule>
  </sharedRules>
</gameSystem>
"""
CATALOGUE = """<?xml version="1.0" encoding="UTF-8"?>
<catalogue id="c-1" name="Herons" revision="8" authorName="A. Walrus" gameSystemId="g-1" xmlns="http://www.battlescribe.net/schema/catalogueSchema">
  <sharedSelectionEntries>
    <selectionEntry id="s-1" name="Grey Heron" type="unit">
      <infoLinks><infoLink id="i-1" name="Wade" targetId="r-0001" type="rule"/></infoLinks>
      <profiles>
        <profile id="f-1" name="Grey Heron" typeName="Bird"><characteristics><characteristic name="Speed">9"</characteristic><characteristic name="Hull">3</characteristic></characteristics></profile>
        <profile id="f-2" name="Long Neck" typeName="Abilities" page="4"><characteristics><characteristic name="Description">Once a day this bird may look over one reed.</characteristic><characteristic name="Reach">6"</characteristic></characteristics></profile>
      </profiles>
    </selectionEntry>
    <selectionEntry id="s-2" name="Old Heron" type="unit">
      <rules><rule id="r-0009" name="Long Neck"><description>Once a day this bird may look over one reed.</description></rule></rules>
    </selectionEntry>
  </sharedSelectionEntries>
</catalogue>
"""


def read(text: str) -> Parsed:
    return checked(battlescribe.LOADER.parse(Document("a.cat", text, "en")), text)


def build(folder: Path, **files: str) -> Corpus:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return load([folder]).corpus


def test_rules_with_their_books_and_pages() -> None:
    parsed = read(GAME)
    wade, silent = parsed.drafts
    assert (wade.title, wade.key, wade.line_start, wade.line_end) == ("Wade", "r-0001", 5, 9)
    assert [(p.kind, p.text) for p in wade.passages] == [
        ("text", 'When shot at from within 4", roll 1 die.'),
        ("list_item", "It may re-roll ones."),
        ("list_item", "It may not re-roll sixes."),
    ]
    assert [(p.name, p.value) for p in wade.properties] == [
        ("id", "r-0001"),
        ("page", "12"),
        ("publication", "The Book of Reeds"),
    ]
    assert (silent.title, silent.passages[0].text) == ("Silent & Deep", "Nobody hears & sees it.")
    assert (parsed.game, parsed.game_title) == ("g-1", "Marsh & Reed")


def test_profiles_with_a_text_are_entries_and_those_of_numbers_are_not() -> None:
    parsed = read(CATALOGUE)
    assert [d.title for d in parsed.drafts] == ["Long Neck", "Long Neck"]
    assert [(p.name, p.value) for p in parsed.drafts[0].properties] == [
        ("id", "f-2"),
        ("page", "4"),
        ("Reach", '6"'),
        ("profile", "Abilities"),
        ("bearer", "Grey Heron"),
    ]
    assert (parsed.game, parsed.game_title) == ("g-1", None)
    assert parsed.about == {"title": "Herons", "author": "A. Walrus"}


def test_a_catalogue_and_its_game_are_one_and_links_tell_who_has_a_rule(tmp_path: Path) -> None:
    corpus = build(tmp_path, game_gst=GAME, herons_cat=CATALOGUE)
    assert [(s.key, s.title) for s in corpus.systems] == [("marsh-reed", "Marsh & Reed")]
    entries = {e.name: e for e in corpus.entries}
    assert sorted(entries, key=str) == ["Long Neck", "Silent & Deep", "Wade"]
    bearer = entries["Wade"].base_witness.properties[-1]
    assert (bearer.name, bearer.value, bearer.source) == ("bearer", "Grey Heron", "herons.cat")
    # Pasted under two ids: one entry that two have.
    neck = entries["Long Neck"]
    assert [
        [p.value for p in w.properties if p.name in ("id", "bearer")] for w in neck.witnesses
    ] == [
        ["f-2", "Grey Heron"],
        ["r-0009", "Old Heron"],
    ]


def test_games_with_rules_of_one_name_stay_apart(tmp_path: Path) -> None:
    other = GAME.replace("g-1", "g-2").replace("Marsh &amp; Reed", "Tin Hulls")
    corpus = build(tmp_path, a_gst=GAME, b_gst=other)
    assert [s.key for s in corpus.systems] == ["marsh-reed", "tin-hulls"]
    assert [len(e.witnesses) for e in corpus.entries] == [1, 1, 1, 1]


def test_zipped_catalogues(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("herons.cat", CATALOGUE)
    (tmp_path / "herons.catz").write_bytes(packed.getvalue())
    corpus = load([tmp_path]).corpus
    assert corpus.sources[0].format == "battlescribe"
    assert [e.name for e in corpus.entries] == ["Long Neck"]


OLD = """<catalogue id="c" name="Old" gameSystemId="g"><rules><rule id="1" name="Wade" book="Reeds" page="3">
<description>It wades on and on.</description></rule></rules><profiles><profile id="2" name="Dive"
 profileTypeName="Skill"><characteristics><characteristic name="Description" value="It dives &lt;under&gt; the reeds."/>
</characteristics></profile></profiles></catalogue>"""  # fmt: skip


def test_files_of_the_first_versions() -> None:
    parsed = read(OLD)
    assert [(d.title, d.passages[0].text) for d in parsed.drafts] == [
        ("Wade", "It wades on and on."),
        ("Dive", "It dives <under> the reeds."),
    ]
    assert ("book", "Reeds") in [(p.name, p.value) for p in parsed.drafts[0].properties]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (GAME.replace("</rule>", "", 1), 11, "no XML"),
        (GAME[:500], 8, "no XML"),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY b "c">]>\n<catalogue name="&b;"/>',
            3,
            "declares entities",
        ),
        ("<catalogue>" + "<a>" * 1000 + "</a>" * 1000 + "</catalogue>", 1, "nests"),
    ],
)
def test_broken_and_hostile_xml_is_refused_with_its_line(text: str, line: int, said: str) -> None:
    document = Document("a.cat", text, "en")
    assert battlescribe.LOADER.recognise(document) == 1
    with pytest.raises(VariorumError) as error:
        battlescribe.LOADER.parse(document)
    assert (error.value.file, error.value.line) == ("a.cat", line)
    assert said in error.value.message


def test_a_catalogue_without_texts_says_so() -> None:
    parsed = read('<catalogue id="c" name="Empty"><categoryEntries/></catalogue>')
    assert [f.kind for f in parsed.findings] == ["no_rules"]


def test_a_broken_file_in_a_folder_stops_no_build(tmp_path: Path) -> None:
    corpus = build(tmp_path, game_gst=GAME, bad_cat=CATALOGUE[:300], bad_json='[{"name": 1,}]')
    assert [s.source for s in corpus.sources] == ["game.gst"]
    errors = [(f.source, f.line) for f in corpus.findings if f.severity == "error"]
    assert errors == [("bad.cat", 5), ("bad.json", 1)]
    with pytest.raises(VariorumError):
        load([tmp_path / "bad.json"])


def test_looks_of_newer_files_are_no_words_and_keywords_no_text() -> None:
    parsed = read(
        '<catalogue id="c" name="N"><rules><rule id="r-77" name="Anti-"><description>'
        "Against a **^^Crew^^** unit, a ^^[KEY X+]^^ wounds.\n■ One **bold** point; 2 * 3."
        "</description><alias>Versus</alias></rule></rules><profiles>"
        '<profile id="w" name="Old Saw" typeName="Weapon"><characteristics><characteristic '
        'name="Keywords">Anti-crew 4+, Twin linked, Rapid Fire 1, Hazardous</characteristic>'
        "</characteristics></profile></profiles></catalogue>"
    )
    (rule,) = parsed.drafts
    assert [p.text for p in rule.passages] == [
        "Against a Crew unit, a [KEY X+] wounds.",
        "One bold point; 2 * 3.",
    ]
    assert [(p.name, p.value) for p in rule.properties] == [("id", "r-77"), ("alias", "Versus")]


ROSTER = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="o-1" name="My flock" gameSystemId="g-1" gameSystemName="Marsh" xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <forces><force id="f-9" name="Patrol" catalogueName="Herons"><selections>
    <selection id="x-1" name="Grey Heron" type="unit"><rules>
      <rule id="r-0001" name="Wade"><description>When shot at from within 4&quot;, roll 2 dice.</description></rule></rules>
      <profiles><profile id="f-2" name="Long Neck" typeName="Abilities"><characteristics><characteristic name="Description">Once a day this bird may look over one reed.</characteristic></characteristics></profile>
      <profile id="f-1" name="Grey Heron" typeName="Bird"><characteristics><characteristic name="Speed">9"</characteristic></characteristics></profile></profiles>
    </selection>
    <selection id="x-2" name="Old Heron" type="unit"><rules>
      <rule id="r-0001" name="Wade"><description>When shot at from within 4&quot;, roll 2 dice.</description></rule></rules></selection>
  </selections></force></forces>
</roster>
"""


def test_a_roster_tells_the_rules_of_its_game(tmp_path: Path) -> None:
    (tmp_path / "marsh.gst").write_text(GAME, encoding="utf-8")
    (tmp_path / "flock.ros").write_text(ROSTER, encoding="utf-8")
    checked(battlescribe.LOADER.parse(Document("a.ros", ROSTER, "en", {})), ROSTER)
    corpus = load([tmp_path]).corpus
    assert len(corpus.systems) == 1
    told = {e.title: {w.source for w in e.witnesses} for e in corpus.entries}
    assert told == {
        "Wade": {"flock.ros", "marsh.gst"},
        "Silent & Deep": {"marsh.gst"},
        "Long Neck": {"flock.ros"},
    }
    (wade,) = (e for e in corpus.entries if e.title == "Wade")
    bearers = {p.value for w in wade.witnesses for p in w.properties if p.name == "bearer"}
    assert bearers == {"Grey Heron", "Old Heron"}
