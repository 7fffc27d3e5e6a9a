"""The event loop that the cells share.

As in marimo it counts as running while any cell runs, so that `asyncio.get_running_loop()` and
`asyncio.create_task()` work at the top of every cell. It is made when something imports asyncio, and not
before.
"""

import _thread

from . import real_modules
from .import_hooks import hooks


class SessionLoop:
    def __init__(self):
        self._loop = None
        self._thread = _thread.get_ident()
        hooks.add("asyncio", self._make)

    def _make(self, asyncio):
        self._loop = asyncio.new_event_loop()
        self._asyncio = asyncio
        self.begin_cell()

    def begin_cell(self):
        """Lets the loop count as running, in the thread that runs the cells and in no other."""
        if self._loop is not None and _thread.get_ident() == self._thread:
            self._asyncio.set_event_loop(self._loop)
            self._count_as_running(True)

    def run(self, coroutine):
        """Runs the coroutine to its end, and meanwhile whatever tasks there are."""
        real_modules.load("asyncio")
        self._count_as_running(False)
        try:
            task = self._loop.create_task(coroutine)
            try:
                return self._loop.run_until_complete(task)
            except KeyboardInterrupt:
                self._end(task)
                raise
        finally:
            self._count_as_running(True)

    def _count_as_running(self, running):
        self._asyncio._set_running_loop(self._loop if running else None)
        # What loop.is_running() looks at.
        if hasattr(self._loop, "_thread_id"):
            self._loop._thread_id = _thread.get_ident() if running else None

    def _end(self, task):
        task.cancel()
        try:
            self._loop.run_until_complete(task)
        except BaseException:  # whatever it says when it is cancelled
            pass

    def close(self):
        """Ends the tasks that are still there, as asyncio.run() does."""
        if self._loop is None or self._loop.is_closed():
            return
        self._count_as_running(False)
        try:
            self._loop.run_until_complete(self._end_all())
            self._loop.close()
        except BaseException:  # a task that won't end
            pass

    async def _end_all(self):
        await self._asyncio.sleep(0)
        tasks = [task for task in self._asyncio.all_tasks() if task is not self._asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await self._asyncio.gather(*tasks, return_exceptions=True)
        await self._loop.shutdown_asyncgens()
