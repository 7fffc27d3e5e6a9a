"""A few rounds of chaos in every run of the tests; `./dev chaos` plays ten thousand."""

import os
import pathlib
import subprocess
import sys

ROUNDS = 300


def test_nobody_survives_chaos(cloche):
    programs = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()
    chaos = pathlib.Path(__file__).with_name("chaos.py")
    ended = subprocess.run(
        [sys.executable, chaos, cloche, programs / "hostile_crowd", str(ROUNDS)],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{ROUNDS} rounds" in ended.stdout
