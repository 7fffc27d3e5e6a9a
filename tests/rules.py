"""Rules of this repository that no other tool knows. Prints what breaks them; `./dev lint` runs it."""

import pathlib
import re
import subprocess
import sys

# A test waits for an event, never for a while. Only a process that is there to be killed may sleep, and
# then for so long that waiting for it would fail the test. Zero seconds only let others go first.
SLEEP = re.compile(r"\b(?:sleep_for|sleep_until|usleep|nanosleep|sleep\s*\(\s*(?P<seconds>[\d.]+)?)")
SHORTEST_SLEEP = 600

UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")

THIS = pathlib.Path(__file__).resolve()


def broken_rules(path, line):
    if path.parts[0] == "tests":
        for found in SLEEP.finditer(line):
            if found["seconds"] is None or 0 < float(found["seconds"]) < SHORTEST_SLEEP:
                yield f"a test sleeps (wait for the event, or sleep {SHORTEST_SLEEP} s or more and be killed)"
    if UNFINISHED.search(line):
        yield "is unfinished"


def main():
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True).stdout
    problems = 0
    for name in filter(None, listed.split("\0")):
        path = pathlib.Path(name)
        if path.resolve() == THIS or not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" in content:  # a picture has no words
            continue
        for number, line in enumerate(content.decode(errors="ignore").splitlines(), 1):
            for problem in broken_rules(path, line):
                print(f"{name}:{number}: {problem}: {line.strip()[:80]}")
                problems += 1
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
