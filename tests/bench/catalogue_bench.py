"""Catalogues beside the GNU tools: `python tests/bench/catalogue_bench.py [N …]`.

For each number of messages (default 5000 20000 50000) it prints processor seconds and peak
memory of reading and writing, of an update and of compiling, each in a process of its own
with its start; and whose translations the update gave to what.  `msgmerge` takes a quarter
of an hour at 20,000 messages and is run up to 5,000 only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_CORPUS = Path(__file__).with_name("catalogue_corpus.py")
_MERGE_LIMIT = 5000
_READ_WRITE = "from variorum.po import *; write(read(a), b, canonical=True)"
_UPDATE = "from variorum.translations.update import update_file; update_file(a, b, lang='fr')"
_COMPILE = "from variorum.po import *; compile_file(a, b)"


def timed(*command: str) -> tuple[float, int]:
    """Processor seconds and peak memory in MiB of a command."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def ours(code: str, *paths: Path) -> tuple[float, int]:
    start = "import sys; from pathlib import Path; a, b = map(Path, sys.argv[1:]); "
    return timed(sys.executable, "-c", start + code, *map(str, paths))


def score(tool: str, updated: Path) -> None:
    command = [sys.executable, _CORPUS, "score", updated, updated.parent]
    print(tool, subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")


def bench(count: int, folder: Path) -> None:
    # In a process of its own, since a child's peak memory is at least what its parent had.
    subprocess.run([sys.executable, _CORPUS, "make", str(count), folder], check=True)
    source, template, out = folder / "old.po", folder / "new.pot", folder / "out"
    rows = [("read and write", "variorum", *ours(_READ_WRITE, source, out))]
    if shutil.which("msgcat"):
        written = out.read_bytes()
        rows.append(("read and write", "msgcat", *timed("msgcat", "-o", str(out), str(source))))
        print(f"{count}: the bytes of msgcat: {'yes' if out.read_bytes() == written else 'NO'}")
    rows.append(("compile", "variorum", *ours(_COMPILE, source, out)))
    if shutil.which("msgfmt"):
        rows.append(("compile", "msgfmt", *timed("msgfmt", "-o", str(out), str(source))))
    updated = folder / "updated.po"
    shutil.copy(source, updated)
    rows.append(("update", "variorum", *ours(_UPDATE, updated, template)))
    if shutil.which("msgfmt"):
        timed("msgfmt", "-c", "-o", str(out), str(updated))
    score("variorum", updated)
    if shutil.which("msgmerge") and count <= _MERGE_LIMIT:
        command = ("msgmerge", "-q", "--previous", "-o", str(updated), str(source), str(template))
        rows.append(("update", "msgmerge", *timed(*command)))
        score("msgmerge", updated)
    for job, tool, seconds, memory in rows:
        print(f"{count:7} {job:15} {tool:9} {seconds:8.2f} s {memory:6} MiB")


def main() -> None:
    for count in [int(argument) for argument in sys.argv[1:]] or [5000, 20000, 50000]:
        with tempfile.TemporaryDirectory() as folder:
            bench(count, Path(folder))


if __name__ == "__main__":
    main()
