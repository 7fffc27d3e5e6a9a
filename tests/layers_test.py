"""Which folder may use which: the table of docs/architecture.md, held against the includes and CMake."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent

USES = {
    "guardian": set(),
    "process": {"guardian"},
    "notebook": set(),
    "artifact": {"process"},
    "environment": {"process", "notebook"},
    "execution": {"process", "notebook", "environment"},
    "rendering": {"notebook"},
    "batch": {"process", "notebook", "artifact", "environment", "execution", "rendering"},
    "cli": {"process", "notebook", "artifact", "environment", "execution", "rendering", "batch"},
}
PUBLIC = ROOT / "include" / "cloche"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
CALL = re.compile(r"\bcloche_layer\s*\(([^)]*)\)")


def sources(folder):
    return sorted(path for suffix in ("*.cpp", "*.hpp", "*.h", "*.c") for path in folder.rglob(suffix))


def included_layer(included):
    """The layer that an include names, or None for the standard library and other people's headers."""
    parts = pathlib.PurePosixPath(included).parts
    if parts[0] == "cloche":
        return parts[1]
    return parts[0] if parts[0] in USES else None


def includes(path):
    return [name for _, name in INCLUDE.findall(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("layer", USES)
def test_a_layer_includes_only_itself_and_the_layers_that_it_may_use(layer):
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}"
        for path in sources(ROOT / "src" / layer)
        for name in includes(path)
        if included_layer(name) not in {None, layer} | USES[layer]
    ]
    assert not wrong


def test_public_headers_include_only_public_headers():
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}"
        for path in sources(PUBLIC)
        for bracket, name in INCLUDE.findall(path.read_text(encoding="utf-8"))
        if bracket == '"' or included_layer(name) not in {None, "process"}
    ]
    assert not wrong


def test_every_folder_of_the_sources_is_a_layer():
    assert {path.name for path in (ROOT / "src").iterdir() if path.is_dir()} <= set(USES)


def linked_layers(layer):
    """The layers that a folder's CMake target is linked with, or None when it has no target yet."""
    file = ROOT / "src" / layer / "CMakeLists.txt"
    if not file.exists():
        return None
    calls = CALL.findall(file.read_text(encoding="utf-8"))
    if not calls:
        return None
    words = " ".join(calls).split()
    if "DEPENDS" not in words:
        return set()
    after = words[words.index("DEPENDS") + 1 :]
    end = next((index for index, word in enumerate(after) if word.isupper()), len(after))
    return set(after[:end])


@pytest.mark.parametrize("layer", USES)
def test_a_layer_is_linked_only_with_the_layers_that_it_may_use(layer):
    linked = linked_layers(layer)
    assert linked is None or linked <= USES[layer]


@pytest.mark.parametrize("layer", USES)
def test_a_layer_is_linked_with_every_layer_that_it_includes(layer):
    linked = linked_layers(layer)
    if linked is None:
        return
    reachable = set(linked)
    for name in linked:
        reachable |= linked_layers(name) or set()
    used = {included_layer(name) for path in sources(ROOT / "src" / layer) for name in includes(path)}
    assert used - {None, layer} - {"guardian"} <= reachable


def test_the_table_in_the_architecture_page_is_this_one():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \|[^|]*\| ([^|]*) \|", page, re.MULTILINE)
    documented = {layer: set(re.findall(r"`(\w+)/`", uses)) for layer, uses in rows if layer in USES}
    assert documented == USES
