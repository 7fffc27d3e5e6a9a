"""Compares what cloche reads from notebooks, and what it finds in their cells, with marimo itself.

Every notebook that ships inside of the marimo package is read, hand-edited variants of its tutorials too, and each
construct that binds or uses a name is analyzed as a cell. Where we differ on purpose, the reason is given here.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", ROOT / "build/debug/test-programs"))

pytestmark = pytest.mark.needs("marimo")

# The side that knows marimo. It runs in the Python of the notebooks, reads a list of tasks from standard input and
# answers in the words of dump_notebook.
ORACLE = r"""
import json, logging, re, sys
logging.disable(logging.CRITICAL)
import marimo
from marimo._ast.compiler import compile_cell
from marimo._ast.errors import ImportStarError
from marimo._ast.load import load_notebook_ir
from marimo._ast.parse import MarimoFileError, parse_notebook
from marimo._lint.validate_graph import check_for_errors
from marimo._runtime.dataflow import DirectedGraph, topological_sort

def public(names):
    return sorted(n for n in names if not n.startswith("_cell_"))

def names_of(cell):
    private = {re.sub(r"^_cell_\w+?_", "_", n) for n in cell.temporaries}
    return {"definitions": public(cell.defs), "references": public(cell.refs),
            "deletions": public(cell.deleted_refs), "private": sorted(private)}

def graph_of(codes):
    graph, cells = DirectedGraph(), []
    index = {cell_id: i for i, (cell_id, _) in enumerate(codes)}
    for cell_id, code in codes:
        try:
            compiled = compile_cell(code, cell_id=cell_id)
        except ImportStarError:
            cells.append({"refused": "import-star"})
        except (SyntaxError, ValueError, RecursionError):
            cells.append({"refused": "syntax"})
        else:
            graph.register_cell(cell_id, compiled)
            cells.append(names_of(compiled))
    errors = check_for_errors(graph)
    for cell_id, _ in codes:
        if cell_id in graph.cells:
            cell = cells[index[cell_id]]
            cell["parents"] = sorted(index[p] for p in graph.parents[cell_id])
            cell["errors"] = sorted({e.describe() for e in errors.get(cell_id, ())})
    runnable = [c for c, _ in codes if c in graph.cells and c not in errors]
    return cells, [index[c] for c in topological_sort(graph, runnable)]

def read(path):
    text = open(path, encoding="utf-8", errors="replace").read().strip()
    try:
        notebook = parse_notebook(text)
        if notebook is None or not notebook.valid:
            return {"error": "no notebook"}
        app = load_notebook_ir(notebook, filepath="notebook.py")
    except (MarimoFileError, SyntaxError, AssertionError, IndexError) as error:
        return {"error": repr(error)}
    app._cell_manager.ensure_one_cell()
    data = list(app._cell_manager.cell_data())
    cells, order = graph_of([(d.cell_id, d.code) for d in data])
    for cell, d in zip(cells, data):
        cell.update(id=d.cell_id, source=d.code, name=d.name.removeprefix("*"), column=d.config.column,
                    disabled=d.config.disabled, hide_code=d.config.hide_code)
    return {"header": notebook.header.value if notebook.header else "", "generated_with": notebook.version or "",
            "options": notebook.app.options, "cells": cells, "order": order}

def analyze(codes):
    return [graph_of([("Hbol", code)])[0][0] for code in codes]

def notebooks():
    import pathlib
    root = pathlib.Path(marimo.__file__).parent
    found = [p for p in root.rglob("*.py") if re.search(r"^app = \w+\.App\(", p.read_text(encoding="utf-8"), re.M)]
    return sorted(map(str, found))

def knows_sql():
    from importlib.util import find_spec
    return all(map(find_spec, ["duckdb", "sqlglot"]))

for line in sys.stdin:
    name, arguments = json.loads(line)
    print(json.dumps({"read": read, "analyze": analyze, "notebooks": notebooks,
                      "knows_sql": knows_sql}[name](*arguments)), flush=True)
