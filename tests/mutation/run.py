"""Mutation testing: is every line of the comparer and of the catalogue update held by a test?

    python tests/mutation/run.py compare 200        a sample of 200 mutants of the comparer
    python tests/mutation/run.py update 200 7       of the catalogue update, with another seed

A mutant is the module with one small change (an operator, a constant, a condition, a statement
left out), run under the tests of its part, in a process of its own.  The sample is drawn with a
seed, so a run can be repeated.  Survivors are printed as they would stand in a diff.

The operators are those of Offutt et al., "An experimental determination of sufficient mutant
operators" (ACM TOSEM 5(2), 1996), as far as Python has them, and statement deletion.
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.machinery
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

CHECKOUT = Path(__file__).parents[2]
TIMEOUT = 120


@dataclass(frozen=True, slots=True)
class Part:
    """What is mutated, and the tests that hold it."""

    root: str
    package: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


PARTS = {
    "compare": Part(
        "src",
        "variorum.compare",
        ("comparison", "align", "classes", "cutting", "gaps", "order", "reading", "lexicon"),
        ("test_compare.py", "test_compare_edits.py"),
    ),
    "update": Part(
        "translations",
        "variorum.translations",
        ("update", "matching", "carry", "kept", "changes", "marks"),
        (
            "test_update_held.py",
            "test_update.py",
            "test_update_properties.py",
            "test_update_merge.py",
            "test_update_intake.py",
            "test_editors.py",
            "test_catalogues.py",
            "test_catalogues_sequence.py",
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
        elif isinstance(node, ast.Return) and node.value is not None:
            yield node, "return nothing"


def mutate(node: ast.AST, change: str) -> ast.AST:
    """The node that stands in the place of `node`."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
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

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        if name != self.name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.code, str(self.path), "exec"), module.__dict__)


def run_tests(part: Part) -> int:
    """The tests of a part, up to the first that fails; 0 where all pass."""
    import pytest

    tests = [str(CHECKOUT / "tests" / test) for test in part.tests]
    return int(
        pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
    )


def survives(part: Part, name: str, path: Path, code: str) -> bool:
    """Whether the tests pass with the changed module, in a child; a hang counts as killed."""
    child = os.fork()
    if child == 0:
        with Path(os.devnull).open("w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        os.environ["CI"] = "1"  # The same examples in every run.
        signal.alarm(TIMEOUT)
        sys.meta_path.insert(0, _Loader(name, path, code))
        try:
            status = run_tests(part)
        except BaseException:
            status = 1
        os._exit(0 if status == 0 else 1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def sample(part: Part, number: int, seed: int) -> list[tuple[str, Path, ast.Module, int]]:
    """Mutants as module, file, tree and the index of the place, drawn evenly over all places."""
    found = []
    for module in part.modules:
        path = CHECKOUT / part.root / part.package.replace(".", "/") / f"{module}.py"
        if not path.exists():
            continue
        tree = ast.parse(path.read_text("utf-8"))
        found += [
            (f"{part.package}.{module}", path, tree, at) for at in range(len(list(places(tree))))
        ]
    print(f"{len(found)} places in {len({p for _, p, _, _ in found})} modules", flush=True)
    return random.Random(seed).sample(found, min(number, len(found)))


def main(arguments: Sequence[str]) -> int:
    """Run a sample, print the survivors and the share that was killed."""
    part = PARTS[arguments[0]]
    number = int(arguments[1]) if len(arguments) > 1 else 100
    seed = int(arguments[2]) if len(arguments) > 2 else 1
    sys.path.insert(0, str(CHECKOUT / "tests"))
    # What does not change is imported once, for all children.
    import hypothesis  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401
    import rapidfuzz  # noqa: F401

    began, killed, tried = time.monotonic(), 0, 0
    for name, path, tree, at in sample(part, number, seed):
        node, change = list(places(tree))[at]
        new = mutate(node, change)
        if isinstance(new, ast.stmt | ast.expr) and isinstance(node, ast.stmt | ast.expr):
            ast.copy_location(new, node)
        mutant = _Put(node, new).visit(tree)
        code = ast.unparse(ast.fix_missing_locations(mutant))
        before = ast.unparse(node)
        after = ast.unparse(ast.fix_missing_locations(new))
        _Put(new, node).visit(tree)
        tried += 1
        if survives(part, name, path, code):
            line = getattr(node, "lineno", 0)
            print(f"SURVIVED {path.name}:{line} {change}\n  - {before[:300]}\n  + {after[:300]}")
            sys.stdout.flush()
        else:
            killed += 1
    print(f"{killed} of {tried} killed, {killed / tried:.1%}, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
