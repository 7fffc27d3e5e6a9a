"""Every system call on the way to a running command, and from it to its end, fails once with every errno that
it may plausibly meet; and some of them always, as on kernels and in containers that haven't got them.
"""

import collections
import os
import pathlib
import platform
import subprocess

import pytest

PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()
TIERS = ["pid-namespace", "subreaper"]
ROLES = ["exporter", "guardian", "starting command"]
COMMANDS_OWN_CODE = 7
FAILURE = 125
ONE_LEFT_BEHIND = ["/bin/sh", "-c", "sleep 1000 & exit 7"]

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the driver reads and writes the registers of x86-64"
)


class Run(
    collections.namedtuple(
        "Run", "role call error failed code hung survivors descriptors children milliseconds words"
    )
):
    def is_unaffected(self):
        return int(self.code) == COMMANDS_OWN_CODE

    def is_honest(self):
        """It says that it failed, and what."""
        names_it = "failed to start: " in self.words or "was lost: " in self.words
        return int(self.code) == FAILURE and (names_it or self.words.startswith("exporter: "))

    def leaves_nothing(self):
        return (self.hung, self.survivors, self.descriptors, self.children) == ("0", "0", "0", "0")

    def is_kept_promise(self):
        return self.leaves_nothing() and (self.is_unaffected() or self.is_honest())


def drive(mode, tier, command=(PROGRAMS / "hostile_tree", "leave", "stubborn")):
    driver = subprocess.run(
        [PROGRAMS / "every_fault", *mode, "--", PROGRAMS / "exporter", tier, "50", "--", *command],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert driver.returncode == 0, driver.stderr
    return [Run(*line.split("\t")) for line in driver.stdout.splitlines()]


@pytest.fixture(scope="module")
def counted(print_table):
    found = {}
    yield found
    rows = []
    for (tier, role), runs in found.items():
        totals = [sum(int(getattr(run, name)) for run in runs) for name in Run._fields[5:9]]
        unaffected = sum(run.is_unaffected() for run in runs)
        honest = sum(run.is_honest() for run in runs)
        rows.append([tier, role, *map(str, [len(runs), unaffected, honest, *totals])])
    columns = ["tier", "role", "points", "unaffected or fallback", "honest errors", *Run._fields[5:9]]
    print_table("owning processes: one system call fails", columns, rows)


@pytest.mark.parametrize("tier", TIERS)
def test_a_system_call_that_fails_once_is_survived_or_told_and_leaves_nothing(counted, tier):
    undisturbed, *runs = drive(["once", "1", "1"], tier)
    assert undisturbed.is_unaffected() and undisturbed.leaves_nothing(), undisturbed
    for role in ROLES:
        of_role = [run for run in runs if run.role == role]
        if of_role:
            counted[tier, role] = of_role
    assert len(runs) >= 100, "the run ended before it had begun"
    assert [run for run in runs if not run.is_kept_promise()] == []


def test_a_kill_that_fails_once_does_not_spare_the_last_process_of_a_tree():
    undisturbed, *runs = drive(["once", "1", "1"], "subreaper", ONE_LEFT_BEHIND)
    kills = [run for run in runs if (run.role, run.call) == ("guardian", "kill")]
    assert undisturbed.is_unaffected() and kills
    assert [run for run in kills if not run.is_kept_promise()] == []


def test_a_system_call_that_fails_once_lets_nobody_of_the_group_survive(counted):
    # What stays in the group, which is all that this tier promises. An orphan that could not be looked for is
    # dead, and its parent's last child when that ends.
    undisturbed, *runs = drive(["once", "1", "1"], "process-group", ONE_LEFT_BEHIND)
    assert undisturbed.is_unaffected() and undisturbed.leaves_nothing(), undisturbed
    for role in ROLES:
        of_role = [run for run in runs if run.role == role]
        if of_role:
            counted["process-group", role] = of_role
    assert len(runs) >= 100, "the run ended before it had begun"
    wrong = [
        run
        for run in runs
        if not run._replace(children="0").leaves_nothing() or not (run.is_unaffected() or run.is_honest())
    ]
    assert wrong == []


FALLS_BACK = [
    ("default", "namespaces", "EPERM"),
    ("default", "namespaces", "ENOSPC"),
    ("subreaper", "clone3", "ENOSYS"),
    ("subreaper", "execveat", "EACCES"),
    ("subreaper", "landlock_create_ruleset", "ENOSYS"),
]
SAYS_SO = [
    ("pid-namespace", "namespaces", "EPERM", "create a process: Operation not permitted"),
    ("pid-namespace", "namespaces", "ENOSPC", "create a process: No space left on device"),
    ("subreaper", "pidfd_open", "ENOSYS", "open a process descriptor: Function not implemented"),
    ("subreaper", "close_range", "ENOSYS", "arrange descriptors: Function not implemented"),
    ("subreaper", "memfd_create", "EACCES", "make a launch file: Permission denied"),
    ("process-group", "setpgid", "EPERM", "create the command's process: Operation not permitted"),
    ("subreaper", "signalfd4", "ENOSYS", "watch signals: Function not implemented"),
]


@pytest.mark.parametrize(("tier", "call", "error"), FALLS_BACK)
def test_what_a_machine_has_not_got_is_done_another_way(tier, call, error):
    (run,) = drive(["always", call, error], tier)
    assert run.is_unaffected() and run.leaves_nothing(), run


@pytest.mark.parametrize(("tier", "call", "error", "words"), SAYS_SO)
def test_what_can_not_be_done_another_way_is_told(tier, call, error, words):
    (run,) = drive(["always", call, error], tier)
    assert run.is_honest() and run.leaves_nothing(), run
    assert words in run.words
