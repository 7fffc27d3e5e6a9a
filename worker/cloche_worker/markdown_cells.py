"""Cells that are nothing but `mo.md` of a constant text.

marimo renders them before it runs anything, from the text without blank lines around it and without the
indentation that all its lines but the first share. Running the call on the text as it is would take some
indented paragraphs for code.
"""

import _ast


def clean(module):
    """Replaces the text by the one that marimo renders, in place, if `module` is such a cell."""
    call = _markdown_call(module)
    if call is None or not call.args:
        return
    constant = call.args[0]
    if isinstance(constant, _ast.JoinedStr) and len(constant.values) == 1:
        constant = constant.values[0]
    if len(call.args) == 1 and isinstance(constant, _ast.Constant) and isinstance(constant.value, str):
        constant.value = _cleaned(constant.value)


def _markdown_call(module):
    if len(module.body) != 1 or not isinstance(module.body[0], _ast.Expr):
        return None
    call = module.body[0].value
    if not isinstance(call, _ast.Call) or not isinstance(call.func, _ast.Attribute) or call.func.attr != "md":
        return None
    of = call.func.value
    return call if isinstance(of, _ast.Name) and of.id == "mo" else None


def _cleaned(text):
    first, *others = (line.rstrip() for line in text.split("\n"))
    return "\n".join([first.lstrip(" \t"), *_dedented(others)]).strip()


def _dedented(lines):
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line]
    if not indents:
        return lines
    shortest, longest = min(indents), max(indents)
    margin = 0
    while margin < len(shortest) and margin < len(longest) and shortest[margin] == longest[margin]:
        margin += 1
    return [line[margin:] for line in lines]
