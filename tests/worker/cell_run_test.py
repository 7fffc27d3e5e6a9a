"""What a cell can do, and what it is worth."""

import subprocess
import sys

import pytest


def html(text):
    return ["text/html", f"<pre class='text-xs'>{text}</pre>"]


def values(results):
    return [result.get("data", [None])[0] for result in results]


def test_the_last_expression_is_the_value_unless_a_semicolon_ends_the_code(run):
    cells = [
        "1 + 1",
        "1 + 1;",
        "x = 1",
        "(\n2 # ;\n)",
        "3  # ; not one",
        "4; # one",
        "'a;b'",
        "",
        "# nothing",
    ]
    expected = [html(2), None, None, html(2), html(3), None, html("&#x27;a;b&#x27;"), None, None]
    assert values(run(*cells)) == expected


def test_none_shows_nothing(run_one):
    assert "data" not in run_one("None")


def test_cells_share_their_names(run):
    assert values(run("x = 40", "def f():\n    return x + 2", "f()"))[2] == html(42)


def test_private_names_belong_to_one_cell(run):
    results = run({"id": "Hbol", "source": "_x = 1\n_x"}, {"id": "MJUe", "source": "_x"})
    assert results[0]["data"] == [html(1)]
    assert results[1]["error"]["message"].startswith("name '_x' is not defined")
    assert "_cell_" not in results[1]["error"]["traceback"]


def test_private_names_are_dropped_unless_a_function_uses_them(run):
    cells = [
        "_a = 1\n_b = 2\ndef f():\n    return _b",
        "[n for n in globals() if n.startswith('_cell_')]",
        "f()",
    ]
    results = run(*cells)
    assert results[1]["data"] == [["application/json", '["_cell_c0_b"]']]
    assert results[2]["data"] == [html(2)]


def test_top_level_await_and_tasks_share_one_running_loop(run):
    results = run(
        "import asyncio\nloop = asyncio.get_running_loop()\nasync def work():\n    return 41",
        "task = asyncio.create_task(work())",
        "1 + await task",
        "asyncio.get_running_loop() is loop",
    )
    assert [result["status"] for result in results] == ["succeeded"] * 4
    assert values(results)[2:] == [html(42), html(True)]


def test_await_works_where_nothing_imported_asyncio_before(run_one):
    source = "async def f():\n    return 5\nawait f()"
    assert run_one(source)["data"] == [html(5)]


