"""The page as a browser reads it: checks that hold for the whole of it, whatever is on it."""

import html.parser
import json
import os
import pathlib
import re
import subprocess

import pytest

HERE = pathlib.Path(__file__).parent
PROGRAMS = pathlib.Path(
    os.environ.get("CLOCHE_TEST_PROGRAMS", HERE.parent.parent / "build/debug/test-programs")
)
SAMPLE = json.loads((HERE / "sample.json").read_text())

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Attributes with which an element loads something by itself.
LOADING = {
    "src",
    "srcset",
    "data",
    "poster",
    "background",
    "action",
    "formaction",
    "ping",
    "manifest",
    "xlink:href",
}


class Page(html.parser.HTMLParser):
    """Elements, text and shape of a page."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.source = source
        self.elements = []
        self.open = []
        self.problems = []
        self.text = ""
        self.raw = {"style": "", "script": ""}
        self.comments = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), list(self.open)))
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.problems.append(f"<{tag}> has an attribute twice: {names}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.open[-3:]} at {self.getpos()}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in self.raw:
            self.raw[self.open[-1]] += data
        else:
            self.text += data

    def handle_comment(self, data):
        self.comments.append(data)

    def all(self, tag):
        return [attributes for name, attributes, _ in self.elements if name == tag]


def render(notebook, *arguments):
    result = subprocess.run(
        [PROGRAMS / "render_notebook", *arguments],
        input=json.dumps(notebook).encode(),
        capture_output=True,
        check=True,
    )
    return result.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def page():
    return Page(render(SAMPLE))


def notebook(*cells, **more):
    return {
        "file_name": "n.py",
        "run": {},
        "cells": [{"id": str(i), **cell} for i, cell in enumerate(cells)],
        **more,
    }


def test_every_element_is_closed_where_it_was_opened(page):
    assert page.problems == []
    assert page.open == []


def test_nothing_is_loaded_from_anywhere(page):
    for tag, attributes, _ in page.elements:
        for name in LOADING & attributes.keys():
            value = attributes[name] or ""
            assert value.startswith(("data:", "#")), f"<{tag} {name}={value[:80]}>"
        if tag not in ("a", "area"):
            assert not (attributes.get("href") or "#").startswith(("http", "//")), f"<{tag}> has an address"
        style = attributes.get("style") or ""
        assert not re.search(r"url\(\s*['\"]?(?!data:|#)", style, re.IGNORECASE), style
    assert not {"link", "base", "embed", "object", "frame"} & {tag for tag, _, _ in page.elements}
    assert not re.search(r"url\(\s*['\"]?(?!data:|#)|@import", page.raw["style"], re.IGNORECASE)


def test_the_page_forbids_what_it_does_not_need(page):
    policies = [
        meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'")
    for allowed in re.findall(r"(?:img|media|font|style)-src ([^;]*)", policies[0]):
        assert allowed.strip() in ("data:", "'unsafe-inline'")


def test_the_only_script_is_the_pages_own(page):
    assert len(page.all("script")) == 1
    assert page.elements[-1][0] == "script", "it stands at the end"
    handlers = [
        (tag, name) for tag, attributes, _ in page.elements for name in attributes if name.startswith("on")
    ]
    assert handlers == []


def test_ids_are_unique_and_links_inside_the_page_lead_somewhere(page):
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    missing = {a["href"][1:] for a in page.all("a") if (a.get("href") or "").startswith("#")} - set(ids)
    # Menus of the sample lead to places that its notebook does not have.
    assert missing <= {"a", "g"}


def test_headings_begin_with_one_title_and_skip_no_level(page):
    levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))


def test_readers_find_their_way_without_seeing_it(page):
    assert page.all("html")[0]["lang"]
    assert [tag for tag, _, _ in page.elements if tag in ("main", "header", "footer")] == [
        "main",
        "header",
        "footer",
    ]
    assert all(image.get("alt") is not None for image in page.all("img"))
    assert all(nav.get("aria-label") for nav in page.all("nav"))
    assert page.all("a")[0]["class"] == "skip"
    assert all("name" in meta or "charset" in meta or "http-equiv" in meta for meta in page.all("meta"))


def test_text_never_becomes_an_element(page):
    text = render(
        notebook(
            {
                "source": "# </script><img src=x onerror=alert(1)>",
                "outputs": [
                    {
                        "stream": "stdout",
                        "text": "</script><script>alert(2)</script>\n</scRIPt bogus\n<!--<script>\n]]>\n",
                    },
                    {
                        "result": [
                            [
                                "text/html",
                                "<pre>&#x27;&lt;/style&gt;&lt;/textarea&gt;&lt;b&gt;not bold&lt;/b&gt;&#x27;</pre>",
                            ]
                        ]
                    },
                ],
            },
            {
                "source": "raise",
                "status": "failed",
                "outputs": [
                    {"error": {"name": "ValueError", "message": "<script>alert(3)</script></ScRiPt >"}}
                ],
            },
            {
                "source": "Text with `</script>` and `<script>alert('md')</script>` in code.",
                "kind": "markdown",
            },
        )
    )
    plain = Page(text)
    assert [tag for tag, _, _ in plain.elements if tag in ("img", "b")] == []
    assert plain.text.count("alert(") == 4
    assert plain.comments == []
    assert len(plain.all("script")) == 1
    for written in (
        "</scRIPt bogus",
        "<!--<script>",
        "]]>",
        "</style></textarea><b>not bold</b>",
        "<img src=x onerror=alert(1)>",
    ):
        assert written in plain.text


def test_no_control_character_is_in_the_page(page):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", page.source)


def test_without_code_there_is_no_code():
    source = render({**SAMPLE, "include_code": False})
    for code in ("import marimo as mo", "def height", "readings.groupby", "pd.read_csv", "for in range"):
        assert code in Page(render(SAMPLE)).text
        assert code not in Page(source).text
    assert "Tides and their numbers" in source
    assert "KeyError" in source


def test_a_page_without_scripts_has_everything(page):
    # What only a script would show: nothing is hidden by an attribute or built later.
    assert not [
        tag
        for tag, attributes, _ in page.elements
        if "hidden" in attributes or attributes.get("style") == "display:none"
    ]
    assert "copy" not in page.text


def test_the_session_snapshot_is_json_as_python_writes_it():
    text = render(SAMPLE, "--session")
    assert json.dumps(json.loads(text), indent=2) == text


def test_the_session_snapshot_has_the_cells_in_order():
    snapshot = json.loads(render(SAMPLE, "--session"))
    assert [cell["id"] for cell in snapshot["cells"]] == [cell["id"] for cell in SAMPLE["cells"]]
    assert {output["type"] for cell in snapshot["cells"] for output in cell["outputs"]} == {"data", "error"}
