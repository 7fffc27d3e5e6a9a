"""SIGKILL at every system-call boundary of the whole process tree, from the exporter's first to its last."""

import os
import pathlib
import subprocess

import pytest

EVERY_ONE_FROM_THE_FIRST = ["1", "1"]
PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()


@pytest.mark.parametrize("victim", ["exporter", "guardian"])
@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_sigkill_at_any_system_call_boundary_leaves_nothing(tier, victim):
    tree = [PROGRAMS / "hostile_tree", "leave", "stubborn"]
    driver = subprocess.run(
        [
            PROGRAMS / "every_system_call",
            victim,
            *EVERY_ONE_FROM_THE_FIRST,
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
    assert points >= 200, "the run ended before it had begun"