"""

# Without sqlglot and duckdb, marimo knows nothing of the tables that SQL text names. We always do.
SQL = re.compile(r"(?:mo|marimo|duckdb)\.(?:sql|execute)\(")


@pytest.fixture(scope="module")
def oracle(test_python):
    process = subprocess.Popen(
        [test_python, "-c", ORACLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ask(name, *arguments):
        process.stdin.write(json.dumps([name, arguments]) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.stdin.close()
    process.wait()


def dump(*arguments):
    result = subprocess.run(
        [PROGRAMS / "dump_notebook", *arguments], capture_output=True, timeout=120, check=True
    )
    return json.loads(result.stdout)


def differences(theirs, ours, knows_sql=False):
    """What differs between two readings of one notebook, as lines of text."""
    for key in ("header", "generated_with", "options"):
        if theirs[key] != ours[key]:
            yield f"{key}: {theirs[key]!r} is read as {ours[key]!r}"
    if len(theirs["cells"]) != len(ours["cells"]):
        yield f"{len(theirs['cells'])} cells are read as {len(ours['cells'])}"
        return
    comparable = knows_sql or not any(SQL.search(cell["source"]) for cell in theirs["cells"])
    for their_cell, our_cell in zip(theirs["cells"], ours["cells"]):
        for key in ("id", "source", "name", "column", "disabled", "hide_code"):
            if their_cell[key] != our_cell[key]:
                yield f"{their_cell['id']}: {key}: {their_cell[key]!r} is read as {our_cell[key]!r}"
        if comparable:
            yield from (f"{their_cell['id']}: {line}" for line in name_differences(their_cell, our_cell))
            if "errors" in their_cell:
                messages = sorted({error["message"] for error in our_cell["errors"]})
                if their_cell["errors"] != messages:
                    yield f"{their_cell['id']}: errors: {their_cell['errors']} became {messages}"
                if their_cell["parents"] != our_cell["parents"]:
                    yield f"{their_cell['id']}: parents: {their_cell['parents']} became {our_cell['parents']}"
    if comparable:
        our_order = [i for i in ours["order"] if i in set(theirs["order"])]
        if theirs["order"] != our_order:
            yield f"order: {theirs['order']} became {our_order}"


def name_differences(theirs, ours):
    refused = next((e["kind"] for e in ours["errors"] if e["kind"] in ("syntax", "import-star")), None)
    if theirs.get("refused") != refused:
        yield f"refused as {theirs.get('refused')}, by us as {refused}: {ours['source'][:200]!r}"
    elif not refused:
        for key in ("definitions", "references", "deletions", "private"):
            if theirs[key] != ours[key]:
                yield f"{key}: {theirs[key]} became {ours[key]} in {ours['source'][:200]!r}"


def test_every_notebook_that_ships_with_marimo_is_read_as_marimo_reads_it(oracle):
    paths = oracle("notebooks")
    knows_sql = oracle("knows_sql")
    assert len(paths) > 50
    found = []
    for path in paths:
        theirs, ours = oracle("read", path), dump(path)
        assert "error" not in theirs and "error" not in ours, path
        found += [f"{path}: {line}" for line in differences(theirs, ours, knows_sql)]
    assert found == []


BINDINGS = [
    "x = 1",
    "x = y = z",
    "a, (b, *c), [d] = e",
    "x: int",
    "x: 'T' = y",
    "a.b: int = c",
    "x[y]: int",
    "n += m",
    "a.b += 1",
    "a[i] += 1",
    "x = x + 1",
    "x\nx = 1",
    "for i in j: pass\nelse: k",
    "for i in i: pass",
    "async for a, b in c: pass",
    "with a as b, c as (d, e.f): g",
    "async with a as b: c",
    "with (a as b, c as d): e",
    "import a, b.c, d.e as f",
    "from a import b, c as d",
    "from .a import (b as _c, _d)",
    "from . import a",
    "import _a",
    "import a as _b",
    "from m import *",
    "def f():\n  from m import *",
    "from __future__ import annotations",
    "global x",
    "del x",
    "del x, y.z, (a, [b])",
    "x = 1\ndel x",
    "(x := y)",
    "[x := y for y in z]",
    "f(x := y)",
    "lambda: (x := y)",
    "x if (x := y) else z",
    "def f(a, /, b: A = B, *c: C, d=D, **e: E) -> R: return a + b + c + d + e + g",
    "def f(x=x, y=f): return y",
    "async def f():\n  await a\n  async with b as c: d\n  async for e in g: h\n  return [i async for i in j]",
    "@a\n@b(c)\ndef f(): pass",
    "@f\ndef f(): pass",
    "@d\ndef f(d): pass",
    "def f():\n  def g(): return x\n  x = 1",
    "def f():\n  global x, _y\n  x = 1\n  del z",
    "x = 1\ndef f():\n  global x\n  x = 2",
    "def f():\n  global x\n  return x",
    "def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = y",
    "def f(): return x\nx = 1",
    "def f(): f()",
    "lambda x, *y, z=w, **k: x + v",
    "class A(B, metaclass=C): x = 1; y = x; z: T = w",
    "class A:\n  x = 1\n  def f(self): return x + A + y",
    "@d\nclass A(A): pass",
    "class _A: pass\n_A",
    "[a for a in b if a if c]",
    "{a: b for a, b in c.items()}",
    "{a for b in c for a in b}",
    "(a for a in a)",
    "[[x for x in y] for y in z]",
    "[lambda: x for x in y]",
    "try: a\nexcept B as c: c; d\nelse: e\nfinally: f",
    "try: a\nexcept (B, C): d\nc",
    "try: a\nexcept* B as c: c",
    "try: a\nexcept B as c: c = 1\nc",
    "while a: b\nelse: c",
    "match a:\n  case B(c, d=e): f\n  case {'k': g, **h}: i\n  case [j, *k] | (j, k): l\n  case m.n | -1 | 's' | None: o\n  case _ as p if q: r\n  case s: t",
    "match a:\n  case _x: _x",
    "_x = 1\n_x + _y",
    "_ = 1",
    "__ = 1",
    "__x = ___y",
    "def f(_x): return _x + _y",
    "[_x for _x in y]",
    "_x: int",
    "for _i in x: _i",
    "with a as _b: _b",
    "def _f(): return _f",
    "f'{a} {b!r:>{c}} {d=} {{e}}'",
    "f'{x:=5}'",
    "f'{(y:=5)}'",
    "f'''{\na\n}'''",
    "f\"{a['b']}\" 'c' f'{d}'",
    "'{a}'",
    "a.b.c(d.e, f=g, *h, **i)[j:k, l]",
    "x = yield_",
    "not a or b and c",
    "a < b is not c",
    "await a",
    "x = await b",
    "print(__file__, __name__, __builtins__)",
    "print = 1",
    "type(a).b = c",
    "match = type = case = 1",
    "a\u00a0= b",
    "a; b; c;",
    "a = (b,\n# c\nd)",
    "if a: b\nelif c: d\nelse: e",
    "assert a, b\nraise c from d",
    "x = *a, *b()",
    "a[*b]",
    "return x",
    "yield x",
    "if x:\n  return",
    "def f():\n  await x",
    "break",
    "x = (1",
    "x = 1)",
    "'a",
    "'''a",
    "x =\ny",
    "x = 1\n  y",
    "if x:\ny",
    "if x:\n    a\n  b",
    "x = = 1",
    "for in range(3)",
    "print 'a'",
    "!ls",
    "%time x",
    "",
    "# only a comment",
    "\n\n# c\n\n",
    "x = 1  # noqa",
    "\\",
    "x \\\n= 1",
]


def test_every_way_of_binding_and_using_a_name_is_understood_as_marimo_understands_it(oracle, tmp_path):
    cells = tmp_path / "cells.json"
    cells.write_text(json.dumps(BINDINGS))
    found = []
    for theirs, ours in zip(oracle("analyze", BINDINGS), dump("--cells", cells)["cells"], strict=True):
        found += name_differences(theirs, ours)
    assert found == []


def test_the_modules_of_the_standard_library_are_understood_as_marimo_understands_them(oracle, tmp_path):
    folder = pathlib.Path(os.__file__).parent
    sources = []
    for path in sorted(folder.glob("*.py"))[::3]:
        text = path.read_text(encoding="utf-8", errors="ignore").strip("\n")
        if len(text) < 100_000 and text.isascii():
            sources.append(text)
    assert len(sources) > 20
    cells = tmp_path / "cells.json"
    cells.write_text(json.dumps(sources))
    found = []
    for theirs, ours in zip(oracle("analyze", sources), dump("--cells", cells)["cells"], strict=True):
        found += name_differences(theirs, ours)
    assert found == []


GRAPHS = [
    ["y = x", "x = 1", "z = x + y"], ["c = b", "b = a", "0", "a = 1", "1"], ["del x", "print(x)", "x = 1"],
    ["x = 1", "del x", "del x"], ["a = b", "b = a", "c = b", "d = 1"], ["x = y = 1", "y = 2", "x = 3", "x"],
    ["print(1)", "print = 1"], ["_x = 1", "_x = 2", "_x"], ["x = (1", "y = x", "from m import *\nx = 1", "z = y"],
    ["b = a", "a = 1", "a = 2", "c = b"], ["a = c", "b = a", "c = b"], ["x += 1", "x = 1"], ["def f(): return g()", "def g(): return f()"],
]  # fmt: skip


@pytest.mark.parametrize("sources", GRAPHS, ids=lambda sources: " | ".join(sources)[:60].replace("\n", ";"))
def test_graphs_have_the_edges_errors_and_order_of_marimo(oracle, tmp_path, sources):
    indented = ["\n".join("    " + line for line in source.split("\n")) for source in sources]
    text = "import marimo\napp = marimo.App()\n\n" + "".join(
        f"@app.cell\ndef _():\n{body}\n    return\n\n\n" for body in indented
    )
    path = tmp_path / "notebook.py"
    path.write_text(text)
    assert list(differences(oracle("read", str(path)), dump(path))) == []


# Lines that people leave behind when they edit a notebook by hand. None is among them for which marimo itself is
# known to lose code: comments or blank lines between a decorator and its function, several statements on the line of
# a signature.
EDITS = [
    "    # comment", "    x = 1; y = 2", "    x = 'é'  # c", "    '''a\n  b\n        c'''", "    x = '''\n  under\n'''", "    if x:\n        return",
    "    f'''{x}\n  y\n'''", "    x = (1,\n2)", "    x = \\\n  1", "    return (x,)", "    (", "    )", "    x =", "    !ls", "    '''", "    \"", "x = 1",
    "    return (  # c\n        x,\n    )", "    \"\"\"doc\n\n    doc\"\"\"", "        deep = 1", "  shallow = 1", "# unindented",
]  # fmt: skip


def is_where_marimo_loses_code(theirs, ours):
    """marimo drops the beginning of some bodies that follow a comment or a broken signature. We keep it."""

    def is_end(end, whole):
        lines = end.splitlines()
        return len(end) < len(whole) and (not lines or whole.endswith(lines[-1]))

    return len(theirs["cells"]) == len(ours["cells"]) and any(
        is_end(their["source"], our["source"]) for their, our in zip(theirs["cells"], ours["cells"])
    )


@pytest.mark.parametrize("seed", range(8))
def test_notebooks_that_were_edited_by_hand_are_read_as_marimo_reads_them(oracle, tmp_path, seed):
    tutorials = [p for p in oracle("notebooks") if "_tutorials" in p and not p.endswith("sql.py")]
    chance = random.Random(seed)
    path = tmp_path / "notebook.py"
    found = []
    for _ in range(25):
        lines = pathlib.Path(chance.choice(tutorials)).read_text(encoding="utf-8").split("\n")
        bodies = [i for i, line in enumerate(lines) if line.startswith("    ")]
        lines.insert(chance.choice(bodies), chance.choice(EDITS))
        path.write_text("\n".join(lines), encoding="utf-8")
        theirs, ours = oracle("read", str(path)), dump(path)
        if "error" in theirs or is_where_marimo_loses_code(theirs, ours):
            continue
        assert "error" not in ours, (ours, "\n".join(lines))
        found += differences(theirs, ours)
    assert found == []


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
