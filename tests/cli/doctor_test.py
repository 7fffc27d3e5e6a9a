"""`cloche doctor` says what the machine offers, and what it says is true."""

import json

import pytest


def doctor(bench, *words):
    return bench.run([bench.cloche, "doctor", *words])


def test_every_tier_and_addition_is_judged_with_a_reason(bench):
    ended = doctor(bench, "--json")
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    assert [tier["name"] for tier in found["tiers"]] == ["pid-namespace", "subreaper", "process-group"]
    assert [offer["name"] for offer in found["additions"]] == [
        "cgroup",
        "cgroup memory",
        "cgroup pids",
        "landlock signal scope",
    ]
    for offer in found["tiers"] + found["additions"]:
        assert offer["detail"]
        assert bool(offer["remedy"]) != offer["available"]


@pytest.mark.parametrize("tier", ["pid-namespace", "subreaper", "process-group"])
def test_a_tier_can_be_demanded_where_it_is_offered_and_nowhere_else(bench, tier):
    found = json.loads(doctor(bench, "--json").out)
    offered = next(each["available"] for each in found["tiers"] if each["name"] == tier)
    ended = bench.run([bench.cloche, "run", "--tier", tier, "true"])
    assert ended.code == (0 if offered else 125)


def test_the_default_is_what_a_command_gets(bench):
    found = json.loads(doctor(bench, "--json").out)
    bench.run([bench.cloche, "run", "--json-status", "status.json", "true"])
    assert json.loads(bench.path("status.json").read_text())["tier"] == found["default_tier"]


def test_the_text_says_the_same(bench):
    found = json.loads(doctor(bench, "--json").out)
    text = doctor(bench).out
    assert text.startswith(f"How commands are held here: {found['default_tier']} (")
    for offer in found["tiers"] + found["additions"]:
        assert f"{'yes' if offer['available'] else 'no ':5}{offer['name']}: {offer['detail']}" in text


def test_a_word_too_many_is_refused(bench):
    ended = doctor(bench, "please")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: unexpected argument `please`")
