"""What is left behind when a notebook or a command comes to its own end: copies, and children that hold the output."""

import subprocess
import sys

import psutil
import pytest

COPY_OF_ITSELF = """
copy = os.fork()
print('this is the', 'copy' if copy == 0 else 'original', flush=True)
"""


def holding(lifeline):
    """A cell whose processes, and theirs, all hold the FIFO open."""
    return f"import os\nheld = os.open({str(lifeline)!r}, os.O_WRONLY)\nos.set_inheritable(held, True)"


def test_a_copy_of_the_notebook_does_not_go_on_with_it(bench):
    lifeline, second = bench.fifo("lifeline"), bench.path("second")
    bench.notebook(
        holding(lifeline),
        COPY_OF_ITSELF,
        f"marks = open({str(second)!r}, 'a')\nprint('x', file=marks, flush=True)\nprint('second cell')",
    )
    ended = bench.export("html", "n.py", "-o", "n.html", "--no-include-code")
    assert ended.code == 0, ended.err
    bench.wait_for_end_of(lifeline)
    page = bench.path("n.html").read_text()
    assert second.read_text() == "x\n"
    assert page.count("second cell") == 1
    assert page.count("this is the original") == 1
    assert page.count("this is the copy") <= 1


@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_children_that_hold_the_output_do_not_hold_up_the_end(bench, tier):
    lifeline = bench.fifo()
    bench.notebook(
        holding(lifeline),
        "import subprocess\n"
        "subprocess.Popen('sleep 6000 &', shell=True, close_fds=False)\n"
        "ticked, tick = os.pipe()\n"
        "ticking = f'echo first tick; echo >&{tick}; while :; do echo tick; sleep 0.3; done'\n"
        "subprocess.Popen(['sh', '-c', ticking], start_new_session=True, pass_fds=[tick, held])\n"
        "os.read(ticked, 1)",
        "print('last words')",
    )
    ended = bench.export("html", "n.py", "-o", "n.html", "--tier", tier, "--no-include-code")
    assert ended.code == 0, ended.err
    bench.wait_for_end_of(lifeline)
    page = bench.path("n.html").read_text()
    assert "last words" in page
    assert "first tick" in page


FIRST_PROCESS = """
import subprocess, sys
sys.exit(subprocess.run(sys.argv[1:]).returncode)
"""


def test_a_parent_that_is_process_1_is_no_sign_of_being_orphaned(bench):
    words = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
    if subprocess.run([*words, "true"], capture_output=True).returncode != 0:
        pytest.skip("this machine allows no user namespaces")
    bench.notebook("print('not orphaned')")
    ended = bench.run(
        [*words, sys.executable, "-c", FIRST_PROCESS, *bench.words("html", "n.py", "-o", "n.html")]
    )
    assert ended.code == 0, ended.err
    assert "not orphaned" in bench.path("n.html").read_text()


def test_what_a_command_leaves_in_the_background_ends_with_it(bench):
    lifeline = bench.fifo()
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    ended = bench.run(
        [
            bench.cloche,
            "run",
            "--",
            "sh",
            "-c",
            f"exec 3>{lifeline}; sleep 6000 & setsid sleep 6000 & echo said",
        ]
    )
    assert (ended.code, ended.out) == (0, "said\n"), ended.err
    bench.wait_for_end_of(lifeline)
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
