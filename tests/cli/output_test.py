"""Where the result goes, and that nothing else goes there."""

import os
import signal
import subprocess

import pytest


def without_root_powers(words):
    """Root may write everywhere; the tests of permissions want somebody who may not."""
    if os.geteuid() != 0:
        return words
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--", *words]


def test_without_an_output_file_stdout_is_the_page_and_nothing_else(bench):
    bench.notebook(
        "print('from python')",
        "import os\nos.write(1, b'from fd 1')",
        "import subprocess\nsubprocess.run(['echo', 'from a child'])",
    )
    ended = bench.export("html", "n.py", "-v")
    assert ended.code == 0
    assert ended.out.startswith("<!") and ended.out.rstrip().endswith("</html>")
    for text in ("from python", "from fd 1", "from a child"):
        assert ended.out.count(text) >= 1
        assert text not in ended.err


def test_relative_output_is_relative_to_the_caller(bench):
    bench.notebook("print('fine')", name="deep/er/n.py")
    assert bench.export("html", "deep/er/n.py", "-o", "out/page.html").code == 0
    assert "fine" in bench.path("out/page.html").read_text()
    assert sorted(path.name for path in bench.path("deep/er").iterdir()) == ["n.py"]


def test_a_link_as_output_stays_a_link(bench):
    bench.notebook("print('fine')")
    bench.path("real.html").write_text("old")
    bench.path("link.html").symlink_to("real.html")
    assert bench.export("html", "n.py", "-o", "link.html", "-f").code == 0
    assert bench.path("link.html").is_symlink()
    assert "fine" in bench.path("real.html").read_text()


def test_standard_output_by_its_name_is_appended_to(bench):
    bench.notebook("print('fine')")
    words = subprocess.list2cmdline(bench.words("html", "n.py", "-o", "/dev/stdout"))
    ended = bench.run(["sh", "-c", f"{{ echo before; {words}; echo after; }} > all"])
    assert (ended.code, ended.err) == (0, "")
    text = bench.path("all").read_text()
    assert text.startswith("before\n<!") and text.endswith("after\n")


def test_an_existing_file_is_replaced_without_a_question_where_nobody_can_answer(bench):
    bench.notebook("print('fine')")
    bench.path("n.html").write_text("old")
    bench.path("n.html").chmod(0o640)
    ended = bench.export("html", "n.py", "-o", "n.html")
    assert (ended.code, ended.err) == (0, "")
    assert "fine" in bench.path("n.html").read_text()
    assert bench.path("n.html").stat().st_mode & 0o777 == 0o640


def test_a_killed_export_leaves_the_old_file_and_nothing_else(bench):
    started = bench.fifo()
    bench.notebook(f"open({str(started)!r}, 'w').write('up')", "import time\ntime.sleep(6000)")
    bench.path("n.html").write_text("old")
    process = bench.start(bench.words("html", "n.py", "-o", "n.html"))
    assert bench.wait_for(started) == "up"
    process.kill()
    # Both ends of its pipes are closed when the last process of its tree is gone.
    process.communicate(timeout=60)
    assert bench.path("n.html").read_text() == "old"
    assert bench.names() == ["fifo", "n.html", "n.py"]


def test_folders_made_for_the_output_go_away_when_there_is_none(bench):
    bench.path("plain.py").write_text(
        "import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n    return\n"
    )
    ended = bench.run(
        [bench.cloche, "export", "html", "plain.py", "-o", "a/b/c.html", "--python", "/bin/true"]
    )
    assert ended.code == 4
    assert bench.names() == ["plain.py"]


@pytest.mark.parametrize("locked", ["folder", "file"])
def test_a_place_without_permission_is_refused_before_the_notebook_runs(bench, locked):
    bench.notebook("open('ran', 'w')")
    bench.path("folder").mkdir()
    output = bench.path("folder/n.html")
    if locked == "file":
        output.write_text("precious")
        output.chmod(0o444)
    else:
        bench.path("folder").chmod(0o555)
    ended = bench.run(without_root_powers(bench.words("html", "n.py", "-o", "folder/n.html")))
    bench.path("folder").chmod(0o755)
    assert (ended.code, ended.err) == (5, "error: cannot write `folder/n.html`: permission denied\n")
    assert bench.names() == ["folder", "n.py"]


def test_a_notebook_without_permission_is_named(bench):
    bench.notebook("print('never')").chmod(0)
    ended = bench.run(without_root_powers(bench.words("html", "n.py", "-o", "n.html")))
    assert (ended.code, ended.err) == (2, "error: cannot read `n.py`: permission denied\n")


def test_a_file_that_grows_over_its_limit_leaves_the_old_one(bench):
    bench.notebook("print('x' * 3_000_000)")
    bench.path("n.html").write_text("old")
    words = subprocess.list2cmdline(bench.words("html", "n.py", "-o", "n.html"))
    ended = bench.run(["bash", "-c", f"ulimit -f 1000; {words}"])
    assert (ended.code, ended.err) == (5, "error: cannot write `n.html`: file too large\n")
    assert bench.path("n.html").read_text() == "old"
    assert bench.names() == ["n.html", "n.py"]


def test_closed_standard_streams_get_no_file_of_ours(bench):
    bench.notebook("print('fine')")
    words = subprocess.list2cmdline(bench.words("html", "n.py", "-o", "n.html"))
    ended = bench.run(["sh", "-c", f"exec {words} <&- >&- 2>&-"])
    assert ended.code == 0
    assert "fine" in bench.path("n.html").read_text()


def test_a_closed_stdout_is_an_error_before_the_notebook_runs(bench):
    bench.notebook("open('ran', 'w')")
    words = subprocess.list2cmdline(bench.words("html", "n.py"))
    ended = bench.run(["sh", "-c", f"exec {words} >&-"])
    assert (ended.code, ended.err) == (5, "error: cannot write stdout: bad file descriptor\n")
    assert bench.names() == ["n.py"]


def test_a_reader_who_never_reads_does_not_hold_up_a_signal(bench):
    bench.notebook("print('x' * 3_000_000)")
    read_end, write_end = os.pipe()
    process = bench.start(bench.words("html", "n.py"), stdout=write_end)
    os.close(write_end)
    os.read(read_end, 1)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    os.close(read_end)
    assert process.returncode == 143


def test_a_session_is_json(bench):
    bench.notebook("print('fine')")
    ended = bench.export("session", "n.py")
    assert ended.code == 0
    assert ended.out.startswith('{\n  "version": "1"')


def test_code_can_be_left_out(bench):
    bench.notebook("secret_name = 'shown ' + 'text'\nprint(secret_name)")
    assert "secret_name" in bench.export("html", "n.py").out
    without = bench.export("html", "n.py", "--no-include-code").out
    assert "secret_name" not in without
    assert "shown text" in without
