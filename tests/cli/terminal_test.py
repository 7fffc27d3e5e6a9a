"""What somebody at a terminal sees."""

import errno
import os
import pty
import signal

import pytest


class Screen:
    """A terminal of which we hold the other end."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        self.shown = ""

    def release(self):
        """No one but the programs that were started holds the terminal from now on."""
        os.close(self.slave)

    def read_until(self, text):
        while text not in self.shown:
            self._read()

    def read_to_the_end(self):
        try:
            while True:
                self._read()
        except EOFError:
            os.close(self.master)
        return self.shown

    def type(self, text):
        os.write(self.master, text.encode())

    def _read(self):
        try:
            data = os.read(self.master, 65536)
        except OSError as error:  # how a terminal says that nobody holds its other end
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            raise EOFError(self.shown)
        self.shown += data.decode()


def on_screen(bench, words, variables=(), typing=False):
    screen = Screen()
    environment = {**bench.environment, "TERM": "xterm", **dict(variables)}
    options = {"stdin": screen.slave} if typing else {}
    process = bench.start(words, stderr=screen.slave, env=environment, **options)
    screen.release()
    return process, screen


def test_progress_is_one_line_that_is_erased_at_the_end(bench):
    bench.notebook("x = 1", "y = x", "z = y")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"))
    shown = screen.read_to_the_end()
    assert process.wait(timeout=60) == 0
    assert "\r\x1b[Kn.py: 0/3: cell 1\r\x1b[Kn.py: 1/3: cell 2\r\x1b[Kn.py: 2/3: cell 3" in shown
    assert shown.endswith("\r\x1b[K")
    assert "\n" not in shown


def test_progress_is_erased_before_an_error(bench):
    bench.notebook("1 / 0")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"))
    shown = screen.read_to_the_end()
    assert process.wait(timeout=60) == 1
    assert "\r\x1b[K\x1b[31merror: \x1b[0msome cells of `n.py` failed:\r\n" in shown
    assert shown.endswith("ZeroDivisionError: division by zero\r\n")


def test_progress_is_erased_when_a_signal_ends_the_export(bench):
    started = bench.fifo()
    bench.notebook(f"open({str(started)!r}, 'w').write('up')", "import time\ntime.sleep(6000)")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"))
    assert bench.wait_for(started) == "up"
    process.send_signal(signal.SIGTERM)
    shown = screen.read_to_the_end()
    assert process.wait(timeout=60) == 143
    assert shown.endswith("\r\x1b[K")


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"CI": "true"}, {"TERM": "dumb"}])
def test_colour_is_left_out_when_it_is_not_wanted(bench, variables):
    bench.notebook("1 / 0")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"), variables)
    shown = screen.read_to_the_end()
    assert process.wait(timeout=60) == 1
    assert "\x1b[31m" not in shown
    assert ("\x1b[K" in shown) == ("NO_COLOR" in variables)


def test_quiet_shows_no_progress(bench):
    bench.notebook("x = 1")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html", "-q"))
    assert screen.read_to_the_end() == ""
    assert process.wait(timeout=60) == 0


def test_verbose_says_more_in_plain_lines_where_there_is_no_terminal(bench):
    bench.notebook("x = 1", "y = x")
    ended = bench.export("html", "n.py", "-o", "n.html", "-v")
    lines = ended.err.splitlines()
    assert lines[:2] == ["n.py: 0/2: cell 1", "n.py: 1/2: cell 2"]
    assert lines[2].startswith("n.py: wrote ") and lines[2].endswith(" bytes to n.html")


def test_a_cell_cannot_steer_the_terminal(bench):
    bench.notebook("raise ValueError('\\x1b]0;title\\x07\\x1b[2J')")
    ended = bench.export("html", "n.py", "-o", "n.html")
    assert ended.code == 1
    assert "\x1b" not in ended.err and "\x07" not in ended.err


@pytest.mark.parametrize(
    ("answer", "replaced"), [("y\n", True), ("yes\n", True), ("n\n", False), ("\n", False), ("\x04", False)]
)
def test_an_existing_file_is_asked_about(bench, answer, replaced):
    bench.notebook("print('fine')")
    bench.path("n.html").write_text("old")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"), typing=True)
    screen.read_until("`n.html` exists. Overwrite? [y/N] ")
    screen.type(answer)
    screen.read_to_the_end()
    assert process.wait(timeout=60) == 0
    assert (bench.path("n.html").read_text() != "old") == replaced


def test_with_force_nothing_is_asked(bench):
    bench.notebook("print('fine')")
    bench.path("n.html").write_text("old")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html", "-f"), typing=True)
    assert "exists" not in screen.read_to_the_end()
    assert process.wait(timeout=60) == 0
    assert bench.path("n.html").read_text() != "old"


def test_an_interrupt_answers_the_question_too(bench):
    bench.notebook("open('ran', 'w')")
    bench.path("n.html").write_text("old")
    process, screen = on_screen(bench, bench.words("html", "n.py", "-o", "n.html"), typing=True)
    screen.read_until("Overwrite?")
    process.send_signal(signal.SIGINT)
    screen.read_to_the_end()
    assert process.wait(timeout=60) == -signal.SIGINT
    assert bench.names() == ["n.html", "n.py"]


def test_ctrl_c_reaches_the_notebook_once_and_through_cloche(bench):
    """The terminal sends it to cloche's group alone; the notebook hears of it as the polite request to stop."""
    fifo = bench.fifo()
    bench.notebook(
        f"""
        import os, signal, time
        def note(number, frame):
            open('signals', 'a').write(signal.Signals(number).name + ' ')
            if number == signal.SIGTERM:
                os._exit(0)
        signal.signal(signal.SIGINT, note)
        signal.signal(signal.SIGTERM, note)
        open({str(fifo)!r}, 'w').write('up')
        time.sleep(600)
        """
    )
    words = ["setsid", "--ctty", *bench.words("html", "n.py", "-o", "n.html")]
    process, screen = on_screen(bench, words, typing=True)
    assert bench.wait_for(fifo) == "up"
    screen.type("\x03")
    screen.read_to_the_end()
    assert process.wait(timeout=60) == -signal.SIGINT
    assert bench.path("signals").read_text() == "SIGTERM "
    assert "n.html" not in bench.names()
