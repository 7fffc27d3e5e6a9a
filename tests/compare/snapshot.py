"""marimo's session snapshots, reduced to what two exporters must agree on.

Left out is only what is generated anew by every run: random ids, the name of a temporary file, dates,
addresses in memory, and the bytes of images.
"""

import contextlib
import dataclasses
import html
import json
import re

MIME_BUNDLE = "application/vnd.marimo+mimebundle"
TRACEBACK = "application/vnd.marimo+traceback"

GENERATED = [
    # marimo gives every element a random id beside the one that follows from its cell.
    (re.compile(r"random-id=(['\"]|&#x27;|&quot;)[0-9a-f-]+"), r"random-id=\1ID"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "ID"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"), "DATE"),
    (re.compile(r"\b0x[0-9a-f]{6,16}\b"), "ADDRESS"),
    (re.compile(r"(data:image/[\w.+-]+;base64,)[A-Za-z0-9+/=]+"), r"\1BYTES"),
]
# Code of a cell is compiled under a made-up file name, which each exporter makes up in its own way.
CELL_FILE = re.compile(r'File "[^"]*__marimo__cell_(\w+?)_(?:\.py)?"')
TAG = re.compile(r"<[^>]+>")


@dataclasses.dataclass(frozen=True)
class Cell:
    """One cell of a snapshot. `kind` and `content` are what is compared."""

    id: str
    kind: str
    outputs: str
    console: str

    @property
    def content(self):
        return (self.id, self.outputs, self.console)


def without_generated(text):
    for pattern, replacement in GENERATED:
        text = pattern.sub(replacement, text)
    return text


def normal_value(mime, value):
    """The value of one MIME type, with the parts of a bundle taken apart."""
    if mime == MIME_BUNDLE or mime.endswith("json"):
        with contextlib.suppress(ValueError):
            value = json.loads(value) if isinstance(value, str) else value
    if mime == MIME_BUNDLE and isinstance(value, dict):
        return {inner: normal_value(inner, part) for inner, part in sorted(value.items())}
    if isinstance(value, str):
        return without_generated(value)
    return json.loads(without_generated(json.dumps(value, sort_keys=True)))


def normal_output(output):
    if output["type"] == "error":
        traceback = output.get("traceback") or []
        return {**output, "evalue": without_generated(output["evalue"] or ""), "traceback": traceback}
    return {mime: normal_value(mime, value) for mime, value in output["data"].items()}


def kind_of_output(output):
    if output["type"] == "error":
        return f"error {output['ename']}"
    shown = [mime for mime, value in output["data"].items() if not (mime == "text/plain" and not value)]
    return " + ".join(sorted(shown)) or "nothing"


def normal_traceback(text):
    text = html.unescape(TAG.sub("", text))
    return without_generated(CELL_FILE.sub(r'File "cell \1"', text))


def normal_console(entries):
    """The console with neighbouring pieces of one stream joined: how text is cut into pieces is chance."""
    joined = []
    for entry in entries:
        name, mime = entry["name"], entry.get("mimetype", "text/plain")
        text = entry.get("text", entry.get("data"))
        text = normal_traceback(text) if mime == TRACEBACK else without_generated(str(text))
        if joined and joined[-1][:2] == [name, mime] and entry["type"] == "stream":
            joined[-1][2] += text
        else:
            joined.append([name, mime, text])
    return joined


def cells_of(snapshot):
    return [
        Cell(
            id=cell["id"],
            kind=", ".join(map(kind_of_output, cell["outputs"])) or "nothing",
            # No output at all and an empty text are the same to a reader.
            outputs=json.dumps(
                [normal_output(o) for o in cell["outputs"] if kind_of_output(o) != "nothing"], sort_keys=True
            ),
            console=json.dumps(normal_console(cell["console"])),
        )
        for cell in snapshot["cells"]
    ]


def first_difference(ours, theirs, around=40):
    """The first place where two texts differ, with what stands around it."""
    index = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
    start = max(0, index - around)
    return f"marimo has …{theirs[start : index + around]}… and cloche …{ours[start : index + around]}…"
