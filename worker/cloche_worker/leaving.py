"""The end of the worker: what Python promises a program that ends, within bounds."""

import _thread
import atexit
import os
import sys

# How long threads that the notebook left running may take.
PATIENCE = 1.0


def leave(flush, status=0):
    """Runs exit handlers, gives threads a moment, and ends the process. Returns when the interpreter can
    end by itself, which closes what the notebook has left open."""
    all_ended = _end_threads()
    atexit._run_exitfuncs()
    flush()
    if not all_ended:
        os._exit(status)


def _end_threads():
    """Whether all threads that Python would wait for have ended."""
    threading = sys.modules.get("threading")
    if threading is None or not _others(threading):
        return True
    ended = _thread.allocate_lock()
    ended.acquire()
    _thread.start_new_thread(_wait_for_threads, (threading, ended.release))
    return ended.acquire(timeout=PATIENCE)


def _others(threading):
    main = threading.main_thread()
    return [t for t in threading.enumerate() if not t.daemon and t is not main and t.is_alive()]


def _wait_for_threads(threading, done):
    # Pools let go of their idle threads when they hear of the end.
    for tell in reversed(list(getattr(threading, "_threading_atexits", ()))):
        try:
            tell()
        except Exception:
            pass
    for thread in _others(threading):
        thread.join()
    done()
