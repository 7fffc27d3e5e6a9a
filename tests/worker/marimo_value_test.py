"""Notebooks that import marimo: what asks for the running app works as in marimo's own export."""

import json

import pytest

pytestmark = pytest.mark.needs("marimo")

IMPORT = {"id": "Hbol", "source": "import marimo as mo", "definitions": ["mo"]}


@pytest.fixture
def with_marimo(run):
    """Runs cells after one that imports marimo, and gives their results."""

    def with_marimo(*cells, **options):
        _, *results = run(IMPORT, *cells, **options)
        for result in results:
            assert result["status"] != "failed", result["error"]
        return results

    return with_marimo


def first(result):
    return result["data"][0]


def test_markdown_is_marimos(with_marimo):
    (result,) = with_marimo("_x = 1\nmo.md(f'**{_x}**')")
    expected = (
        '<span class="markdown prose dark:prose-invert contents"><span '
        'class="paragraph"><strong>1</strong></span></span>'
    )
    assert first(result) == ["text/markdown", expected]


def test_a_cell_of_nothing_but_markdown_loses_its_common_indentation(with_marimo):
    (result,) = with_marimo('mo.md("""\n# A\n\n    no code\n    at all\n""")')
    assert "<code>" not in first(result)[1]


def test_elements_have_the_ids_that_follow_from_their_cells(with_marimo):
    source = "mo.vstack([mo.ui.slider(1, 5), mo.ui.text('a')])"
    (result,) = with_marimo({"id": "MJUe", "source": source})
    text = first(result)[1]
    assert "object-id='MJUe-0' random-id=" in text and "object-id='MJUe-1' random-id=" in text


def test_elements_have_their_initial_values(with_marimo):
    results = with_marimo("s = mo.ui.slider(3, 5)", "s.value")
    assert first(results[1])[1] == "<pre class='text-xs'>3</pre>"


def test_gathered_output_is_the_result_when_there_is_no_other(with_marimo):
    appended, replaced, cleared, valued = with_marimo(
        "mo.output.append('a'); mo.output.append('b')",
        "mo.output.append('a'); mo.output.replace(mo.md('c'))",
        "mo.output.append('a'); mo.output.clear()",
        "mo.output.append('a'); 5",
    )
    assert first(appended)[1].count("<span>") == 2
    assert first(replaced)[0] == "text/markdown"
    assert "data" not in cleared
    assert first(valued)[1] == "<pre class='text-xs'>5</pre>"


def test_gathered_output_of_one_cell_is_not_shown_by_the_next(with_marimo):
    results = with_marimo("mo.output.append('a')", "None")
    assert "data" not in results[1]


def test_stop_shows_its_output(with_marimo):
    results = with_marimo("mo.stop(True, mo.md('why'))", "mo.stop(True)", "mo.stop(False, 1)")
    assert [result["status"] for result in results] == ["stopped", "stopped", "succeeded"]
    assert first(results[0])[0] == "text/markdown"
    assert "data" not in results[1]


def test_a_cell_knows_its_names_and_the_app_its_mode(with_marimo, notebook):
    results = with_marimo(
        {"source": "x = 1\n(mo.refs(), mo.defs())", "id": "MJUe", "definitions": ["x"]},
        "[mo.app_meta().mode, mo.running_in_notebook(), str(mo.notebook_dir())]",
    )
    assert first(results[0])[1] == '[["mo"], ["x"]]'
    assert json.loads(first(results[1])[1]) == ["edit", True, str(notebook.parent)]


def test_arguments_are_parsed_as_marimo_does(with_marimo):
    arguments = ["--n", "7", "--f=1.5", "-b", "true", "--flag", "--w", "two", "words"]
    (result,) = with_marimo("dict(mo.cli_args().to_dict())", arguments=arguments)
    assert json.loads(first(result)[1]) == {
        "n": 7,
        "f": "text/plain+float:1.5",
        "b": True,
        "flag": "",
        "w": "two words",
    }


def test_caches_and_states_work(with_marimo):
    results = with_marimo(
        "@mo.cache\ndef f(x):\n    return x + 1\nf(1)",
        "with mo.persistent_cache('kept'):\n    y = 7\ny",
        "get, put = mo.state(3)\nget()",
    )
    assert [first(result)[1] for result in results] == [f"<pre class='text-xs'>{n}</pre>" for n in (2, 7, 3)]


