"""Adds up the JUnit files of a test run: what failed, what was skipped and why, and one closing line.

A C++ test runs in several builds; it counts once, and passes when it passes in all of them.
"""

import pathlib
import sys
import xml.etree.ElementTree

SEVERITY = {"passed": 0, "skipped": 1, "failed": 2}
SHOWN_LINES = 60


def outcome(case):
    """The outcome of one test case, and what there is to say about it when it did not pass."""
    printed = case.findtext("system-out", "").strip().splitlines()[-SHOWN_LINES:]
    for element in case:
        if element.tag in ("failure", "error"):
            return "failed", "\n    ".join([element.get("message", ""), *printed])
        if element.tag == "skipped":
            return "skipped", element.get("message", "")
    # CTest says only here that it could not run a test.
    status = case.get("status", "run")
    return ("passed", "") if status == "run" else ("failed", status)


def tally(reports):
    results = {}
    for report in reports:
        for case in xml.etree.ElementTree.parse(report).iter("testcase"):
            # CTest repeats the name as the class.
            words = dict.fromkeys([case.get("classname", ""), case.get("name")])
            name = ".".join(filter(None, words))
            found = outcome(case)
            results[name] = max(
                results.get(name, ("passed", "")), found, key=lambda result: SEVERITY[result[0]]
            )
    return results


def main(reports):
    missing = [str(report) for report in reports if not report.exists()]
    results = tally(report for report in reports if report.exists())
    for wanted in ("skipped", "failed"):
        for name, (status, reason) in results.items():
            if status == wanted:
                print(f"{status}: {name}" + (f": {reason}" if reason else ""))
    for report in missing:
        print(f"failed: a test runner left no {report}")
    count = {status: sum(result[0] == status for result in results.values()) for status in SEVERITY}
    failed = count["failed"] + len(missing)
    line = f"{count['passed']} passed, {failed} failed"
    if count["skipped"]:
        line += f", {count['skipped']} skipped"
    print(line)
    return 1 if failed or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main([pathlib.Path(name) for name in sys.argv[1:]]))
