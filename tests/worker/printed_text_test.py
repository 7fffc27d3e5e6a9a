"""What cells, C code and child processes print, and in which order."""

import pytest


def test_both_streams_are_put_in_order(run_one):
    source = "import sys\nfor i in range(3):\n    print('out', i)\n    print('err', i, file=sys.stderr)"
    expected = [pair for i in range(3) for pair in ((1, f"out {i}\n"), (2, f"err {i}\n"))]
    assert run_one(source)["printed"] == expected


def test_text_of_c_code_of_descriptors_and_of_children_stands_in_its_place(run_one):
    source = """
import ctypes, os, subprocess
c = ctypes.CDLL(None)
for i in range(2):
    print('py', i)
    c.printf(b'c %d|', i); c.fflush(None)
    os.write(1, b'fd %d|' % i)
    print('half a line|', end='')
    subprocess.run(['echo', 'sub', str(i)])
c.printf(b'unflushed tail')
"""
    text = "py 0\nc 0|fd 0|half a line|sub 0\npy 1\nc 1|fd 1|half a line|sub 1\nunflushed tail"
    assert run_one(source)["printed"] == [(1, text)]


def test_half_a_line_comes_before_what_the_other_stream_prints_next(run_one):
    source = "import sys\nfor i in range(2):\n    print('o', end='')\n    print('e', file=sys.stderr)"
    assert run_one(source)["printed"] == [(1, "o"), (2, "e\n"), (1, "o"), (2, "e\n")]


def test_half_lines_of_both_streams_keep_their_order(run_one):
    source = "import sys\nfor i in range(2):\n    print('o', end='')\n    print('e', end='', file=sys.stderr)"
    assert run_one(source)["printed"] == [(1, "o"), (2, "e"), (1, "o"), (2, "e")]


def test_a_detached_stream_is_replaced_in_the_next_cell(run):
    results = run(
        "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.detach())\nprint('a')", "print('b')"
    )
    assert [result["printed"] for result in results] == [[(1, "a\n")], [(1, "b\n")]]


def test_text_belongs_to_the_cell_that_printed_it(run):
    results = run("print('one', end='')", "import os; os.write(2, b'two')", "print('three')")
    assert [result["printed"] for result in results] == [[(1, "one")], [(2, "two")], [(1, "three\n")]]


def test_twenty_thousand_lines_arrive_whole(run_one):
    source = """
import sys
for i in range(20000):
    sys.stdout.write('row %05d %s\\n' % (i, 'x' * 90)); sys.stdout.flush()
    if i % 100 == 0: sys.stderr.write('e%05d\\n' % i)
"""
    printed = run_one(source)["printed"]
    rows = "".join(text for fd, text in printed if fd == 1).splitlines()
    assert rows == [f"row {i:05} {'x' * 90}" for i in range(20000)]
    assert printed[:4] == [
        (1, rows[0] + "\n"),
        (2, "e00000\n"),
        (1, "\n".join(rows[1:101]) + "\n"),
        (2, "e00100\n"),
    ]


def test_threads_print_whole_lines(run_one):
    source = """
import sys, threading
def work(n):
    for i in range(200):
        (sys.stdout if n % 2 else sys.stderr).write(f'{n} {i} {"x" * 50}\\n')
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
[t.start() for t in threads]; [t.join() for t in threads]
"""
    printed = run_one(source)["printed"]
    lines = sorted("".join(text for _, text in printed).splitlines())
    assert lines == sorted(f"{n} {i} {'x' * 50}" for n in range(4) for i in range(200))


def test_characters_that_are_no_text_do_not_break_the_stream(run_one):
    printed = run_one("import sys\nprint('\\udc80 ä 🌊')\nsys.stdout.buffer.write(b'raw')")["printed"]
    assert printed == [(1, "? ä 🌊\nraw")]


def test_the_streams_look_like_files(run_one):
    source = (
        "import sys\n"
        "[s.encoding for s in (sys.stdout, sys.stderr)] + [sys.stdout.fileno(), sys.stdout.isatty()]"
    )
    assert run_one(source)["data"] == [["application/json", '["utf-8", "utf-8", 1, false]']]


def test_a_stream_that_the_notebook_replaced_is_flushed_and_put_back(run):
    replace = "import io, sys\nsys.stdout = io.TextIOWrapper(open(1, 'wb', closefd=False))\nprint('mine')"
    results = run(replace, "print('ours')")
    assert [result["printed"] for result in results] == [[(1, "mine\n")], [(1, "ours\n")]]


def test_captured_text_is_not_printed(run_one):
    source = (
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as s:\n"
        "    print('x')\ns.getvalue()"
    )
    result = run_one(source)
    assert result["printed"] == []
    assert result["data"][0][1] == "<pre class='text-xs'>&#x27;x\\n&#x27;</pre>"


@pytest.mark.parametrize("closed", ["1", "2", "1, 2"])
def test_closed_descriptors_end_no_cell_but_the_one_that_prints(start, closed):
    worker = start(f"import os\nfor fd in ({closed},): os.close(fd)\n5", "6")
    for cell, value in ((0, "5"), (1, "6")):
        worker.begin(cell)
        event = worker.next_event()
        assert event["status"] == "succeeded"
        assert event["data"] == [["text/html", f"<pre class='text-xs'>{value}</pre>"]]


def test_no_mark_goes_into_a_file_that_took_a_streams_number(start, notebook):
    worker = start("import os\nos.close(1)\nf = open('data.txt', 'w')\nf.fileno()")
    worker.begin(0)
    assert worker.next_event()["data"][0][1] == "<pre class='text-xs'>1</pre>"
    worker.close()
    assert (notebook.parent / "data.txt").read_text() == ""


def test_printing_to_a_closed_descriptor_is_the_cells_error(start):
    worker = start("import os; os.close(1); print('x' * 100000)")
    worker.begin(0)
    event = worker.next_event()
    assert (event["status"], event["error"]["name"]) == ("failed", "OSError")


def test_descriptors_that_a_notebook_closes_in_bulk_are_not_the_workers(run):
    results = run("import os; os.closerange(3, 256)", "7")
    assert [result["status"] for result in results] == ["succeeded", "succeeded"]


def test_children_do_not_inherit_the_protocol(run_one):
    source = (
        "import subprocess\n"
        "subprocess.run(['ls', '/proc/self/fd'], close_fds=False, capture_output=True).stdout"
    )
    (_, html), *_ = run_one(source)["data"]
    assert html.count("\\n") == 4  # 0, 1, 2 and the folder itself
