"""Where catalogues lie: `<folder>/<lang>/LC_MESSAGES/<system>.po`, templates in the folder."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath

INTERFACE = "variorum"
"""The name of the catalogues of the program's own words, which no system has."""


@dataclass(frozen=True, slots=True)
class Named:
    """A catalogue file by what its path says."""

    lang: str
    system: str
    path: Path


def catalogue_path(folder: Path, lang: str, system: str) -> Path:
    """Where the catalogue of a system in a language belongs."""
    return folder / lang / "LC_MESSAGES" / f"{system}.po"


def template_path(folder: Path, system: str) -> Path:
    """Where the template of a system belongs."""
    return folder / f"{system}.pot"


def catalogues_in(folder: Path) -> list[Named]:
    """The catalogues of a folder, by language and system; those of the program are left out."""
    return [
        Named(named[0], named[1], path)
        for path in sorted(folder.glob("*/LC_MESSAGES/*.po"))
        if (named := named_by(path.relative_to(folder).as_posix()))
    ]


def named_by(path: str) -> tuple[str, str] | None:
    """Language and system by a path that ends in `<lang>/LC_MESSAGES/<system>.po`, else null."""
    parts = PurePosixPath(path).parts[-3:]
    if len(parts) < 3 or parts[1] != "LC_MESSAGES" or not parts[2].endswith(".po"):
        return None
    system = parts[2].removesuffix(".po")
    return None if system == INTERFACE or system.startswith(".") else (parts[0], system)


def shipped() -> Path:
    """The folder of the shipped corpus's catalogues: in the installed package, or the checkout."""
    package = Path(str(files("variorum.translations") / "__init__.py")).resolve().parent
    inside = package / "catalogues"
    return inside if inside.is_dir() else package.parents[1]
