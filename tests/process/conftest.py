"""Tables of what was found, printed when every test of the run is over."""

import pytest

_tables = []


@pytest.fixture(scope="session")
def print_table():
    """Prints a table at the end of the run: a title, the names of the columns, and rows of as many texts."""
    return lambda title, columns, rows: _tables.append((title, [columns, *rows]))


def pytest_terminal_summary(terminalreporter):
    for title, rows in _tables:
        terminalreporter.section(title)
        widths = [max(map(len, column)) for column in zip(*rows)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths))
            terminalreporter.write_line("  ".join(cells).rstrip())
