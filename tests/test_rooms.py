"""Which room may import which: the table of the design, held against the imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
ROOTS = ("src", "schema", "loaders", "translations")

# `files` opens and replaces files for every room; it knows the data classes only, `say` how
# what is said to a person stays translatable.  The one error class belongs to no room, or each would need its own.
MAY_IMPORT = {
    "sources": set(),
    "model": {"sources"},
    "files": {"model"},
    "fixed": set(),
    "pause": set(),
    "say": set(),
    "compare": {"model"},
    "po": set(),
    "decisions": {"model"},
    "loaders": {"model", "compare", "decisions", "po"},
    "schema": {"model", "compare", "decisions"},
    "translations": {"model", "compare", "po", "schema"},
    "interface": {"schema", "compare"},
    "site": {"schema", "compare", "translations", "interface"},
}
EVERYWHERE = {"files", "fixed", "pause", "say", "model.VariorumError"}
FREE = {"cli", "corpus"}


def modules() -> Iterator[tuple[str, Path]]:
    """Room and file of every module."""
    for root in ROOTS:
        package = CHECKOUT / root / "variorum"
        for path in sorted(package.rglob("*.py")):
            yield path.relative_to(package).parts[0].removesuffix(".py"), path


def imported_rooms(code: str, path: tuple[str, ...]) -> set[str]:
    """The rooms that a module imports; `path` is its dotted name, as parts, with the package."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(path[: len(path) - node.level]) if node.level else ""
            stem = ".".join(filter(None, [base, node.module or ""]))
            # `from variorum import schema` names the room among the names.
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[:3] == ["variorum", "model", "VariorumError"]:
                found.add("model.VariorumError")
            elif parts[0] == "variorum" and len(parts) > 1:
                found.add(parts[1])
    return found


@pytest.mark.parametrize(
    "code",
    [
        "import variorum.schema",
        "import variorum.schema.writer as w",
        "from variorum import schema",
        "from variorum.schema import write",
        "from ..schema import write",
        "from .. import schema",
        "def f():\n    from variorum.schema.writer import write",
    ],
)
def test_an_import_is_seen_however_it_is_written(code: str) -> None:
    assert imported_rooms(code, ("variorum", "loaders", "table")) == {"schema"}


def test_the_error_class_is_told_from_the_data_classes() -> None:
    code = "from variorum.model import VariorumError"
    assert imported_rooms(code, ("variorum", "po", "x")) == {"model.VariorumError"}
    code = "from variorum.model import Entry, VariorumError"
    assert imported_rooms(code, ("variorum", "po", "x")) == {"model", "model.VariorumError"}


def test_rooms_import_only_what_the_design_allows() -> None:
    wrong = []
    for room, path in modules():
        if room in FREE:
            continue
        assert room in MAY_IMPORT, f"{path}: which room is this? Add it to the table."
        package = next(p for p in path.parents if p.name == "variorum")
        dotted = ("variorum", *path.relative_to(package).with_suffix("").parts)
        for other in sorted(imported_rooms(path.read_text("utf-8"), dotted)):
            if other not in MAY_IMPORT[room] | EVERYWHERE | {room}:
                wrong.append(f"{path.relative_to(CHECKOUT)} imports variorum.{other}")
    assert not wrong


def test_only_the_command_line_prints() -> None:
    wrong = [
        f"{path.relative_to(CHECKOUT)}:{node.lineno}"
        for room, path in modules()
        if room != "cli" and path.name not in ("__main__.py", "generate.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert not wrong


def test_no_package_called_variorum_claims_the_namespace() -> None:
    assert not [root for root in ROOTS if (CHECKOUT / root / "variorum/__init__.py").exists()]
