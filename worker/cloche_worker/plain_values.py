"""Values without marimo: which representations a value has, in the order in which marimo looks for them.

A representation is a pair of a MIME type and its data: text, or bytes for what is binary.
"""

from . import figures, structures

# The methods of the display protocols, in order of preference.
_REPR_METHODS = {
    "_repr_html_": "text/html",
    "_repr_mimebundle_": None,
    "_repr_svg_": "image/svg+xml",
    "_repr_json_": "application/json",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_markdown_": "text/markdown",
    "_repr_latex_": "text/latex",
    "_repr_text_": "text/plain",
}
# Of a bundle, the first is what is shown.
_BUNDLE_ORDER = ("text/html", "image/svg+xml", "image/png", "image/jpeg", "text/markdown", "text/latex")


class FormattingFailure(Exception):
    """A method of the value raised; the exception is its cause."""


def method(value, name):
    """The value's own method, or None. Objects that answer to every name don't count as having it."""
    if isinstance(value, type):
        return None
    if not any(name in vars(kind) for kind in type(value).__mro__):
        try:
            if name not in vars(value):
                return None
        except TypeError:  # it has no __dict__
            return None
    try:
        found = getattr(value, name)
    except Exception:
        return None
    return found if callable(found) else None


def escape(text):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;")


def preformatted(text):
    return ("text/html", f"<pre class='text-xs'>{escape(text)}</pre>")


def representations(value):
    """What the value looks like, or FormattingFailure when its own methods fail."""
    try:
        special = special_representations(value)
        if special is not None:
            return special
        text = repr(value)
    except Exception as failure:
        raise FormattingFailure from failure
    return [preformatted(text)] if text else [("text/plain", "")]


def special_representations(value):
    """Like representations(), but None for a value that only its repr() shows."""
    display = method(value, "_display_")
    if display is not None:
        shown = display()
        return None if shown is value else representations(shown)
    if isinstance(value, (list, tuple, dict)):
        return from_repr_methods(value) or _structure(value)
    figure = figures.figure_of(value)
    if figure is not None:
        return [figures.image_of(figure)]
    mime = method(value, "_mime_")
    if mime is not None:
        return [tuple(mime())]
    return from_repr_methods(value)


def _structure(value):
    figure = figures.common_figure(value)
    if figure is not None:
        return [figures.image_of(figure)]
    plain = next(kind for kind in (dict, list, tuple) if isinstance(value, kind))
    if type(value) is not plain and str(value) != str(structures.as_plain(value, plain)):
        return [preformatted(str(value))]
    try:
        return [("application/json", structures.json_text(value, special_representations))]
    except (structures.Cyclic, RecursionError):
        return [("text/plain", str(value))]


def from_repr_methods(value):
    """What the `_repr_*_` methods give; None when there are none that do."""
    found = []
    for name, mime in _REPR_METHODS.items():
        call = method(value, name)
        if call is None:
            continue
        if mime is None:
            found += _bundle(call)
            continue
        data = call()
        if isinstance(data, tuple) and len(data) == 2:  # with metadata
            data = data[0]
        if data is not None and mime not in dict(found):
            found.append((mime, data))
        if found and mime in ("text/html", "image/svg+xml"):
            break
    return found or None


def _bundle(call):
    bundle = call(include=None, exclude=None)
    if isinstance(bundle, tuple):
        bundle = bundle[0]
    if not isinstance(bundle, dict):
        return []
    if len(bundle) > 1:
        bundle = {mime: data for mime, data in bundle.items() if mime != "text/plain"}
    order = {mime: place for place, mime in enumerate(_BUNDLE_ORDER)}
    return sorted(bundle.items(), key=lambda item: order.get(item[0], len(order)))
