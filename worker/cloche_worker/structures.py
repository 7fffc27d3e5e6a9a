"""Lists, tuples and dicts as JSON text, in the form that marimo's tree of values reads.

Text, integers, truth values and None stand for themselves. Everything else is text that begins with its
MIME type; `text/plain+float:`, `+set:` and so on keep the type of a Python value. Keys that are not text
are marked alike.
"""

import sys

from . import binary
from .wire import encode_ascii

_LARGEST_SAFE_INTEGER = 2**53 - 1


class Cyclic(Exception):
    """The structure contains itself."""


def as_plain(value, plain):
    """The same content in a plain list, tuple or dict, or in a plain defaultdict."""
    collections = sys.modules.get("collections")
    if plain is dict and collections is not None and isinstance(value, collections.defaultdict):
        return collections.defaultdict(value.default_factory, value)
    return plain(value)


def json_text(value, special_representations):
    """`special_representations` gives the representations of a leaf that is more than its repr(), or None."""
    return _text(value, special_representations, set())


def _text(value, special, around):
    if isinstance(value, (list, tuple, dict)):
        if id(value) in around:
            raise Cyclic
        around.add(id(value))
        if isinstance(value, dict):
            members = {_key(key): _text(item, special, around) for key, item in value.items()}
            text = "{" + ", ".join(f"{encode_ascii(key)}: {item}" for key, item in members.items()) + "}"
        else:
            text = "[" + ", ".join(_text(item, special, around) for item in value) + "]"
        around.discard(id(value))
        return text
    return _leaf(value, special)


def _leaf(value, special):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if type(value) is str:
        return encode_ascii(value)
    if type(value) is int and abs(value) <= _LARGEST_SAFE_INTEGER:
        return repr(value)
    return encode_ascii(_marked(value, special))


def _marked(value, special):
    found = special(value)
    if found:
        mime, data = found[0]
        return f"{mime}:{binary.data_url(mime, data) if isinstance(data, bytes) else data}"
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return f"text/plain+bigint:{value}"
    if isinstance(value, float):
        return f"text/plain+float:{value}"
    for kind in (frozenset, set):
        if isinstance(value, kind):
            members = _simple_json(value)
            if members is not None:
                return f"text/plain+{kind.__name__}:{members}"
            return f"text/plain{'+set' if kind is set else ''}:{value}"
    return f"text/plain:{value}"


def _simple_json(members):
    """The JSON list of simple values, or None if there are others among them."""
    texts = []
    for member in members:
        if isinstance(member, str):
            texts.append(encode_ascii(member))
        elif member is None or isinstance(member, bool):
            texts.append(_leaf(member, None))
        elif isinstance(member, (int, float)):
            texts.append(_number(member))
        elif isinstance(member, tuple):
            inner = _simple_json(member)
            if inner is None:
                return None
            texts.append(inner)
        else:
            return None
    return "[" + ", ".join(texts) + "]"


def _number(number):
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    return int.__repr__(number) if isinstance(number, int) else float.__repr__(number)


def _key(key):
    if isinstance(key, str):
        return f"text/plain+str:{key}" if key.startswith("text/plain+") else key
    if isinstance(key, bool):
        return f"text/plain+bool:{key}"
    if key is None:
        return "text/plain+none:"
    if isinstance(key, int):
        return f"text/plain+int:{key}"
    if isinstance(key, float):
        return f"text/plain+float:{key}"
    for kind in (tuple, frozenset):
        if isinstance(key, kind):
            members = _simple_json(key)
            if members is not None:
                return f"text/plain+{kind.__name__}:{members}"
    return _key(str(key))