def test_a_thread_that_imports_asyncio_first_has_no_running_loop(run):
    source = """
import threading
def work():
    import asyncio
    async def five():
        return 5
    print(asyncio.run(five()))
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""
    results = run(source, "import asyncio\nasyncio.get_running_loop().is_running()")
    assert results[0]["printed"] == [(1, "5\n")]
    assert results[1]["data"] == [html(True)]


def test_await_works_beside_a_file_that_is_called_asyncio(run, notebook):
    (notebook.parent / "asyncio.py").write_text("")
    (result,) = run("async def f():\n    return 5\nawait f()")
    assert result["data"] == [html(5)]


def test_arguments_path_and_name_are_those_of_a_script(run, notebook):
    notebook.write_text('# a comment\n"""What the notebook is about"""\nimport marimo\n')
    (result,) = run(
        "import sys, os\nprint([sys.argv, __file__, __name__, sys.path[0], os.getcwd(), __doc__])",
        arguments=["--n", "7", "two words", ""],
    )
    path, folder = str(notebook), str(notebook.parent)
    expected = [
        [path, "--n", "7", "two words", ""],
        path,
        "__main__",
        folder,
        folder,
        "What the notebook is about",
    ]
    assert result["printed"] == [(1, f"{expected}\n")]


def test_the_worker_is_not_on_the_import_path(run_one):
    source = "import sys, os\n[p for p in sys.path if os.path.exists(os.path.join(p, 'cloche_worker'))]"
    assert run_one(source)["data"] == [["application/json", "[]"]]


HEAVY = "ast asyncio base64 contextlib dataclasses enum inspect json linecache logging re traceback typing"


def test_the_start_imports_nothing_that_costs_much(run_one, test_python):
    source = f"import sys\nprint(*(name for name in {HEAVY.split()} if name in sys.modules))"
    bare = subprocess.run([test_python, "-c", source], capture_output=True, text=True, check=True).stdout
    assert run_one(source)["printed"] == [(1, bare)]


def test_a_safe_import_path_keeps_the_worker_from_nothing(run_one):
    assert run_one("1", env={"PYTHONSAFEPATH": "1"})["status"] == "succeeded"


def test_a_file_beside_the_notebook_can_be_imported_and_none_breaks_the_worker(run, notebook):
    names = (
        "json",
        "re",
        "traceback",
        "ast",
        "base64",
        "html",
        "linecache",
        "asyncio",
        "time",
        "_json",
        "warnings",
    )
    for name in names:
        (notebook.parent / f"{name}.py").write_text(f"mine = '{name}'")
    results = run("import json\njson.mine", "1 / 0", "[1.5]", "raise ValueError('x')")
    assert results[0]["data"] == [html("&#x27;json&#x27;")]
    assert results[1]["error"]["traceback"].endswith("ZeroDivisionError: division by zero\n")
    assert results[2]["data"] == [["application/json", '["text/plain+float:1.5"]']]
    assert results[3]["error"]["message"] == "x"


def test_functions_and_classes_of_cells_can_be_pickled(run):
    cells = [
        "def f():\n    return 1\nclass C:\n    pass",
        "import pickle\npickle.loads(pickle.dumps((f, C))) == (f, C)",
    ]
    assert values(run(*cells))[1] == html(True)


def test_the_source_of_a_cells_function_can_be_read(run):
    results = run("def f():\n    return 1", "import inspect\nprint(inspect.getsource(f))")
    assert results[1]["printed"] == [(1, "def f():\n    return 1\n\n")]


def test_the_end_of_the_input_is_an_error_that_says_so(run):
    results = run(
        "input('who? ')", "import getpass\ngetpass.getpass('secret: ')", "import sys\nsys.stdin.read()"
    )
    assert [result["status"] for result in results] == ["failed", "failed", "succeeded"]
    first = results[0]["error"]
    assert first["name"] == "EOFError"
    assert first["message"] == "the notebook asks for input (`who?`), but there is no input during an export"
    assert first["traceback"].count("File ") == 1
    assert "a password (`secret:`)" in results[1]["error"]["message"]
    assert results[2]["data"] == [html("&#x27;&#x27;")]


def test_mo_stop_ends_the_cell_with_its_output(run):
    # The class is what the worker knows mo.stop() by; marimo itself need not be there.
    stop = (
        "class MarimoStopError(BaseException):\n    output = 'done'\nMarimoStopError.__module__ = 'marimo.x'"
    )
    results = run(stop, "raise MarimoStopError")
    assert results[1]["status"] == "stopped"
    assert results[1]["data"] == [html("&#x27;done&#x27;")]


def test_a_cell_may_replace_what_the_worker_stands_on(run):
    results = run(
        "import builtins, json, sys\nbuiltins.open = None\njson.dumps = None\nsys.stdout = None\n"
        "sys.path.clear()",
        "import os\nos.chdir('/')\nsys.modules.pop('traceback', None)\nsys.stderr = 5",
        "1 / 0",
        "print('still here')\n{'a': [1.5]}",
    )
    assert [result["status"] for result in results] == ["succeeded", "succeeded", "failed", "succeeded"]
    assert results[3]["printed"] == [(1, "still here\n")]
    assert results[3]["data"] == [["application/json", '{"a": ["text/plain+float:1.5"]}']]


def test_a_notebook_that_empties_the_table_of_modules_still_gets_its_errors(run):
    results = run("import sys\nsys.modules.clear()", "1 / 0", "[1.5]")
    assert results[1]["error"]["traceback"].endswith("ZeroDivisionError: division by zero\n")
    assert results[2]["data"] == [["application/json", '["text/plain+float:1.5"]']]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="match statements are newer")
def test_private_names_are_found_in_every_kind_of_binding(run_one):
    source = """
import os.path as _path
from sys import version as _version
for _i in range(2):
    pass
with open("/dev/null") as _file:
    pass
try:
    1 / 0
except ZeroDivisionError as _error:
    _said = str(_error)
[(_last := n) for n in range(3)]
match [1, 2]:
    case [_first, *_rest]:
        pass
_a: int = 5
_a += 1
def _f(_i, *, _j=_a):
    global _made
    _made = _i
    return [_k for _k in (_i, _j)] + [_made]
class _C:
    _a = _a
    def get(self):
        return self._a, _a
_g = lambda _x: _x + _a
assert (_path.sep, _i, _said, _last, _first, _rest) == ("/", 1, "division by zero", 2, 1, [2])
assert _f(1) == [1, 6, 1] and _C().get() == (6, 6) and _g(1) == 7
sorted(n for n in globals() if n.startswith("_") and not n.startswith(("__", "_cell_")))
"""
    assert run_one(source)["data"] == [["application/json", "[]"]]


def test_a_private_import_keeps_its_name(run_one):
    assert run_one("import _thread\n'_thread' in globals()")["data"] == [html(True)]


def test_a_very_long_sum_of_private_names_compiles(run_one):
    assert run_one("_a = 1\n" + " + ".join(["_a"] * 800))["data"] == [html(800)]
