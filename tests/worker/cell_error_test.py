"""What is said of a cell that fails."""

import pytest


def error(result):
    assert result["status"] == "failed", result
    return result["error"]


def test_a_traceback_begins_in_the_cell_and_shows_its_code(run):
    cells = [{"name": "tide", "source": "def f(x):\n    return 1 / x"}, "y = 0\nf(y)  # here"]
    failed = error(run(*cells)[1])
    assert (failed["kind"], failed["name"], failed["message"]) == (
        "exception",
        "ZeroDivisionError",
        "division by zero",
    )
    assert failed["line"] == 2
    lines = [line for line in failed["traceback"].splitlines() if "^" not in line]
    assert lines == [
        "Traceback (most recent call last):",
        '  File "tides.py, cell 2", line 2, in <module>',
        "    f(y)  # here",
        '  File "tides.py, cell tide", line 2, in f',
        "    return 1 / x",
        "ZeroDivisionError: division by zero",
    ]


def test_names_of_the_users_that_look_like_private_ones_stay(run_one):
    assert "'my_cell_data_x'" in error(run_one("my_cell_data_x"))["message"]
    assert error(run_one("_x = 1\nraise ValueError('_cell_ my_cell_a_b')"))["message"] == "_cell_ my_cell_a_b"


def test_an_awaiting_cell_has_a_traceback_without_the_event_loop(run_one):
    failed = error(run_one("async def f():\n    raise KeyError('k')\nawait f()"))
    assert failed["message"] == "'k'"
    assert failed["traceback"].count("File ") == 2
    assert failed["line"] == 2


def test_a_chain_of_exceptions_is_shown_whole(run_one):
    failed = error(run_one("try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError('so') from e"))
    assert "direct cause" in failed["traceback"]
    assert failed["line"] == 4


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("raise SystemExit(3)", "SystemExit", "3"),
        ("import sys\nsys.exit()", "SystemExit", "This cell raised an exception: SystemExit"),
        ("raise BaseException('base')", "BaseException", "base"),
        ("assert False", "AssertionError", "This cell raised an exception: AssertionError"),
        ("raise GeneratorExit", "GeneratorExit", "This cell raised an exception: GeneratorExit"),
        ("[].appendd", "AttributeError", "'list' object has no attribute 'appendd'"),
        ("class E(Exception): pass\nraise E", "E", "This cell raised an exception: E"),
    ],
)
def test_every_exception_is_the_cells_failure(run_one, source, name, message):
    failed = error(run_one(source))
    assert (failed["kind"], failed["name"]) == ("exception", name)
    assert failed["message"].startswith(message)


def test_an_exception_whose_text_fails_is_still_described(run_one):
    failed = error(run_one("class Bad(Exception):\n    def __str__(self): raise RuntimeError\nraise Bad"))
    assert failed["name"] == "Bad"
    assert failed["message"] == "its text can't be shown: its __str__ raised RuntimeError"
    assert "<exception str() failed>" in failed["traceback"]


def test_an_endless_recursion_has_a_short_traceback(run_one):
    failed = error(run_one("def f():\n    return f()\nf()"))
    assert failed["name"] == "RecursionError"
    assert "Previous line repeated" in failed["traceback"]


def test_a_huge_message_is_cut(run_one):
    failed = error(run_one("raise ValueError('x' * 10_000_000)"))
    assert len(failed["message"]) < 200_000
    assert len(failed["traceback"]) < 500_000
    assert "characters left out" in failed["message"]


