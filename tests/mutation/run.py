"""Mutation testing: is every line of the comparer and of the catalogue update held by a test?

    python tests/mutation/run.py compare 200        a sample of 200 mutants of the comparer
    python tests/mutation/run.py update 200 7       of the catalogue update, with another seed

A mutant is the module with one small change (an operator, a constant, a condition, a statement
left out), run under the tests of its part, in a process of its own.  The sample is drawn with a
seed, so a run can be repeated.  Survivors are printed as they would stand in a diff.

A number that a module names (`MOST = 400`) is doubled or halved; one more or less is no fault.
What gives the same results by its nature stands in `equivalent.toml`, with the reason; it is
counted apart, and a line there that fits nothing any more is an error.

The operators are those of Offutt et al., "An experimental determination of sufficient mutant
operators" (ACM TOSEM 5(2), 1996), as far as Python has them, and statement deletion.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

CHECKOUT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
AT_ONCE = 2  # children
MEMORY = 4 << 30  # bytes of a child: a list that grows for ever ends there
SLOWER = 3  # times the processor time of the tests without a change: a hang
HUNG = 600  # seconds of the clock, for a child that waits
MODULES = "modules.txt"


@dataclass(frozen=True, slots=True)
class Part:
    """What is mutated, and the tests that hold it, the quickest and sharpest first."""

    root: str
    package: str
    modules: tuple[str, ...]
    tests: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module."""

    name: str
    path: Path
    line: int
    source: str
    change: str
    before: str
    after: str
    code: str

    def __str__(self) -> str:
        return (
            f"{self.path.name}:{self.line} {self.change}"
            f"\n  - {self.before[:300]}\n  + {self.after[:300]}"
        )


PARTS = {
    "compare": Part(
        "src",
        "variorum.compare",
        ("comparison", "align", "classes", "gaps", "reading", "lexicon"),
        (("test_compare_held.py",), ("test_compare.py",), ("test_compare_edits.py",)),
    ),
    "update": Part(
        "translations",
        "variorum.translations",
        ("update", "matching", "carry", "kept", "changes", "marks"),
        (
            ("test_update_held.py", "test_update_kept.py", "test_update.py"),
            ("test_update_properties.py", "test_update_merge.py", "test_update_intake.py"),
            ("test_editors.py", "test_catalogues.py", "test_catalogues_sequence.py"),
        ),
    ),
}

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Nodes that can be changed, with the name of the change, in the order of the file."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Assign) and _is_tuning(node, tree):
            for number in ast.walk(node.value):
                if isinstance(number, ast.Constant):
                    yield number, "double"
                    yield number, "halve"
            passed.update(id(n) for n in ast.walk(node))
            continue
        if isinstance(node, ast.AnnAssign | ast.arg):
            if node.annotation is not None:
                passed.update(id(n) for n in ast.walk(node.annotation))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            passed.update(id(n) for d in node.decorator_list for n in ast.walk(d))
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                passed.update(id(n) for n in ast.walk(node.returns))
        elif isinstance(node, ast.Raise):
            # What an error says is for people; that it is raised is for tests.
            yield node, "leave out"
            passed.update(id(n) for n in ast.walk(node))
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
            yield node, "compare"
        elif isinstance(node, ast.BinOp) and type(node.op) in _COUNTED:
            yield node, "count"
        elif isinstance(node, ast.BoolOp):
            yield node, "and or"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            yield node, "unary"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
            yield node, "constant"
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node, "condition"
        elif isinstance(node, ast.Expr | ast.AugAssign | ast.Continue | ast.Break):
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                yield node, "leave out"
        elif isinstance(node, ast.Return) and not _is_null(node.value):
            yield node, "return nothing"


def _is_null(value: ast.expr | None) -> bool:
    """Whether a return gives nothing anyway; null and false are the same to whoever asks."""
    return value is None or (
        isinstance(value, ast.Constant) and (value.value is None or value.value is False)
    )


def _is_tuning(node: ast.Assign, tree: ast.Module) -> bool:
    """Whether a statement names numbers of the module: one, or some in a tuple."""
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    return node in tree.body and all(
        isinstance(v, ast.Constant) and type(v.value) in (int, float) for v in values
    )


def mutate(node: ast.AST, change: str) -> ast.AST:
    """The node that stands in the place of `node`."""
    new = copy.deepcopy(node)
    if change in ("double", "halve"):
        assert isinstance(new, ast.Constant) and isinstance(new.value, int | float)
        whole, twice = isinstance(new.value, int), change == "double"
        new.value = new.value * 2 if twice else new.value // 2 if whole else new.value / 2
    elif isinstance(new, ast.Compare):
        new.ops[0] = _COMPARED[type(new.ops[0])]()
    elif isinstance(new, ast.BinOp):
        new.op = _COUNTED[type(new.op)]()
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
    elif isinstance(new, ast.UnaryOp):
        return new.operand
    elif isinstance(new, ast.Constant):
        assert isinstance(new.value, int | float)
        new.value = not new.value if isinstance(new.value, bool) else new.value + 1
    elif isinstance(new, ast.If | ast.While | ast.IfExp):
        new.test = ast.UnaryOp(ast.Not(), new.test)
    elif isinstance(new, ast.Return):
        new.value = None
    else:
        return ast.Pass()
    return new


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)


