"""What a page can show in place of a value that needs marimo's front end."""

import sys

from . import marimo_adapter, plain_values, real_modules

_VEGA_LITE = "application/vnd.vegalite."
_VEGA = "application/vnd.vega."
# Of a table that is a list of rows.
_MOST_ROWS = 200


def complete(value, found):
    """`found`, what marimo shows, and what else shows the value."""
    mime, data = found[0]
    if mime == marimo_adapter.BUNDLE:
        return _parts_of_bundle(data) or found
    if mime.startswith((_VEGA_LITE, _VEGA)):
        return found + _chart_image(mime, data)
    if mime == "text/html" and "<marimo-table" in data[:1000]:
        return found + _plain_table(value)
    return found


def _parts_of_bundle(data):
    bundle = real_modules.load("json").loads(data) if isinstance(data, str) else dict(data)
    metadata = bundle.pop("__metadata__", None) or {}
    return [
        (mime, _Sized(content, metadata[mime]) if mime in metadata and isinstance(content, str) else content)
        for mime, content in bundle.items()
    ]


class _Sized(str):
    """Text with the size at which it is to be shown."""

    def __new__(cls, text, size):
        sized = super().__new__(cls, text)
        sized.size = size
        return sized


def _plain_table(value):
    # A table element knows the data that it shows.
    for candidate in (value, getattr(value, "data", None)):
        if candidate is None or _is_marimos(candidate):
            continue
        html = plain_values.method(candidate, "_repr_html_")
        if html is not None:
            return [("text/html", html())]
        if isinstance(candidate, list) and candidate and all(isinstance(row, dict) for row in candidate):
            return [("text/html", _table_of_rows(candidate))]
    found = marimo_adapter.without_front_end(value)
    if found is not None and found[0] == "text/html" and "<table" in found[1]:
        return [found]
    return []


def _table_of_rows(rows):
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [_table_row("th", columns)]
    lines += [_table_row("td", [row.get(name, "") for name in columns]) for row in rows[:_MOST_ROWS]]
    table = f"<table><thead>{lines[0]}</thead><tbody>{''.join(lines[1:])}</tbody></table>"
    if len(rows) > _MOST_ROWS:
        table += f"<p>{len(rows) - _MOST_ROWS:,} more rows</p>"
    return table


def _table_row(tag, cells):
    return "<tr>" + "".join(f"<{tag}>{plain_values.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def _is_marimos(value):
    return type(value).__module__.partition(".")[0] == "marimo"


def _chart_image(mime, data):
    """The chart drawn by vl-convert, where the environment has it."""
    specification = data if isinstance(data, str) else real_modules.load("json").dumps(data)
    if "vl_convert" not in sys.modules:
        machinery = real_modules.load("importlib.util")
        if machinery.find_spec("vl_convert") is None:
            return []
    vl_convert = real_modules.load("vl_convert")
    draw = vl_convert.vegalite_to_svg if mime.startswith(_VEGA_LITE) else vl_convert.vega_to_svg
    try:
        return [("image/svg+xml", draw(specification))]
    except Exception:  # a specification that it doesn't know, data on the network
        return []
