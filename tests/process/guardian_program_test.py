"""The guardian's program, which the library has in itself: how it looks, and what runs where it is forbidden."""

import os
import pathlib
import subprocess

import pytest

PROGRAMS = pathlib.Path(os.environ.get("CLOCHE_TEST_PROGRAMS", "build/debug/test-programs")).resolve()
SHOW_GUARDIAN = "ps -o comm= -o args= -p $PPID; setsid sleep 1000 & exit 9"


def owned(tier, *around):
    return subprocess.run(
        [*around, PROGRAMS / "exporter", tier, "50", "--", "sh", "-c", SHOW_GUARDIAN],
        capture_output=True,
        text=True,
        timeout=20,
    )


@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_a_guardian_is_called_by_its_name_and_that_of_its_command(tier):
    run = owned(tier)
    assert run.stdout.split() == ["cloche-guardian", "cloche-guardian:", "sh"]


@pytest.mark.skipif(
    not pathlib.Path("/proc/sys/vm/memfd_noexec").exists(), reason="needs vm.memfd_noexec (Linux 6.3)"
)
@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper"])
def test_where_no_memory_can_be_executed_the_guardian_is_a_copy_of_its_exporter(tier):
    unshare = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.getuid() != 0:
        unshare.append("--map-root-user")
    run = owned(tier, *unshare, "sh", "-c", 'echo 2 >/proc/sys/vm/memfd_noexec && "$0" "$@"')
    assert run.returncode == 9, run.stderr
    assert run.stdout.split()[0] == "exporter"
    assert "exited with status 9" in run.stderr
