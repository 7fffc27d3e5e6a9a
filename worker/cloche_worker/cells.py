"""The notebook's cells as cloche sends them."""

import os
import sys

from . import compilation
from .import_hooks import hooks


class Cell:
    def __init__(self, fields, label, file_name):
        self.id = fields["id"]
        self.source = fields["source"]
        self.definitions = fields.get("definitions", ())
        self.private_names = fields.get("private", ())
        # "cell tides", "cell 3"
        self.label = label
        # What tracebacks and warnings name.
        self.file_name = file_name

    def lines(self):
        return [line + "\n" for line in self.source.splitlines()]


class Cells:
    """All cells, by their id, in document order."""

    def __init__(self, notebook_path, listed, marimos_file_names):
        names = [fields.get("name") for fields in listed]
        file = os.path.basename(notebook_path)
        self._by_id = {}
        self._by_file_name = {}
        for number, fields in enumerate(listed, 1):
            name = fields.get("name")
            named = name not in (None, "", "_", "__") and names.count(name) == 1
            label = f"cell {name if named else number}"
            if marimos_file_names:
                # The form that marimo's tools look for in tracebacks.
                file_name = f"/tmp/marimo_{os.getpid()}/__marimo__cell_{fields['id']}_.py"
            else:
                file_name = f"{file}, {label}"
            cell = Cell(fields, label, file_name)
            self._by_id[cell.id] = cell
            self._by_file_name[file_name] = cell
        self._has_mo = any("mo" in cell.definitions for cell in self)
        hooks.add("linecache", self._give_source)

    def compile(self, cell):
        return compilation.compile_cell(cell.id, cell.source, cell.file_name, self._has_mo)

    def __getitem__(self, cell_id):
        return self._by_id[cell_id]

    def __iter__(self):
        return iter(self._by_id.values())

    def of_file(self, file_name):
        return self._by_file_name.get(file_name)

    def _give_source(self, linecache):
        """Lets tracebacks, warnings and `inspect` find the cells' text."""
        for cell in self:
            linecache.cache[cell.file_name] = (len(cell.source), None, cell.lines(), cell.file_name)

    def give_source_again(self):
        """The notebook may have cleared the cache."""
        linecache = sys.modules.get("linecache")
        if linecache is not None:
            self._give_source(linecache)
