"""The event loop that the cells share.

As in marimo it counts as running while any cell runs, so that `asyncio.get_running_loop()` and
`asyncio.create_task()` work at the top of every cell. It is made when something imports asyncio, and not before.
"""

from . import real_modules
from .import_hooks import hooks


class SessionLoop:
    def __init__(self):
        self._loop = None
        hooks.add("asyncio", self._make)

    def _make(self, asyncio):
        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        asyncio._set_running_loop(self._loop)

    def run(self, coroutine):
        """Runs the coroutine to its end, and meanwhile whatever tasks there are."""
        real_modules.load("asyncio")
        self._asyncio._set_running_loop(None)
        try:
            task = self._loop.create_task(coroutine)
            try:
                return self._loop.run_until_complete(task)
            except KeyboardInterrupt:
                self._end(task)
                raise
        finally:
            self._asyncio._set_running_loop(self._loop)

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
        self._asyncio._set_running_loop(None)
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
