"""What cloche gets of a value: a list of representations, the first of which is the one that marimo would
show."""

import os
import sys

from . import binary, marimo_adapter, page_alternatives, plain_values, real_modules

DEFAULT_LIMIT = 8_000_000


class Shown:
    """Representations as they go over the wire, and what is to be known about them."""

    def __init__(self, data, metadata=None):
        self.data = data
        self.metadata = metadata or {}


class Representations:
    """`style` is "page" or "marimo"; `report` takes the traceback of a value that can't be shown."""

    def __init__(self, style, report):
        self._for_page = style == "page"
        self._report = report

    def of(self, value):
        """None for None. Never raises an Exception; lets an interruption through."""
        if value is None:
            return None
        if marimo_adapter.is_installed():
            return self.of_formatted(marimo_adapter.format_value(value, self._report), value)
        return self.to_wire(self._without_marimo(value))

    def of_formatted(self, found, value=None):
        """What marimo has formatted already, with what a page needs beside it."""
        if self._for_page:
            found = self._with_plain_ones(value, found)
        return self.to_wire(found)

    def _without_marimo(self, value):
        try:
            return plain_values.representations(value)
        except plain_values.FormattingFailure as failure:
            self._report_failure(failure.__cause__)
        # One of its methods failed, but its repr() may still say something.
        try:
            return [plain_values.preformatted(repr(value))]
        except Exception as failure:
            self._report_failure(failure)
            return [("text/plain", "")]

    def _report_failure(self, failure):
        traceback = real_modules.load("traceback")
        self._report("".join(traceback.format_exception(type(failure), failure, failure.__traceback__)))

    def _with_plain_ones(self, value, found):
        try:
            return page_alternatives.complete(value, found)
        except Exception as failure:
            self._report_failure(failure)
            return found

    def to_wire(self, found):
        data, metadata = [], {}
        for mime, content in found:
            size = getattr(content, "size", None)
            if isinstance(size, dict):
                metadata[mime] = size
            content = self._text(mime, content)
            if sys.getsizeof(content) > limit():
                mime, content = too_large(len(content))
                metadata = {}
            data.append([mime, content])
        return Shown(data, metadata)

    def _text(self, mime, content):
        if isinstance(content, (bytes, bytearray, memoryview)):
            if not binary.is_binary(mime):
                return bytes(content).decode("utf-8", "replace")
            return binary.base64(content) if self._for_page else binary.data_url(mime, content)
        if not isinstance(content, str):
            if mime.endswith("json") or mime == marimo_adapter.BUNDLE or isinstance(content, (dict, list)):
                return real_modules.load("json").dumps(content, default=str)
            return str(content)
        if self._for_page and binary.is_binary(mime):
            return binary.from_data_url(content) or content
        return content


def limit():
    """How many bytes one representation may have."""
    try:
        return int(os.environ["MARIMO_OUTPUT_MAX_BYTES"])
    except (KeyError, ValueError):
        return marimo_adapter.output_max_bytes() or DEFAULT_LIMIT


def too_large(size):
    """The notice that stands in place of what is too large."""
    return marimo_adapter.too_large_notice(size) or (
        "text/html",
        f"<p><strong>This output is too large to be shown</strong>: {size:,} bytes, where {limit():,} are "
        "allowed. The environment variable <code>MARIMO_OUTPUT_MAX_BYTES</code> raises the limit.</p>",
    )
