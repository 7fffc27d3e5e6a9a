"""Processes that a notebook forks: they are not the notebook."""

import pytest


def test_a_child_that_comes_back_from_the_cell_ends_there(run):
    results = run(
        "import os\npid = os.fork()\nprint('child' if pid == 0 else 'parent', flush=True)",
        "os.waitpid(pid, 0)[1]",
        "print('second')",
    )
    assert sorted("".join(text for _, text in results[0]["printed"]).split()) in (
        ["parent"],
        ["child", "parent"],
    )
    assert results[1]["data"][0][1] == "<pre class='text-xs'>0</pre>"
    assert results[2]["printed"][-1] == (1, "second\n")


@pytest.mark.parametrize(
    ("ending", "status"), [("1 / 0", 1), ("raise SystemExit(7)", 7), ("raise SystemExit", 0), ("pass", 0)]
)
def test_a_childs_way_to_end_is_its_exit_code(run, ending, status):
    source = f"import os\npid = os.fork()\nif pid == 0:\n    {ending}"
    results = run(source, "os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])")
    assert results[1]["data"][0][1] == f"<pre class='text-xs'>{status}</pre>"


def test_a_child_that_comes_back_while_its_value_is_shown_ends_there(run):
    source = (
        "import os\nclass Forks:\n    def __repr__(self):\n        self.pid = os.fork()\n"
        "        return 'me'\nf = Forks()\nf"
    )
    results = run(source, "os.waitpid(f.pid, 0)[1]")
    assert results[0]["data"][0][1] == "<pre class='text-xs'>me</pre>"
    assert results[1]["data"][0][1] == "<pre class='text-xs'>0</pre>"


def test_a_child_writes_no_marks(start):
    worker = start(
        "import os, sys\nif os.fork() == 0:\n"
        "    print('a'); print('b', file=sys.stderr); os._exit(0)\nos.wait()[1]"
    )
    result = worker.run(0)
    assert result["marker"] == 1
    assert sorted(result["printed"]) == [(1, "a\n"), (2, "b\n")]


def test_text_that_c_code_holds_back_is_not_printed_twice(run_one):
    source = (
        "import ctypes, os\nc = ctypes.CDLL(None)\nc.printf(b'once ')\nif os.fork() == 0:\n"
        "    c.exit(0)\nos.wait()[1]"
    )
    assert run_one(source)["printed"] == [(1, "once ")]


def test_a_pool_of_forked_processes_finds_the_cells_functions(run):
    results = run(
        "def square(x):\n    return x * x",
        "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "    print(pool.map(square, range(5)))",
    )
    assert results[1]["printed"] == [(1, "[0, 1, 4, 9, 16]\n")]
