"""What every test seen from outside uses: the paths of what is tested, and which packages a test needs."""

import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def cloche():
    """The program under test."""
    return pathlib.Path(os.environ.get("CLOCHE", ROOT / "build/debug/bin/cloche"))


@pytest.fixture(scope="session")
def test_python():
    """The Python that notebooks of the tests run with."""
    return pathlib.Path(os.environ.get("CLOCHE_TEST_PYTHON", sys.executable))


def pytest_configure():
    """A runner in the background ignores signals; what the tests start must find them as a shell's user has them."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def available(name):
    if name == "uv":
        # uv alone is of no use: tests that want it also want an index to answer.
        return shutil.which("uv") is not None and (ROOT / "build/python/requirements.installed").exists()
    python = os.environ.get("CLOCHE_TEST_PYTHON", sys.executable)
    if pathlib.Path(python) == pathlib.Path(sys.executable):
        return importlib.util.find_spec(name) is not None
    return subprocess.run([python, "-c", f"import {name}"], capture_output=True).returncode == 0


def pytest_runtest_setup(item):
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            if not available(name):
                pytest.skip(f"needs {name}, which is not installed (no Python package index answered)")
