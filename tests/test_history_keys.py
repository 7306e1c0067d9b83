"""Keys across renames, splits and merges."""

from __future__ import annotations

from pathlib import Path

from history_tools import rows, rules_text
from schema_corpora import corpus

from variorum.cli.program import main
from variorum.decisions import parse_keys, read_keys
from variorum.schema import write

ROOT = Path(__file__).parents[1]


def test_keys_lead_on_across_renames_merges_and_splits(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    long = "A band may run through open ground, and then it neither shoots nor hides."
    write(
        corpus({"Running": [long], "Moving": ["A band walks six paces."]}), path, date="2024-01-01"
    )
    write(corpus({"Sprinting": [long], "Moving": ["A band walks six paces."]}), path)
    assert rows(path, "select * from former_keys") == [("lantern/running", "lantern/sprinting")]
    write(corpus({"Moving": ["A band walks six paces.", long]}), path, date="2024-03-01")
    assert rows(path, "select * from former_keys") == [
        ("lantern/running", "lantern/moving"),
        ("lantern/sprinting", "lantern/moving"),
    ]
    old = "select title, text from text_versions where entry_key = ? and source is null"
    assert rows(path, old, "lantern/running") == [("Running", long)]
    # What comes back has its key again, and nothing leads away from it.
    write(
        corpus({"Running": [long], "Moving": ["A band walks six paces."]}), path, date="2024-04-01"
    )
    assert ("lantern/running", "lantern/moving") not in rows(path, "select * from former_keys")


def test_the_file_of_keys_records_what_went_where(tmp_path: Path) -> None:
    folder, path = tmp_path / "rules", tmp_path / "rules.db"
    main(["init", str(folder)])
    long = "A band may run through open ground, and then it neither shoots nor hides."
    apart = {"Moving": ["A band walks six paces."], "Running": [long], "Fire": ["It burns."]}
    joined = {"Moving": ["A band walks six paces.", long], "Fire": ["It burns."]}
    told_texts = (apart, joined, apart)
    keys = []
    for day, told_text in enumerate(told_texts, 1):
        (folder / "rules.txt").write_text(rules_text(told_text), "utf-8")
        for _ in range(2):
            assert main(["build", str(folder), "-o", str(path), "--date", f"2024-01-0{day}"]) == 0
        keys.append(read_keys(folder))
    running = next(key for key in keys[0].lines if key.endswith("/running"))
    moving = next(key for key in keys[0].lines if key.endswith("/moving"))
    assert keys[1].lines[running].into == moving
    assert keys[2].lines[running].into == ""
    assert set(keys[0].lines) == set(keys[2].lines)
    # Another clone has no history, but the file of keys.
    (folder / "rules.txt").write_text(rules_text(joined), "utf-8")
    (folder / "variorum.keys").write_text(
        f"{running} {keys[1].lines[running].fingerprint} >{moving}\n"
        f"{moving} {keys[1].lines[moving].fingerprint}\n",
        "utf-8",
    )
    assert main(["build", str(folder), "-o", str(tmp_path / "clone.db")]) == 0
    assert (running, moving) in rows(tmp_path / "clone.db", "select * from former_keys")


def test_a_line_of_keys_says_where_an_entry_went() -> None:
    keys = parse_keys("a/b 0123456789abcdef =a/x >a/c a/d # note\na/c 0123456789abcdef\n")
    assert (keys.lines["a/b"].into, keys.lines["a/b"].former) == ("a/c", ("a/d",))