def test_no_memory_is_an_error_like_others(run):
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))\nbytearray(2**32)"
    results = run(limit, "1")
    assert error(results[0])["name"] == "MemoryError"
    assert results[1]["status"] == "succeeded"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "!pip install x",
            "line 1\n    !pip install x\n    ^\nSyntaxError: invalid syntax\n\n"
            "To install packages, use the package manager panel.",
        ),
        (
            "%time x",
            "line 1\n    %time x\n    ^\nSyntaxError: invalid syntax\n\n"
            "IPython magic commands (starting with %) are not supported.\n"
            "See: https://links.marimo.app/from-jupyter-magics",
        ),
        ("a = 1\nyield a", "line 2\nSyntaxError: 'yield' outside function\n"),
        ("a = 1\n  b = 2", "line 2\n    b = 2\nIndentationError: unexpected indent\n"),
        ("return 5", "line 1\nSyntaxError: 'return' outside function\n"),
    ],
)
def test_syntax_errors_are_worded_as_in_marimos_sessions(run_one, source, message):
    failed = error(run_one(source))
    assert failed["kind"] == "syntax"
    assert failed["message"] == message
    assert failed["line"] == int(message.split("\n")[0].split()[1])


def test_syntax_warnings_are_not_printed(run_one):
    assert run_one("x = '\\d'\nx is 'a'")["printed"] == []


def test_a_name_of_a_cell_that_did_not_run_is_explained(run):
    cells = [{"name": "loader", "source": "df = 1", "definitions": ["df"]}, "df + 1"]
    worker_results = run(*cells[:0], *cells[1:], cells[0])
    failed = error(worker_results[0])
    assert failed["message"] == "Name `df` is not defined. It was expected to be defined in cell loader"


def test_a_private_name_of_another_cell_is_explained(run):
    cells = [
        {"source": "_a = 1", "private": ["_a"]},
        {"source": "from math import pi as _p", "private": ["_p"]},
    ]
    results = run(*cells, "_a", "_p")
    assert error(results[2])["message"] == (
        "Name `_a` is not defined. Names prefixed with an underscore are local to the cell "
        "that defines them. "
        "To use it across cells, remove the leading underscore. `_a` is defined as a "
        "cell-local name in cell 1"
    )
    assert (
        "alias the import to a name without a leading underscore: `from math import pi as p`."
        in (error(results[3])["message"])
    )


def test_a_deleted_name_is_explained(run):
    cells = [{"source": "x = 1", "definitions": ["x"]}, "del x", "x"]
    failed = error(run(*cells)[2])
    assert "Another cell may have deleted it with the del operator." in failed["message"]


def test_an_interruption_ends_the_cell_and_the_next_one_runs(start):
    worker = start("print('up', flush=True)\nwhile True: pass", "'next'")
    worker.begin(0)
    worker.wait_for_text("up")
    worker.interrupt()
    failed = error(worker.finish())
    assert failed["kind"] == "interruption"
    assert failed["message"] == "This cell was interrupted and needs to be re-run"
    assert worker.run(1)["status"] == "succeeded"


def test_an_interruption_reaches_an_awaiting_cell(start):
    worker = start("import asyncio\nprint('up')\nawait asyncio.sleep(3600)", "await asyncio.sleep(0)\n'next'")
    worker.begin(0)
    worker.wait_for_text("up")
    worker.interrupt()
    assert error(worker.finish())["kind"] == "interruption"
    assert worker.run(1)["status"] == "succeeded"


def test_an_interruption_reaches_a_value_that_is_slow_to_show(start):
    source = "class Slow:\n    def __repr__(self):\n        print('up')\n        while True: pass\nSlow()"
    worker = start(source, "'next'")
    worker.begin(0)
    worker.wait_for_text("up")
    worker.interrupt()
    assert error(worker.finish())["kind"] == "interruption"


def test_an_interruption_between_cells_hurts_nobody(start):
    worker = start("1", "2")
    worker.run(0)
    worker.interrupt()
    assert worker.run(1)["status"] == "succeeded"


def test_pythons_own_handler_of_interrupts_does_not_stay(start):
    worker = start("import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)", "2")
    worker.run(0)
    worker.interrupt()
    assert worker.run(1)["status"] == "succeeded"


def test_a_file_that_hides_a_package_is_named(run_one, notebook):
    (notebook.parent / "email.py").write_text("")
    failed = error(run_one("import email.mime"))
    assert failed["message"] == (
        "There is a file named 'email.py' which conflicts with the imported package. Please rename the file."
    )
