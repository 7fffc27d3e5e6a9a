"""SIGKILL at the system-call boundaries of the whole process tree, from the exporter's first to its last.

CI takes every eleventh; CLOCHE_SYSTEM_CALL_STRIDE=1 takes them all.
"""

import os
import pathlib
import subprocess

import pytest

STRIDE = os.environ.get("CLOCHE_SYSTEM_CALL_STRIDE", "11")
PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()


@pytest.mark.parametrize("victim", ["exporter", "guardian"])
@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_sigkill_at_system_call_boundaries_leaves_nothing(tier, victim):
    tree = [PROGRAMS / "hostile_tree", "leave", "stubborn"]
    driver = subprocess.run(
        [
            PROGRAMS / "every_system_call",
            victim,
            "1",
            STRIDE,
            "--",
            PROGRAMS / "exporter",
            tier,
            "50",
            "--",
            *tree,
        ],
        capture_output=True,
        text=True,
        timeout=900,
    )
    lines = driver.stdout.splitlines()
    points, survivors = map(int, lines[-1].split())
    print(f"{tier}, {victim} killed: {points} points, {survivors} survivors")
    assert survivors == 0, driver.stderr
    assert points >= 200 / int(STRIDE), "the run ended before it had begun"
