"""chaos.py CLOCHE CROWD ROUNDS [SEED [ROUND]]: many rounds of chaos, and who survived them.

CLOCHE is the program, CROWD the test program hostile_crowd. With ROUND only that one is played. Ends with 1 if
anybody survived, SIGKILL of a guardian in the subreaper tier excepted: it is counted, and nothing is promised.
"""

import concurrent.futures
import os
import random
import statistics
import sys

from round import EVENTS, GUARDIAN_KILLED, TIERS, adopt_orphans, play


def is_promised(finding):
    return (finding.tier, finding.event) != ("subreaper", GUARDIAN_KILLED)


def table(findings):
    lines = [
        f"{'tier':14} {'event':18} {'rounds':>7} {'survivors':>10} {'gone after: median':>19} {'longest':>10}"
    ]
    for tier in TIERS:
        for event in dict.fromkeys(EVENTS):
            chosen = [each for each in findings if (each.tier, each.event) == (tier, event)]
            if not chosen:
                continue
            times = [each.milliseconds for each in chosen]
            survivors = sum(each.survivors for each in chosen)
            lines.append(
                f"{tier:14} {event:18} {len(chosen):7} {survivors:10} "
                f"{statistics.median(times):16.1f} ms {max(times):7.0f} ms"
            )
    return "\n".join(lines)


def main(cloche, program, rounds, seed=None, number=None):
    seed = seed or str(random.SystemRandom().randrange(10**9))
    numbers = range(int(rounds)) if number is None else [int(number)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), initializer=adopt_orphans) as pool:
        findings = list(
            pool.map(play, *zip(*[(cloche, program, seed, each) for each in numbers]), chunksize=5)
        )
    print(table(findings))
    broken = [each for each in findings if each.survivors and is_promised(each)]
    for each in broken:
        print(
            f"survivors: {each.survivors}, {each.tier}, {each.event}; again: chaos.py … 1 {seed} {each.number}"
        )
    print(f"{len(findings)} rounds, seed {seed}: {sum(each.survivors for each in broken)} survivors")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
