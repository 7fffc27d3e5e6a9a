"""What a value looks like where marimo is not imported."""

import json

import pytest


def pre(text):
    return ("text/html", f"<pre class='text-xs'>{text}</pre>")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("5", pre("5")),
        ("'a<b>'", pre("&#x27;a&lt;b&gt;&#x27;")),
        ("object", pre("&lt;class &#x27;object&#x27;&gt;")),
        ("[]", ("application/json", "[]")),
        ("(1, 2)", ("application/json", "[1, 2]")),
        ("{1, 2}", pre("{1, 2}")),
        (
            "[1, 2.5, 'ä', None, True, (1, 2), {1: 2}, {1, 2}, b'x', float('nan'), 10**30, "
            "object, frozenset([1])]",
            (
                "application/json",
                '[1, "text/plain+float:2.5", "\\u00e4", null, true, [1, 2], {"text/plain+int:1": 2}, '
                '"text/plain+set:[1, 2]", "text/plain:b\'x\'", "text/plain+float:nan", '
                '"text/plain+bigint:1000000000000000000000000000000", "text/plain:<class \'object\'>", '
                '"text/plain+frozenset:[1]"]',
            ),
        ),
        (
            "{'a': 1, 2: 3, None: 4, True: 5, 1.5: 6, (1, 'x'): 7, 'text/plain+int:1': 8}",
            (
                "application/json",
                '{"a": 1, "text/plain+int:2": 3, "text/plain+none:": 4, "text/plain+bool:True": 5, '
                '"text/plain+float:1.5": 6, "text/plain+tuple:[1, \\"x\\"]": 7, '
                '"text/plain+str:text/plain+int:1": 8}',
            ),
        ),
        ("x = [1]\nx.append(x)\nx", ("text/plain", "[1, [...]]")),
        ("import sys\nclass L(list):\n    def __str__(self): return 'mine'\nL([1])", pre("mine")),
        ("import collections\ncollections.OrderedDict(a=1)", pre("OrderedDict({&#x27;a&#x27;: 1})")),
        ("import collections\ncollections.defaultdict(int, a=1)", ("application/json", '{"a": 1}')),
        ("class E:\n    def __repr__(self): return ''\nE()", ("text/plain", "")),
        ("class D:\n    def _display_(self): return [1]\nD()", ("application/json", "[1]")),
        ("class M:\n    def _mime_(self): return ('text/markdown', '# hi')\nM()", ("text/markdown", "# hi")),
        ("class H:\n    def _repr_html_(self): return '<b>'\nH()", ("text/html", "<b>")),
        (
            "class H:\n    def _repr_html_(self): return '<b>'\n[H()]",
            ("application/json", '["text/html:<b>"]'),
        ),
        ("class H:\n    def _repr_html_(self): return '<b>'\nH", pre("&lt;class &#x27;__main__.H&#x27;&gt;")),
        ("class L:\n    def _repr_latex_(self): return '$x$'\nL()", ("text/latex", "$x$")),
        ("class P:\n    def _repr_png_(self): return b'png'\nP()", ("image/png", "cG5n")),
        (
            "class P:\n    def _repr_png_(self): return b'p'\n[P()]",
            ("application/json", '["image/png:data:image/png;base64,cA=="]'),
        ),
        ("class J:\n    def _repr_json_(self): return {'a': 1}\nJ()", ("application/json", '{"a": 1}')),
        (
            "class A:\n    def __getattr__(self, name): return lambda *a, **k: self\n"
            "    def __repr__(self): return 'any'\nA()",
            pre("any"),
        ),
    ],
)
def test_a_value_is_shown_as_marimo_shows_it(shown, source, expected):
    kind, text = shown(source)
    if "OrderedDict" in source:
        assert text in (expected[1], pre("OrderedDict([(&#x27;a&#x27;, 1)])")[1])
    else:
        assert (kind, text) == expected


def test_a_bundle_is_shown_in_all_its_forms_the_richest_first(run_one):
    source = """
class B:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {'text/plain': 'p', 'image/png': b'png', 'text/html': '<i>'}, {}
B()
"""
    assert run_one(source)["data"] == [["text/html", "<i>"], ["image/png", "cG5n"]]


def test_a_value_that_cannot_be_shown_leaves_the_reason_on_stderr(run_one):
    result = run_one("class N:\n    def __repr__(self): raise ValueError('bad repr')\nN()")
    assert (result["status"], result["data"]) == ("succeeded", [["text/plain", ""]])
    assert "ValueError: bad repr" in result["printed"][0][1]


def test_a_method_that_fails_leaves_its_reason_and_the_repr(run_one):
    result = run_one(
        "class N:\n    def _repr_html_(self): raise ValueError('bad')\n"
        "    def __repr__(self): return 'N'\nN()"
    )
    assert result["data"] == [list(pre("N"))]
    assert "ValueError: bad" in result["printed"][0][1]


def test_a_method_that_prints_prints_into_the_cell(run_one):
    result = run_one("class N:\n    def __repr__(self):\n        print('in repr')\n        return 'N'\nN()")
    assert result["printed"] == [(1, "in repr\n")]


def test_what_is_too_large_is_replaced_by_a_notice(run):
    results = run(
        "'x' * 9_000_000",
        "'x' * 4_000_000",
        "import os; os.environ['MARIMO_OUTPUT_MAX_BYTES'] = '100'",
        "'x' * 200",
    )
    assert "too large" in results[0]["data"][0][1]
    assert len(results[1]["data"][0][1]) > 4_000_000
    assert "too large" in results[3]["data"][0][1]


def test_a_deep_structure_is_shown_somehow(run_one):
    result = run_one("x = []\nfor _ in range(100_000): x = [x]\nx")
    assert result["status"] == "succeeded"


def test_lone_surrogates_reach_cloche_as_text(run_one):
    assert json.loads(run_one("['\\ud800']")["data"][0][1]) == ["\ud800"]
    assert run_one("class H:\n    def _repr_html_(self): return '\\ud800'\nH()")["data"] == [
        ["text/html", "?"]
    ]


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize(
    "last",
    ["plt.gcf()", "plt.gca()", "line", "[line]", "{'a': [line]}", "plt.gca().bar([1], [2])"],
)
def test_a_figure_or_its_parts_are_shown_as_an_image_with_its_size(run_one, last):
    result = run_one(f"import matplotlib.pyplot as plt\n(line,) = plt.plot([1, 2])\n{last}")
    ((mime, data),) = result["data"]
    assert (mime, data[:8]) == ("image/png", "iVBORw0K")
    assert 100 < result["metadata"]["image/png"]["width"] < 1000


@pytest.mark.needs("matplotlib")
def test_plt_show_displays_in_the_cell_in_its_place(run_one):
    result = run_one("import matplotlib.pyplot as plt\nprint('a')\nplt.plot([1])\nplt.show()\nprint('b')")
    (event,) = result["displayed"]
    assert event["data"][0][0] == "image/png"
    assert event["metadata"]["image/png"]["height"] > 100
    assert event["marker"] < result["marker"]


@pytest.mark.needs("matplotlib")
def test_every_cell_begins_without_figures(run):
    results = run("import matplotlib.pyplot as plt\nplt.plot([1]);", "plt.get_fignums()")
    assert results[1]["data"] == [["application/json", "[]"]]


@pytest.mark.needs("pandas")
def test_a_data_frame_is_a_plain_table(run_one):
    result = run_one("import pandas\npandas.DataFrame({'a': [1]})")
    ((mime, data),) = result["data"]
    assert mime == "text/html" and "<table" in data
