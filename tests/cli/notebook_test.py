"""What reaches the notebook from the command line, and what does not."""

import html
import subprocess

ARGUMENTS = """
import argparse
import sys

print("words", sys.argv[1:], "of", sys.argv[0].rsplit("/", 1)[-1])
parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=1)
parser.parse_known_args()
"""


def test_words_after_the_double_dash_reach_the_notebook_unchanged(bench):
    bench.notebook(ARGUMENTS)
    page = bench.export("html", "n.py", "--", "--n", "7", "two words", "-o", "$x", "").out
    assert "words ['--n', '7', 'two words', '-o', '$x', ''] of n.py" in html.unescape(page)


def test_without_a_double_dash_the_notebook_gets_no_words(bench):
    bench.notebook(ARGUMENTS)
    assert "words [] of n.py" in bench.export("html", "n.py").out


def test_words_that_the_notebook_refuses_are_its_failure_and_no_usage_error(bench):
    bench.notebook(ARGUMENTS)
    ended = bench.export("html", "n.py", "--", "--n", "many")
    assert ended.code == 1
    assert "SystemExit" in ended.err
    assert "invalid int value" in ended.out


def test_standard_input_is_left_to_the_caller(bench):
    for name in ("a", "b", "c"):
        bench.notebook("import sys\nprint(repr(sys.stdin.read()))", name=f"{name}.py")
    bench.path("list").write_text("a\nb\nc\n")
    words = subprocess.list2cmdline(bench.words("html", "$name.py", "-o", "$name.html"))
    ended = bench.run(["sh", "-c", f"while read name; do {words}; done < list"])
    assert (ended.code, ended.err) == (0, "")
    assert [name for name in bench.names() if name.endswith(".html")] == ["a.html", "b.html", "c.html"]


def test_input_that_nobody_gives_is_an_error_and_no_waiting(bench):
    bench.notebook("input('who? ')")
    ended = bench.export("html", "n.py", "-o", "n.html", stdin=subprocess.PIPE)
    assert ended.code == 1
    assert "cell 1, line 9: " in ended.err


def test_the_notebook_file_stays_as_it_is(bench):
    path = bench.notebook("print('fine')", header="# /// script\n# dependencies = []\n# ///\n")
    before = path.read_bytes()
    assert bench.export("html", "n.py", "-o", "n.html").code == 0
    assert path.read_bytes() == before
    assert bench.names() == ["n.html", "n.py"]


def test_a_notebook_with_a_strange_name_is_exported(bench):
    name = "sp ace ü [x] $HOME `y`.py"
    bench.notebook("print('fine')", name=name)
    ended = bench.export("html", name, "-o", "-o.html")
    assert (ended.code, ended.err) == (0, "")
    assert "fine" in bench.path("-o.html").read_text()


def test_a_link_to_a_notebook_finds_the_modules_beside_the_notebook(bench):
    bench.notebook("import sidecar\nprint('value', sidecar.VALUE)", name="proj/n.py")
    bench.path("proj/sidecar.py").write_text("VALUE = 5\n")
    bench.path("link.py").symlink_to("proj/n.py")
    assert "value 5" in bench.export("html", "link.py").out
