"""./dev knows the commands that its help lists, and no others."""

import pathlib
import re
import subprocess

DEV = pathlib.Path(__file__).parent.parent / "dev"


def dev(*arguments):
    return subprocess.run([DEV, *arguments], capture_output=True, text=True)


def test_the_help_lists_every_command():
    listed = re.findall(r"^  (\w+)", dev("help").stdout, re.MULTILINE)
    written = re.findall(r"^cmd_(\w+)\(\)", DEV.read_text(), re.MULTILINE)
    assert set(listed) == set(written) - {"help"}


def test_an_unknown_command_is_refused_with_the_help():
    refused = dev("tset")
    assert refused.returncode == 2
    assert refused.stderr.startswith("error: there is no command `tset`\nusage: ./dev COMMAND\n")
    assert dev("--help").stdout in refused.stderr
