"""A notebook that asks for input gets an error at once: there is nobody to answer during an export."""

import builtins
import os
import sys

from .import_hooks import hooks


def _refuse(asked, prompt):
    shown = str(prompt).strip()
    asked += f" (`{shown}`)" if shown else ""
    raise EOFError(f"the notebook asks for {asked}, but there is no input during an export")


def _input(prompt="", /):
    """Read a string from standard input: during an export there is none, so this raises EOFError."""
    _refuse("input", prompt)


def _getpass(prompt="Password: ", stream=None):
    """Prompt for a password: during an export there is nobody to answer, so this raises EOFError."""
    _refuse("a password", prompt)


def _replace_getpass(module):
    module.getpass = _getpass


def install():
    _input.__name__ = _input.__qualname__ = "input"
    _getpass.__name__ = _getpass.__qualname__ = "getpass"
    builtins.input = _input
    hooks.add("getpass", _replace_getpass)
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115  it stays open
