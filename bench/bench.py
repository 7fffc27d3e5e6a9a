"""How fast cloche is, beside what people use today. Every figure is a median, and the contenders take turns,
so that whatever else the machine does falls on each alike. Exit code 1 when a target is missed.
"""

import argparse
import sys

import exports
from report import Report

from process import gone, latency, memory, survivors, throughput


def main():
    parser = argparse.ArgumentParser(description="medians beside what people use today, with the targets")
    parser.add_argument(
        "subject", nargs="?", choices=["process"], help="only owning processes, and all of it"
    )
    parser.add_argument("--runs", type=int, default=7, help="turns of each contender (at least 7)")
    arguments = parser.parse_args()
    runs = max(7, arguments.runs)
    report = Report()
    if arguments.subject is None:
        exports.bench(report, runs)
    latency.bench(report)
    if arguments.subject == "process":
        throughput.bench(report, runs)
        gone.bench(report, runs)
        survivors.bench(report)
        memory.bench(report)
    print(f"\nmedians of {runs} runs each ({latency.TURNS * latency.ROUNDS} for /bin/true), taking turns")
    return 0 if report.all_met else 1


if __name__ == "__main__":
    sys.exit(main())
