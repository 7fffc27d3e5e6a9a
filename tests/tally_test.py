"""A red test must not be counted away."""

import pathlib

import tally

CASE = '<testcase classname="{0}" name="{0}" status="{1}">{2}</testcase>'


def report(folder, name, *cases):
    path = folder / name
    path.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    return path


def test_a_test_that_fails_in_one_of_two_builds_counts_once_and_as_failed(tmp_path, capsys):
    debug = report(tmp_path, "a.xml", CASE.format("A.b", "fail", '<failure message="Failed"/>'))
    asan = report(tmp_path, "b.xml", CASE.format("A.b", "run", ""))
    assert tally.main([debug, asan]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_a_runner_that_left_no_report_is_a_failure(tmp_path, capsys):
    good = report(tmp_path, "a.xml", CASE.format("A.b", "run", ""))
    assert tally.main([good, pathlib.Path(tmp_path / "absent.xml")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_no_test_at_all_is_a_failure(tmp_path):
    assert tally.main([report(tmp_path, "a.xml")]) == 1


def test_a_test_that_could_not_be_run_is_a_failure(tmp_path):
    assert tally.main([report(tmp_path, "a.xml", CASE.format("A.b", "notrun", ""))]) == 1


def test_what_was_skipped_is_listed_with_its_reason_and_counted(tmp_path, capsys):
    skipped = CASE.format("A.c", "run", '<skipped message="needs uv"/>')
    assert tally.main([report(tmp_path, "a.xml", CASE.format("A.b", "run", ""), skipped)]) == 0
    assert capsys.readouterr().out.splitlines() == ["skipped: A.c: needs uv", "1 passed, 0 failed, 1 skipped"]
