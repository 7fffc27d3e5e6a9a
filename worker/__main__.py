"""Starts the worker. The arguments are the numbers of two descriptors: commands to read, events to write."""

import os
import sys
import warnings  # noqa: F401  what is imported below shall find it compiled where Python keeps it

# Not there when PYTHONSAFEPATH is set; the worker takes it away again before the notebook begins.
directory = os.path.dirname(os.path.abspath(__file__))
if directory not in sys.path:
    sys.path.insert(0, directory)

cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
settings = sys.pycache_prefix, sys.dont_write_bytecode
# Compiling the worker takes longer than all the rest of its start, and its own folder may be read-only.
if os.path.isabs(cache):
    sys.pycache_prefix, sys.dont_write_bytecode = os.path.join(cache, "cloche", "worker"), False

from cloche_worker.session import main  # noqa: E402

sys.pycache_prefix, sys.dont_write_bytecode = settings
sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
