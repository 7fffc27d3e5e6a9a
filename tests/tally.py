"""Adds up the JUnit files of a test run: what failed, what was skipped and why, and one closing line.

A C++ test runs in several builds; it counts once, and passes when it passes in all of them.
"""

import pathlib
import sys
import xml.etree.ElementTree

SEVERITY = {"passed": 0, "skipped": 1, "failed": 2}


def outcome(case):
    """The outcome of one test case, and the reason when it did not pass."""
    for element in case:
        if element.tag in ("failure", "error"):
            return "failed", element.get("message", "")
        if element.tag == "skipped":
            return "skipped", element.get("message", "")
    # CTest marks tests that it could not run only here.
    return ("passed", "") if case.get("status", "run") == "run" else ("failed", case.get("status"))


def tally(reports):
    results = {}
    for report in reports:
        for case in xml.etree.ElementTree.parse(report).iter("testcase"):
            where = case.get("classname", "")
            name = case.get("name") if report.name.startswith("ctest") else f"{where}.{case.get('name')}"
            found = outcome(case)
            previous = results.get(name, ("passed", ""))
            results[name] = max(previous, found, key=lambda result: SEVERITY[result[0]])
    return results


def main(folder):
    reports = sorted(pathlib.Path(folder).glob("*.xml"))
    results = tally(reports)
    for wanted in ("skipped", "failed"):
        for name, (status, reason) in results.items():
            if status == wanted:
                print(f"{status}: {name}" + (f": {reason}" if reason else ""))
    count = {status: sum(result[0] == status for result in results.values()) for status in SEVERITY}
    line = f"{count['passed']} passed, {count['failed']} failed"
    if count["skipped"]:
        line += f", {count['skipped']} skipped"
    print(line)
    return 1 if count["failed"] or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
