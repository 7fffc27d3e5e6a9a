"""How a worker ends."""

import signal


def test_exit_handlers_run_and_files_left_open_are_written(start, notebook):
    worker = start(
        "import atexit\natexit.register(print, 'bye')\nf = open('left.txt', 'w')\nf.write('kept');"
    )
    worker.run_all()
    worker.close()
    assert worker.process.returncode == 0
    assert worker.raw(1).endswith(b"bye\n")
    assert (notebook.parent / "left.txt").read_text() == "kept"


def test_packages_are_reported_with_their_versions(start, notebook):
    (notebook.parent / "numpy.py").write_text("__version__ = '2.3.1'")
    (notebook.parent / "scipy.py").write_text("")
    worker = start("import numpy, scipy")
    worker.run_all()
    assert worker.close() == [{"event": "packages", "packages": [["numpy", "2.3.1"]]}]


def test_a_thread_that_never_ends_does_not_keep_the_worker(start):
    worker = start("import threading\nthreading.Thread(target=threading.Event().wait).start()")
    worker.run_all()
    worker.close()
    assert worker.process.returncode == 0


def test_a_thread_that_is_almost_done_may_finish(start):
    worker = start(
        "import threading\ngo = threading.Event()\n"
        "threading.Thread(target=lambda: (go.wait(), print('done'))).start()\n"
        "import atexit\nthreading.Timer(0, go.set).start()"
    )
    worker.run_all()
    worker.close()
    assert b"done\n" in worker.raw(1)


def test_an_idle_pool_does_not_delay_the_end(start):
    source = (
        "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
        "pool.submit(int).result()"
    )
    worker = start(source)
    worker.run_all()
    worker.close()
    assert worker.process.returncode == 0


def test_tasks_that_are_left_are_cancelled(start):
    source = """
import asyncio
async def work():
    try:
        await asyncio.sleep(3600)
    finally:
        print('cancelled')
task = asyncio.create_task(work())
await asyncio.sleep(0)
"""
    worker = start(source)
    worker.run_all()
    worker.close()
    assert worker.raw(1).endswith(b"cancelled\n")
    assert b"never" not in worker.raw(2) and b"destroyed" not in worker.raw(2)


def test_sigterm_ends_the_worker_at_once(start):
    worker = start("print('up')\nimport time\ntime.sleep(3600)")
    worker.begin(0)
    worker.wait_for_text("up")
    worker.process.send_signal(signal.SIGTERM)
    assert worker.process.wait(30) == -signal.SIGTERM


def test_the_notebooks_own_handler_of_sigterm_runs_and_ends_the_session(start, notebook):
    install = """
import atexit, signal, sys, time
def bye(*_):
    open('handled', 'w').write('term')
    sys.exit(3)
signal.signal(signal.SIGTERM, bye)
atexit.register(lambda: open('atexit-ran', 'w').close())
"""
    worker = start(install, "print('up')\ntime.sleep(3600)")
    worker.run(0)
    worker.begin(1)
    worker.wait_for_text("up")
    worker.process.send_signal(signal.SIGTERM)
    assert worker.finish()["error"]["name"] == "SystemExit"
    worker.process.wait(30)
    assert (notebook.parent / "handled").read_text() == "term"
    assert (notebook.parent / "atexit-ran").exists()


def test_a_worker_without_commands_leaves(start):
    worker = start()
    assert worker.ready["event"] == "ready"
    assert worker.close() == [{"event": "packages", "packages": []}]
    assert worker.process.returncode == 0


def test_nothing_is_printed_by_the_worker_itself(start):
    worker = start("1", "2")
    worker.run_all()
    worker.close()
    marks = b"".join(b"\x1b]mark-of-the-test;%d\a" % n for n in (1, 2))
    assert (worker.raw(1), worker.raw(2)) == (marks, marks)
