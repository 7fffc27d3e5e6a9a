import pytest
from driver import Worker


@pytest.fixture
def notebook(tmp_path):
    """Where the notebook lies; the file itself need not exist."""
    return tmp_path / "tides.py"


@pytest.fixture
def start(notebook, test_python):
    """Starts a worker with the given cells: texts, or dicts of an id and other fields."""
    started = []

    def start(*cells, **options):
        worker = Worker(cells, options.pop("path", notebook), python=str(test_python), **options)
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.stop()


@pytest.fixture
def run(start):
    """Runs cells one after the other, and ends the worker. What each of them came to."""

    def run(*cells, **options):
        worker = start(*cells, **options)
        results = worker.run_all()
        worker.close()
        return results

    return run


@pytest.fixture
def run_one(run):
    """Runs one cell in a notebook of its own."""

    def run_one(source, **options):
        (result,) = run(source, **options)
        return result

    return run_one


@pytest.fixture
def shown(run_one):
    """The first representation of the value of a cell."""

    def shown(source, **options):
        result = run_one(source, **options)
        assert result["status"] == "succeeded", result
        return tuple(result["data"][0])

    return shown
