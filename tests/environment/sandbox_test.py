"""Sandboxes made by the real uv: with packages of a local folder, where no network is needed, and real ones."""

import os
import pathlib
import subprocess
import zipfile

import pytest

pytestmark = pytest.mark.needs("uv")

CELL = "\n\n@app.cell\ndef _():\n    {}\n    return\n"


def write_wheel(folder, name, version, source):
    """The smallest package that can be installed."""
    info = f"{name}-{version}.dist-info"
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", source)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        files = (f"{name}.py", f"{info}/METADATA", f"{info}/WHEEL", f"{info}/RECORD")
        wheel.writestr(f"{info}/RECORD", "".join(f"{file},,\n" for file in files))


class Sandboxes:
    """A folder whose notebooks may use `tinydep` 1.0 and a make-believe `marimo`, and no network."""

    def __init__(self, folder, cloche):
        self.folder = folder
        self.cloche = cloche
        write_wheel(folder / "wheels", "tinydep", "1.0", "VALUE = 42\n")
        write_wheel(folder / "wheels", "marimo", "0.1.2", "__version__ = '0.1.2'\n")
        # Not the host's settings, but its uv.
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("UV", "VIRTUAL_ENV"))
        }
        self.environment |= {
            "UV_OFFLINE": "1",
            "UV_NO_INDEX": "1",
            "UV_FIND_LINKS": str(folder / "wheels"),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }

    def notebook(self, metadata, *cells, name="n.py", version="0.1.2"):
        lines = ("/// script", *metadata, "///") if metadata else ()
        text = "".join(f"# {line}".rstrip() + "\n" for line in lines)
        text += f"import marimo\n\n__generated_with = '{version}'\napp = marimo.App()\n"
        (self.folder / name).write_text(text + "".join(map(CELL.format, cells)))

    def start(self, *words):
        return subprocess.Popen(
            [self.cloche, "export", "html", *words],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def export(self, *words):
        process = self.start(*words)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err


@pytest.fixture
def sandboxes(tmp_path, cloche):
    return Sandboxes(pathlib.Path(tmp_path).resolve(), cloche)


TINYDEP = ('requires-python = ">=3.9"', 'dependencies = ["tinydep"]')


def test_a_notebook_that_declares_dependencies_gets_them(sandboxes):
    sandboxes.notebook(TINYDEP, "import sys, tinydep; print('value', tinydep.VALUE, sys.executable)")
    code, page, err = sandboxes.export("n.py")
    assert (code, err) == (0, "")
    assert f"value 42 {sandboxes.folder}/cache/uv/" in page


def test_the_notebooks_python_is_run_directly(sandboxes):
    sandboxes.notebook(TINYDEP, "import os; print('parent', open(f'/proc/{os.getppid()}/comm').read())")
    code, page, _ = sandboxes.export("n.py")
    assert code == 0
    assert "parent uv" not in page


def test_marimo_is_laid_over_an_environment_that_does_not_list_it(sandboxes):
    sandboxes.notebook(
        TINYDEP,
        "import marimo as mo, tinydep; print('versions', mo.__version__, tinydep.VALUE)",
        "import subprocess; print(subprocess.check_output(['python', '-c', 'import marimo, tinydep; print(1 + 1)']))",
    )
    before = (sandboxes.folder / "n.py").read_bytes()
    code, page, err = sandboxes.export("n.py")
    assert (code, err) == (0, "")
    assert "versions 0.1.2 42" in page
    assert (sandboxes.folder / "n.py").read_bytes() == before


def test_a_second_run_makes_nothing_new(sandboxes):
    sandboxes.notebook(TINYDEP, "import marimo as mo, tinydep; print('version', mo.__version__)")
    assert sandboxes.export("n.py")[0] == 0
    code, page, err = sandboxes.export("n.py", "-v")
    assert code == 0
    assert "version 0.1.2" in page
    assert "Installed" not in err and "Creating" not in err


def test_a_sandbox_without_metadata_has_nothing_but_python_and_marimo(sandboxes):
    sandboxes.notebook((), "import marimo as mo; print('version', mo.__version__)", "import tinydep")
    code, page, err = sandboxes.export("n.py", "--sandbox")
    assert code == 1
    assert "version 0.1.2" in page
    assert err.endswith("ModuleNotFoundError: No module named 'tinydep'\n")


def test_exporters_that_start_together_on_a_cold_cache_all_succeed(sandboxes):
    for i in range(4):
        sandboxes.notebook(
            TINYDEP, "import marimo as mo, tinydep; print('value', tinydep.VALUE)", name=f"n{i}.py"
        )
    started = [sandboxes.start(f"n{i % 4}.py") for i in range(8)]
    ended = [process.communicate(timeout=120) for process in started]
    assert [process.returncode for process in started] == [0] * 8, ended
    assert all("value 42" in page for page, _ in ended)


def test_a_build_that_was_killed_is_not_trusted(sandboxes):
    sandboxes.notebook(TINYDEP, "import marimo as mo, tinydep; print('value', tinydep.VALUE)")
    process = sandboxes.start("n.py", "-v")
    # The first thing said comes from the middle of the preparation.
    assert "environment" in process.stderr.readline()
    process.kill()
    process.communicate(timeout=120)
    code, page, _ = sandboxes.export("n.py")
    assert code == 0
    assert "value 42" in page


@pytest.mark.parametrize(
    ("metadata", "options", "message"),
    [
        (
            ['dependencies = ["a",'],
            [],
            "error: cannot read the script metadata of `n.py`: line 2: not valid TOML: ",
        ),
        (
            ["", 'dependencies = "tinydep"'],
            [],
            "error: cannot read the script metadata of `n.py`: line 3: `dependencies` must be a list of strings\n",
        ),
        (
            ['requires-python = ">=9.1"', "dependencies = []"],
            [],
            "error: cannot run `n.py` with `",
        ),
        (
            ['requires-python = ">=9.1"', 'dependencies = ["tinydep"]'],
            [],
            "error: cannot prepare an environment for `n.py`: there is no such Python: No interpreter found for Python >=9.1",
        ),
        (
            ['dependencies = ["zz-none-such"]'],
            [],
            "error: cannot prepare an environment for `n.py`: the network is switched off (UV_OFFLINE): "
            "Because zz-none-such was not found",
        ),
        (
            ['dependencies = ["tinydep==2.0"]'],
            [],
            "error: cannot prepare an environment for `n.py`: no packages satisfy its requirements: Because ",
        ),
        (
            ['dependencies = ["tinydep"]'],
            ["--sandbox", "--python", "9.9"],
            "error: cannot prepare an environment for `n.py`: there is no such Python: ",
        ),
    ],
)
def test_an_environment_that_cannot_be_made_is_3_and_says_why(sandboxes, metadata, options, message):
    sandboxes.notebook(metadata, "open('ran', 'w')")
    if "tinydep==2.0" in metadata[0]:
        del sandboxes.environment["UV_OFFLINE"]
    code, out, err = sandboxes.export("n.py", *options)
    assert (code, out) == (3, "")
    assert err.startswith(message)
    assert not (sandboxes.folder / "ran").exists()


def test_an_index_that_does_not_answer_is_named_without_its_password(sandboxes):
    sandboxes.notebook(
        (
            'dependencies = ["tabulate"]',
            "[[tool.uv.index]]",
            'url = "https://ada:secret@index.invalid/simple?token=abc"',
            "default = true",
        ),
        "pass",
    )
    del sandboxes.environment["UV_OFFLINE"], sandboxes.environment["UV_NO_INDEX"]
    sandboxes.environment["UV_HTTP_RETRIES"] = "0"
    code, _, err = sandboxes.export("n.py", "-v")
    assert code == 3
    assert "the packages can't be fetched" in err and "index.invalid" in err
    assert "secret" not in err and "abc" not in err


def test_a_cache_that_cannot_be_written_is_named(sandboxes):
    sandboxes.notebook(TINYDEP, "pass")
    sandboxes.environment["UV_CACHE_DIR"] = "/proc/nowhere"
    code, _, err = sandboxes.export("n.py")
    assert code == 3
    assert (
        "uv can't write its cache: " in err
        and "hint: name a folder that can be written in UV_CACHE_DIR" in err
    )


def test_without_uv_the_notebook_runs_with_what_is_there_and_a_note_says_so(sandboxes, test_python):
    sandboxes.notebook(TINYDEP, "print('ran')")
    sandboxes.environment["PATH"] = str(sandboxes.folder / "bin")
    (sandboxes.folder / "bin").mkdir()
    (sandboxes.folder / "bin/python3").symlink_to(os.path.realpath(test_python))
    code, page, err = sandboxes.export("n.py")
    assert code == 0
    assert "ran" in page
    assert err.startswith("note: `n.py` declares dependencies, but uv is not installed: it runs with `")
    code, _, err = sandboxes.export("n.py", "--sandbox")
    assert code == 3
    assert err.startswith("error: cannot make a sandbox for `n.py`: uv is not installed\n\nhint: ")


def test_real_packages_and_the_real_marimo_are_installed_from_the_index(sandboxes):
    sandboxes.notebook(
        ('dependencies = ["iniconfig"]',),
        "import marimo as mo, iniconfig; mo.md(f'**{iniconfig.__name__}** in marimo')",
        version="0.24.0",
    )
    for name in ("UV_OFFLINE", "UV_NO_INDEX", "UV_FIND_LINKS", "XDG_CACHE_HOME"):
        del sandboxes.environment[name]
    code, page, err = sandboxes.export("n.py")
    assert (code, err) == (0, "")
    assert "<strong>iniconfig</strong> in marimo" in page
