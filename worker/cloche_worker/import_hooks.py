"""Doing something at the moment when the notebook imports a certain module.

So what only some notebooks need costs the others nothing.
"""

import sys

from .real_modules import real_modules


class _Loader:
    """A module's loader, with something to do afterwards."""

    def __init__(self, loader, take_after, shielded):
        self._loader = loader
        self._take_after = take_after
        self._shielded = shielded

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        # From here on the module is as it would be without us.
        module.__loader__ = module.__spec__.loader = self._loader
        if self._shielded:
            with real_modules():
                self._loader.exec_module(module)
        else:
            self._loader.exec_module(module)
        after = self._take_after(module.__name__)
        if after is not None:
            try:
                after(module)
            except Exception:  # a version of the module that we don't know: the notebook shall have it anyway
                pass


class ImportHooks:
    """A finder that finds nothing itself: it lets the others find, and adds to what they found."""

    def __init__(self):
        self._after = {}
        self._shielded = set()

    def add(self, name, after, shielded=False):
        """Calls `after(module)` once `name` has been imported. `shielded`: the notebook's own files are
        hidden from what that module imports."""
        module = sys.modules.get(name)
        if module is not None:
            after(module)
            return
        self._after[name] = after
        if shielded:
            self._shielded.add(name)

    def _take(self, name):
        return self._after.pop(name, None)

    def find_spec(self, name, path=None, target=None):
        if name not in self._after:
            return None
        for finder in list(sys.meta_path):
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None and hasattr(spec.loader, "exec_module"):
                    spec.loader = _Loader(spec.loader, self._take, name in self._shielded)
                return spec
        return None


hooks = ImportHooks()


def install():
    sys.meta_path.insert(0, hooks)