def test_text_of_marimos_threads_and_redirections_goes_where_it_belongs(with_marimo):
    thread, redirected, captured = with_marimo(
        "t = mo.Thread(target=lambda: print('from a thread')); t.start(); t.join()",
        "with mo.redirect_stdout():\n    print('shown')",
        "with mo.capture_stdout() as s:\n    print('kept')\ns.getvalue()",
    )
    assert thread["printed"] == [(1, "from a thread\n")]
    assert redirected["printed"] == [] and "shown" in first(redirected)[1]
    assert captured["printed"] == [] and "kept" in first(captured)[1]


def test_files_of_the_app_become_data_urls(with_marimo):
    (result,) = with_marimo("mo.download(b'data', filename='x.txt')")
    assert "data:" in first(result)[1] and "@file" not in first(result)[1]


def test_marimo_can_be_imported_in_the_middle_of_a_cell(run_one):
    result = run_one({"id": "MJUe", "source": "import marimo as m\nm.output.append(m.ui.text())"})
    assert "object-id='MJUe-0'" in first(result)[1]


def test_a_file_beside_the_notebook_does_not_break_marimo(run, notebook):
    for name in ("markdown", "json", "html"):
        (notebook.parent / f"{name}.py").write_text("raise RuntimeError('the wrong one')")
    results = run(IMPORT, "mo.md('# A')")
    assert first(results[1])[0] == "text/markdown"


def test_what_is_too_large_is_replaced_by_marimos_notice(with_marimo):
    (result,) = with_marimo("'x' * 9_000_000")
    assert "Your output is too large" in first(result)[1]
    assert len(first(result)[1]) < 10_000


@pytest.mark.needs("pandas")
def test_a_table_element_is_followed_by_a_plain_table(with_marimo):
    frame, element, rows = with_marimo(
        "import pandas\ndf = pandas.DataFrame({'a': [1, 2]})\ndf",
        "mo.ui.table(df)",
        "mo.ui.table([{'a': 1}])",
    )
    for result in (frame, element, rows):
        (first_mime, first_data), (mime, data) = result["data"]
        assert (first_mime, mime) == ("text/html", "text/html")
        assert "<marimo-table" in first_data
        assert "<table" in data and "<marimo-" not in data


@pytest.mark.needs("pandas")
def test_marimos_own_representation_stands_alone(run):
    results = run("import pandas", "pandas.DataFrame({'a': [1]})", "lambda: 0", representations="marimo")
    assert [len(result.get("data", [])) for result in results] == [0, 1, 1]
    assert "<marimo-table" in first(results[1])[1]


@pytest.mark.needs("matplotlib")
def test_figures_come_as_images_with_their_size(with_marimo):
    value, shown = with_marimo(
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])", "plt.plot([1]);\nplt.show()\nprint('after')"
    )
    assert first(value)[0] == "image/png" and first(value)[1].startswith("iVBOR")
    assert value["metadata"]["image/png"]["width"] > 100
    (event,) = shown["displayed"]
    assert event["data"][0][0] == "image/png"


@pytest.mark.needs("matplotlib")
def test_marimos_bundle_of_a_figure_is_kept_for_marimo(run):
    results = run("import matplotlib.pyplot as plt\nplt.plot([1, 2])", representations="marimo")
    mime, data = first(results[0])
    assert mime == "application/vnd.marimo+mimebundle"
    assert json.loads(data)["image/png"].startswith("data:image/png;base64,")


@pytest.mark.needs("altair")
def test_a_chart_is_its_specification(with_marimo):
    source = "import altair\naltair.Chart(altair.Data(values=[{'x': 1}])).mark_bar().encode(x='x:Q')"
    (result,) = with_marimo(source)
    assert first(result)[0].startswith("application/vnd.vegalite.")
    assert json.loads(first(result)[1])["mark"]


def test_tracebacks_name_cells_as_marimos_tools_expect_them(run_one):
    failed = run_one({"id": "MJUe", "source": "1 / 0"}, representations="marimo")["error"]
    assert "__marimo__cell_MJUe_.py" in failed["traceback"]


def test_a_value_that_fails_to_format_leaves_the_reason_on_stderr(with_marimo):
    (result,) = with_marimo("class N:\n    def _repr_html_(self): raise ValueError('bad')\nN()")
    assert first(result) == ["text/plain", ""]
    assert "ValueError: bad" in result["printed"][0][1]


def test_a_notebook_without_marimo_never_imports_it(run):
    results = run("[1]", "import sys\n'marimo' in sys.modules")
    assert first(results[1])[1] == "<pre class='text-xs'>False</pre>"
