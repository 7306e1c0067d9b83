"""Commits and their files, as the program git tells them.

Only reading commands of git are run, with what the environment and the user's configuration
could change switched off.  Names are bytes to git: those that are no UTF-8, symbolic links
and submodules are passed over.
"""

from __future__ import annotations

import datetime
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from variorum.cli.inputs import CATALOGUES, TEXT_FILES
from variorum.model import VariorumError
from variorum.say import say

# What counts of the folder in which a file lies that was named.
BESIDE = (*TEXT_FILES, CATALOGUES)

# What would send git to another repository than the one that was named.
_MISLEADING = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF",
    "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
)  # fmt: skip
_FIELDS = "%H%x00%P%x00%an%x00%at%x00%ct%x00%B%x00"
_FILE_MODES = (b"100644", b"100755", b"100664")


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; `date` is the day in UTC on which it was written, never one after it was
    committed, as ISO 8601.  `parents` are the ids of its parents."""

    id: str
    parents: tuple[str, ...]
    author: str
    date: str
    message: str


class Repository:
    """One git repository, and what in it is meant.  To be used in a `with` (see `repository`).

    `path` is the folder that is meant, `""` all of it; where a file is meant, `named` is its
    name and `path` the folder that it lies in, of which only what is decided counts as well.
    """

    def __init__(
        self, folder: Path, path: str, named: str | None, reader: subprocess.Popen[bytes]
    ) -> None:
        self._folder = folder
        self._reader = reader
        self.path = path
        self.named = named
        names = [named, *BESIDE] if named is not None else [""]
        inside = [f"{path}/{name}".strip("/") for name in names]
        self._limits = ["--", *inside] if any(inside) else []

    def commits(self) -> list[Commit]:
        """The commits of HEAD that touched the path, the oldest first, along first parents.

        A merge is one commit: what it brought to the branch.  So each state is one that the
        branch really had, in order, and nothing flips between the states of two branches.
        Raises VariorumError where there is no commit yet.
        """
        listed = _git(
            self._folder,
            *("log", "--first-parent", "--reverse", "--encoding=UTF-8", "--no-color"),
            *("--no-show-signature", "--no-notes", f"--format={_FIELDS}", "HEAD"),
            *(self._limits or ["--"]),
        )
        fields = [part.decode("utf-8", "replace") for part in listed.split(b"\0")]
        found = []
        for at in range(0, len(fields) - 6, 6):
            name, parents, author, written, committed, message = fields[at : at + 6]
            day = _day(min(int(written or 0), int(committed or 0)))
            found.append(Commit(name.strip(), tuple(parents.split()), author, day, message.strip()))
        return found

    def authors(self, commit: Commit) -> str:
        """Who wrote a commit; of a merge, who wrote what it brought, the first one first."""
        if len(commit.parents) < 2:
            return commit.author
        listed = _git(
            self._folder,
            *("log", "--no-merges", "--reverse", "--encoding=UTF-8", "--no-color"),
            *("--no-show-signature", "--no-notes", "--format=%an%x00"),
            f"{commit.parents[0]}..{commit.id}",
            *(self._limits or ["--"]),
        )
        names = [part.decode("utf-8", "replace").strip("\n") for part in listed.split(b"\0")]
        return ", ".join(dict.fromkeys(filter(None, names))) or commit.author

    def listing(self, commit: Commit) -> dict[str, str]:
        """The blobs of the files of a commit that are meant, by their names in the folder."""
        listed = _git(
            self._folder, *("ls-tree", "-r", "-z", "--full-tree", commit.id), *self._limits
        )
        found: dict[str, str] = {}
        for line in listed.split(b"\0"):
            head, _, raw = line.partition(b"\t")
            if not raw or head.split(b" ")[0] not in _FILE_MODES:
                continue
            try:
                name = raw.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if self.path:
                name = name.removeprefix(f"{self.path}/")
            # Git itself refuses such names; a tree made by hand may hold them.
            if not {"", ".", ".."} & set(name.split("/")):
                found[name] = head.split(b" ")[2].decode("ascii")
        return found

    def blob(self, name: str) -> bytes:
        """The bytes of a blob; raises VariorumError where the repository lacks it."""
        stdin, stdout = self._reader.stdin, self._reader.stdout
        assert stdin is not None and stdout is not None
        stdin.write(name.encode() + b"\n")
        stdin.flush()
        head = stdout.readline().split()
        if len(head) != 3 or head[1] != b"blob":
            raise VariorumError(
                say(
                    "the repository does not hold the file {name} of its history (a partial or a "
                    "damaged clone); fetch it in full",
                    name=name[:12],
                ),
                str(self._folder),
            )
        content = stdout.read(int(head[2]))
        stdout.read(1)
        return content

    def files(self, listing: Mapping[str, str]) -> dict[str, bytes]:
        """The bytes of all files of a listing."""
        return {name: self.blob(blob) for name, blob in listing.items()}


@contextmanager
def repository(folder: Path, path: str | None = None) -> Iterator[Repository]:
    """The repository that holds `folder`, and in it `path`, counted from `folder`.

    Raises VariorumError where git is not installed, where the folder is in no repository, and
    for a path that leads out of it.
    """
    if not folder.is_dir():
        raise VariorumError(say("there is no such folder; name a git repository"), str(folder))
    # Paths that git is given count from where it runs: the top, or the folder of a bare repository.
    top = folder
    prefix = os.fsdecode(_git(folder, "rev-parse", "--show-prefix").strip(b"\n/"))
    if _git(folder, "rev-parse", "--is-inside-work-tree").strip() == b"true":
        top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))
    if path and Path(path).is_absolute():
        whole = os.path.relpath(os.path.realpath(path), os.path.realpath(top))
    else:
        whole = os.path.normpath(os.path.join(prefix, path or "."))  # noqa: PTH118
    if whole == ".." or whole.startswith("../"):
        raise VariorumError(
            say("this path leads out of the repository; name one inside it"), str(path)
        )
    _git(
        folder,
        "rev-parse",
        "--verify",
        "--quiet",
        "HEAD^{commit}",
        fault=say("there is no commit yet"),
    )
    named = None
    if whole != "." and _kind(top, whole) == "blob":
        whole, _, named = whole.rpartition("/")
    reader = subprocess.Popen(
        [*_command(top), "cat-file", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
    )
    try:
        yield Repository(top, "" if whole in (".", "") else whole, named, reader)
    finally:
        for stream in (reader.stdin, reader.stdout):
            if stream is not None:
                stream.close()
        reader.wait()


def _kind(folder: Path, path: str) -> str:
    """What a path is at HEAD: `blob`, `tree`, or nothing where it is not there any more."""
    try:
        return _git(folder, "cat-file", "-t", f"HEAD:{path}").decode().strip()
    except VariorumError:
        return ""


def _day(seconds: int) -> str:
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (ValueError, OverflowError, OSError):
        moment = datetime.datetime.fromtimestamp(0, datetime.UTC)
    return moment.date().isoformat()


def _command(folder: Path) -> list[str]:
    return [
        *("git", "-C", str(folder), "--no-pager", "--no-optional-locks", "--literal-pathspecs"),
        *("-c", "log.follow=false", "-c", "core.quotePath=false", "-c", "log.showRoot=true"),
    ]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _MISLEADING}
    return kept | {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1"}


def _git(folder: Path, *arguments: str, fault: str = "") -> bytes:
    """What git prints; raises VariorumError with git's own words (or `fault`) where it fails."""
    command: Sequence[str] = [*_command(folder), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, check=False, env=_environment(), stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise VariorumError(
            say("git is not installed; install it, or build the folder without --git"), str(folder)
        ) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise VariorumError(
            say(
                "git cannot read this repository ({fault}); name the folder of a repository "
                "with commits",
                fault=fault or said.removeprefix("fatal: "),
            ),
            str(folder),
        )
    return done.stdout
