"""An interactive shell on a pseudo-terminal, with the user's keyboard in our hands."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import time

CTRL_C, CTRL_D, CTRL_Z, CTRL_BACKSLASH = "\x03", "\x04", "\x1a", "\x1c"
BOUND = 20


class ShellOnTerminal:
    def __init__(self, folder, environment):
        self.unread = ""
        environment = {**environment, "PS1": "READY> ", "TERM": "dumb", "HISTFILE": "/dev/null"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"], environment)
        self.resize(24, 80)
        self.read_until("READY> ")

    def resize(self, rows, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, text):
        """What is shown up to and with `text`, from where the last call ended."""
        end = time.monotonic() + BOUND
        while text not in self.unread:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"`{text}` was not shown, but: {self.unread}"
            self.unread += os.read(self.terminal, 65536).decode().replace("\r\n", "\n")
        seen, self.unread = self.unread.split(text, 1)
        return seen + text

    def run(self, line):
        """Types a command and gives what it shows until the next prompt."""
        self.type(line + "\n")
        self.read_until("\n")
        return self.read_until("READY> ").removesuffix("READY> ")

    def run_until(self, line, wanted):
        end = time.monotonic() + BOUND
        while not wanted(shown := self.run(line)):
            assert time.monotonic() < end, f"`{line}` still shows: {shown}"

    def bring_to_foreground(self):
        """Until the stopped job has the terminal: what is typed before is the shell's."""
        self.type("fg\n")
        self.read_until("\n")
        end = time.monotonic() + BOUND
        while os.tcgetpgrp(self.terminal) == self.pid:
            assert time.monotonic() < end, "the job did not get the terminal"
            os.sched_yield()

    def close(self):
        with contextlib.suppress(OSError):
            os.write(self.terminal, b"\x03\nexit\n")
        os.close(self.terminal)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
