"""Runs every tutorial of marimo and every example of ours through `marimo export session` and through cloche,
and says cell by cell what is equal. Exit code 1 when the share of equal cells is below a floor.

marimo runs twice: a cell in which it differs from itself has content by chance, and is compared in kind only.
What marimo made is kept in build/compare, by its version and the notebook's content.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import snapshot

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build" / "compare"
PYTHON = ROOT / "build" / "python" / "bin" / "python"
CLOCHE = pathlib.Path(os.environ.get("CLOCHE", ROOT / "build" / "release" / "bin" / "cloche"))
FLOOR_KIND, FLOOR_CONTENT = 100.0, 97.0
TIMEOUT = 300

# Both exporters see the same: one order of sets, one time zone, this environment's tools first.
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{PYTHON.parent}:{os.environ['PATH']}",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}


@dataclasses.dataclass
class Comparison:
    name: str
    lines: list
    cells: int = 0
    equal_kind: int = 0
    by_chance: int = 0
    equal_content: int = 0
    crash: str = ""
    left_out: str = ""


def notebooks():
    import marimo._tutorials

    tutorials = pathlib.Path(marimo._tutorials.__file__).parent
    for path in sorted([*tutorials.glob("*.py"), *tutorials.glob("*.md")]):
        if path.name not in ("__init__.py", "README.md"):
            yield "tutorials", path
    for path in sorted((ROOT / "examples").glob("*.py")):
        yield "examples", path


def copied(folder, path):
    """Where both exporters find their copy: at the same place, since notebooks print where they are."""
    return FOLDER / "notebooks" / folder / path.name


def run(command, notebook):
    return subprocess.run(
        command,
        cwd=notebook.parent,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT,
    )


def marimo_snapshot(notebook, version, attempt):
    installed = (ROOT / "tests" / "requirements.txt").read_bytes()
    digest = hashlib.sha256(notebook.read_bytes() + installed + str(notebook).encode()).hexdigest()[:16]
    kept = FOLDER / f"marimo-{version}" / f"{notebook.name}-{digest}-{attempt}.json"
    if not kept.exists():
        words = ["export", "session", "--no-sandbox", "--force-overwrite", notebook]
        ended = run([PYTHON.parent / "marimo", *words], notebook)
        made = notebook.parent / "__marimo__" / "session" / f"{notebook.name}.json"
        if not made.exists():
            raise SystemExit(f"error: marimo did not export {notebook.name}:\n{ended.stderr}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, kept)
    return json.loads(kept.read_text())


def compare_cell(ours, theirs):
    """Whether two cells are of one kind, whether they are of one content, and why not."""
    if ours.kind != theirs.kind:
        return False, False, f"marimo has {theirs.kind}, cloche {ours.kind}"
    if ours.id != theirs.id:
        return True, False, f"id: marimo has {theirs.id}, cloche {ours.id}"
    if ours.outputs != theirs.outputs:
        return True, False, "output: " + snapshot.first_difference(ours.outputs, theirs.outputs)
    if ours.console != theirs.console:
        return True, False, "console: " + snapshot.first_difference(ours.console, theirs.console)
    return True, True, ""


def last_line(text):
    return (text.strip().splitlines() or [""])[-1]


def compare(folder, path, version):
    notebook = copied(folder, path)
    result = Comparison(f"{folder}/{path.name}", [])

    out = FOLDER / "cloche" / folder / path.name
    out.parent.mkdir(parents=True, exist_ok=True)
    session = out.with_suffix(out.suffix + ".json")
    session.unlink(missing_ok=True)
    options = ["--no-sandbox", "--python", PYTHON]
    ended = run([CLOCHE, "export", "session", notebook, "-o", session, *options], notebook)
    # cloche does not read marimo's Markdown files.
    if ended.returncode == 2 and path.suffix == ".md":
        result.left_out = last_line(ended.stderr)
        return result
    page = run([CLOCHE, "export", "html", notebook, "-o", out.with_suffix(".html"), "-f", *options], notebook)
    for name, process in (("session", ended), ("html", page)):
        if process.returncode not in (0, 1):
            result.crash = f"export {name} ended with {process.returncode}: {last_line(process.stderr)}"
    theirs, again = (snapshot.cells_of(marimo_snapshot(notebook, version, attempt)) for attempt in (1, 2))
    ours = snapshot.cells_of(json.loads(session.read_text())) if session.exists() else []
    result.cells = len(theirs)
    if len(ours) != len(theirs):
        result.lines.append(f"marimo has {len(theirs)} cells, cloche {len(ours)}")
    for number, (our, their, once_more) in enumerate(zip(ours, theirs, again), 1):
        kind, content, why = compare_cell(our, their)
        result.equal_kind += kind
        if their.content != once_more.content:
            result.by_chance += 1
            word, why = ("chance", their.kind) if kind else ("differs", why)
        else:
            result.equal_content += content
            word = "equal" if content else "differs"
        result.lines.append(f"cell {number:2} {their.id:5} {word}: {why or their.kind}")
    return result


def share(equal, cells):
    return 100.0 * equal / cells if cells else 0.0


def main():
    parser = argparse.ArgumentParser(description="how much of what marimo exports cloche exports alike")
    parser.add_argument("--differences", action="store_true", help="show only the cells that differ")
    parser.add_argument("notebook", nargs="*", help="part of a notebook's name; all without")
    arguments = parser.parse_args()
    import marimo

    wanted = [
        (folder, path)
        for folder, path in notebooks()
        if not arguments.notebook or any(part in path.name for part in arguments.notebook)
    ]
    # All at once, since a notebook's neighbours (markdown.py!) are on its import path.
    for folder, path in notebooks():
        copied(folder, path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied(folder, path))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda item: compare(*item, marimo.__version__), wanted))

    for result in results:
        chance = f", {result.by_chance} by chance" if result.by_chance else ""
        print(f"{result.name}: {result.equal_content} of {result.cells} cells equal{chance}")
        for line in result.lines:
            if " differs: " in line or not arguments.differences:
                print(f"  {line}")
        if result.crash:
            print(f"  crash: {result.crash}")
        if result.left_out:
            print(f"  left out: {result.left_out}")
    cells = sum(result.cells for result in results)
    certain = cells - sum(result.by_chance for result in results)
    kind = sum(result.equal_kind for result in results)
    content = sum(result.equal_content for result in results)
    crashes = [result.name for result in results if result.crash]
    if crashes:
        print(f"crashed: {', '.join(crashes)}")
    print(f"floors: {FLOOR_KIND:g} % of kind, {FLOOR_CONTENT:g} % of content")
    print(f"equal kind: {share(kind, cells):.1f} % ({kind} of {cells} cells)")
    print(f"equal content: {share(content, certain):.1f} % ({content} of {certain} cells)")
    return share(kind, cells) < FLOOR_KIND or share(content, certain) < FLOOR_CONTENT or bool(crashes)


if __name__ == "__main__":
    sys.exit(main())
