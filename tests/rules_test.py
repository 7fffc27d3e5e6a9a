"""The rules of the repository notice what they are there for. (Written in pieces, to keep them.)"""

import pathlib

import pytest
import rules

TEST = pathlib.Path("tests/process/run_test.cpp")
SOURCE = pathlib.Path("src/process/run.cpp")
SLEEP = "sle" + "ep"


@pytest.mark.parametrize(
    "line", [f"time.{SLEEP}(0.1)", f"std::this_thread::{SLEEP}_for(limit)", f"u{SLEEP}(1000)", f"{SLEEP}(5)"]
)
def test_a_test_that_waits_for_a_while_is_refused(line):
    assert list(rules.broken_rules(TEST, line))


@pytest.mark.parametrize(
    "line", [f"time.{SLEEP}(600)", f"await asyncio.{SLEEP}(0)", "asleep(1)", f"{SLEEP} 3600 &"]
)
def test_a_process_that_waits_to_be_killed_and_words_alike_are_allowed(line):
    assert not list(rules.broken_rules(TEST, line))


def test_the_program_itself_may_wait():
    assert not list(rules.broken_rules(SOURCE, f"{SLEEP}_for(pause)"))


@pytest.mark.parametrize("line", ["// TO" + "DO: later", "# FIX" + "ME"])
def test_unfinished_work_is_refused(line):
    assert list(rules.broken_rules(SOURCE, line))