class _Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module from changed code."""

    def __init__(self, name: str, path: Path, code: str) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.code, str(self.path), "exec"), module.__dict__)


def mutants(part: Part) -> list[tuple[ast.Module, int, Path, str, str]]:
    """All places of a part: tree, index of the place, file, its text, name of the module."""
    found = []
    for module in part.modules:
        path = CHECKOUT / part.root / part.package.replace(".", "/") / f"{module}.py"
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        name = f"{part.package}.{module}"
        found += [(tree, at, path, text, name) for at in range(len(list(places(tree))))]
    return found


def mutant(tree: ast.Module, at: int, path: Path, text: str, name: str) -> Mutant:
    """The mutant of one place; the tree stays as it was."""
    node, change = list(places(tree))[at]
    new = mutate(node, change)
    if isinstance(new, ast.stmt | ast.expr) and isinstance(node, ast.stmt | ast.expr):
        ast.copy_location(new, node)
    before = ast.unparse(node)
    code = ast.unparse(ast.fix_missing_locations(_Put(node, new).visit(tree)))
    after = ast.unparse(ast.fix_missing_locations(new))
    _Put(new, node).visit(tree)
    line = getattr(node, "lineno", 1)
    return Mutant(name, path, line, text.splitlines()[line - 1], change, before, after, code)


def equivalent(part: Part, found: Sequence[tuple[ast.Module, int, Path, str, str]]) -> set[int]:
    """Which of the places `found` give the same results, as the list says with its reasons."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    listed = [m for m in listed if m["module"].rpartition(".")[0] == part.package]
    at_line: dict[tuple[str, str], list[int]] = {}
    for tree, number, _, text, name in found:
        if number == 0:
            lines, nodes = text.splitlines(), list(places(tree))
            first = sum(map(len, at_line.values()))
            for n, (node, _) in enumerate(nodes, first):
                line = lines[getattr(node, "lineno", 1) - 1].strip()
                at_line.setdefault((name, line), []).append(n)
    same: set[int] = set()
    for entry in listed:
        hits = set()
        for n in at_line.get((entry["module"], entry["line"]), []):
            it = mutant(*found[n])
            if it.before == entry["before"] and it.after == entry.get("after", it.after):
                hits.add(n)
        if not hits:
            raise SystemExit(f"equivalent.toml: nothing is like this any more: {entry}")
        same |= hits
    return same


def run_part(part: Part) -> int:
    """The tests of a part, up to the first that fails; 0 where all pass."""
    from quick import run_tests

    return next(filter(None, map(run_tests, part.tests)), 0)


def start(part: Part, changed: Mutant | None, seconds: int) -> int:
    """A child that runs the tests, and ends with 0 where they pass; a hang ends it too."""
    child = os.fork()
    if child:
        return child
    try:
        with Path(os.devnull).open("w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        signal.alarm(HUNG)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if changed is not None:
            sys.meta_path.insert(0, _Loader(changed.name, changed.path, changed.code))
        status = run_part(part)
        if changed is None:
            Path(str(sys.pycache_prefix), MODULES).write_text("\n".join(sys.modules), "utf-8")
    except BaseException:
        status = 1
    os._exit(0 if status == 0 else 1)


def run(part: Part, changed: Iterator[Mutant], seconds: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, and whether it survives, as they come."""
    running: dict[int, Mutant] = {}
    while True:
        while len(running) < AT_ONCE and (following := next(changed, None)):
            running[start(part, following, seconds)] = following
        if not running:
            return
        child, status = os.wait()
        yield running.pop(child), os.waitstatus_to_exitcode(status) == 0


def prepare(part: Part) -> int:
    """Run the tests without a change, import what they need of others, say how long they take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, status = os.waitpid(start(part, None, HUNG), 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit("The tests fail without any change: mend them first.")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for name in Path(str(sys.pycache_prefix), MODULES).read_text("utf-8").split("\n"):
        # What can change, and what holds the state of one test run, is the child's own.
        own = name.partition(".")[0] in ("variorum", "conftest", "tests", "__main__")
        if own or (CHECKOUT / "tests" / f"{name}.py").exists():
            continue
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    return 1 + int(SLOWER * (after.ru_utime - before.ru_utime))


def main(arguments: Sequence[str]) -> int:
    """Run a sample, print the survivors and the share that was killed."""
    part = PARTS[arguments[0]]
    number = int(arguments[1]) if len(arguments) > 1 else 100
    seed = int(arguments[2]) if len(arguments) > 2 else 1
    sys.path.insert(0, str(CHECKOUT / "tests"))
    os.nice(10)
    found = mutants(part)
    same = equivalent(part, found)
    print(f"{len(found)} places in {len(part.modules)} modules, {len(same)} equivalent", flush=True)
    drawn = random.Random(seed).sample(range(len(found)), min(number, len(found)))
    tried = [at for at in drawn if at not in same]
    began, killed = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="variorum-mutation-") as scratch:
        # What does not change is compiled once.
        sys.dont_write_bytecode, sys.pycache_prefix = False, scratch
        seconds = prepare(part)
        for one, survives in run(part, (mutant(*found[at]) for at in tried), seconds):
            killed += not survives
            if survives:
                print("SURVIVED", one, flush=True)
    print(
        f"{killed} of {len(tried)} killed, {killed / len(tried):.1%}, "
        f"{len(drawn) - len(tried)} equivalent left out, {time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
