"""The installed package, as a program outside the tree meets it: where it was installed, and where it was moved to."""

import os
import pathlib
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples/embed"
EXAMPLE_SAYS = """\
greeting: exited with status 3, wrote hello from a shell
limited: timed out, wrote begun
calculator: exited with status 0, answered 42
worker: was cancelled
own child: exited with status 7
"""


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="session")
def installed(cloche, tmp_path_factory):
    prefix = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", cloche.resolve().parent.parent, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="session")
def moved(cloche, tmp_path_factory):
    """Installed as a packager does it, with DESTDIR, and then moved."""
    folder = tmp_path_factory.mktemp("moved")
    environment = {**os.environ, "DESTDIR": str(folder / "stage")}
    run("cmake", "--install", cloche.resolve().parent.parent, "--prefix", "/opt/there", env=environment)
    return (folder / "stage/opt/there").rename(folder / "here")


def compiled_by_pkg_config(prefix, source, program):
    paths = os.pathsep.join(str(path.parent) for path in prefix.rglob("*.pc"))
    flags = run(
        "pkg-config",
        "--cflags",
        "--libs",
        "cloche-process >= 0.1",
        env={**os.environ, "PKG_CONFIG_PATH": paths},
    )
    run("c++", "-std=c++20", source, "-o", program, *shlex.split(flags))
    return program


@pytest.mark.parametrize("place", ["installed", "moved"])
def test_the_example_is_built_by_cmake_and_runs(place, request, tmp_path):
    prefix = request.getfixturevalue(place)
    run("cmake", "-S", EXAMPLE, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "embed") == EXAMPLE_SAYS


def test_the_example_is_built_by_pkg_config_and_runs(moved, tmp_path):
    assert run(compiled_by_pkg_config(moved, EXAMPLE / "main.cpp", tmp_path / "embed")) == EXAMPLE_SAYS


@pytest.mark.parametrize(("wanted", "is_there"), [("0.1", True), ("0.2", False), ("1", False)])
def test_only_a_compatible_version_is_found(installed, tmp_path, wanted, is_there):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(wants LANGUAGES CXX)\n"
        f"find_package(cloche {wanted})\nmessage(STATUS found=${{cloche_FOUND}})\n"
    )
    said = run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={installed}")
    assert ("found=1" if is_there else "found=0") in said


def test_the_library_changes_nothing_behind_its_callers_back(installed, tmp_path):
    program = compiled_by_pkg_config(
        installed, pathlib.Path(__file__).parent / "caller_state.cpp", tmp_path / "caller_state"
    )
    assert "used: process-group\n" in run(program)
    # That it would be seen.
    changed = subprocess.run([program, "changed"], capture_output=True, text=True)
    assert changed.returncode == 1
    for what in ("descriptors", "handler of TERM", "subreaper flag"):
        assert f"changed: {what}:" in changed.stdout


def test_the_program_finds_its_worker_where_it_was_moved_to(moved, tmp_path):
    notebook = tmp_path / "notebook.py"
    notebook.write_text(
        "import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n    print(open('/proc/self/cmdline').read())\n"
    )
    page = tmp_path / "page.html"
    run(
        moved / "bin/cloche",
        "export",
        "html",
        "--no-sandbox",
        "--python",
        sys.executable,
        notebook,
        "-o",
        page,
    )
    assert str(moved / "libexec/cloche/worker") in page.read_text()


def test_the_documentation_shows_the_example_as_it_is():
    page = (ROOT / "docs/library.md").read_text()
    for name in ("main.cpp", "CMakeLists.txt"):
        assert (EXAMPLE / name).read_text() in page
