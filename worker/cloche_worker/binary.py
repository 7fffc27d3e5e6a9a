"""Binary data as text."""

from . import real_modules


def base64(data):
    return real_modules.load("binascii").b2a_base64(data, newline=False).decode("ascii")


def data_url(mime, data):
    return f"data:{mime};base64,{base64(data)}"


def from_data_url(text):
    """The base64 text in a data URL of that form, or None."""
    if not text.startswith("data:"):
        return None
    head, separator, data = text.partition(";base64,")
    return data if separator and "," not in head else None


def is_binary(mime):
    """Whether the protocol carries this type as base64."""
    kind = mime.partition("/")[0]
    return mime == "application/pdf" or (kind in ("image", "audio", "video") and mime != "image/svg+xml")
