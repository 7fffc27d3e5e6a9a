"""Matplotlib without marimo: figures as images."""

import sys

from .import_hooks import hooks

_display = None


def install(display):
    """`display(representations)` shows something while a cell runs."""
    global _display
    _display = display
    hooks.add("matplotlib", _choose_backend)


def _choose_backend(matplotlib):
    # Where marimo has set its own backend up, that one displays figures.
    if "marimo._output.mpl" not in sys.modules:
        matplotlib.use("module://cloche_worker.figure_backend")


def figure_of(value):
    """The figure that the value, a figure or a part of one, belongs to; None for everything else."""
    artist = sys.modules.get("matplotlib.artist")
    if artist is None:
        return None
    if isinstance(value, artist.Artist):
        figure = value.figure
        return getattr(figure, "figure", None) if figure is not None else None
    container = sys.modules.get("matplotlib.container")
    if container is not None and isinstance(value, container.BarContainer) and value.patches:
        return figure_of(value.patches[0])
    return None


def common_figure(value):
    """The figure when a list, or the values of a dict, are parts of one figure, as what plot() returns."""
    if "matplotlib.artist" not in sys.modules:
        return None
    figures = []
    for item in value.values() if isinstance(value, dict) else value:
        for part in item if isinstance(value, dict) and isinstance(item, (list, tuple)) else (item,):
            figures.append(figure_of(part))
            if figures[-1] is None or figures[-1] is not figures[0]:
                return None
    return figures[0] if figures else None


def image_of(figure):
    """The figure's image, with twice its dots for screens that have them."""
    import io

    buffer = io.BytesIO()
    if sys.modules["matplotlib"].rcParams["savefig.format"] == "svg":
        figure.savefig(buffer, format="svg", bbox_inches="tight")
        return ("image/svg+xml", buffer.getvalue().decode())
    figure.savefig(buffer, format="png", bbox_inches="tight", dpi=2 * figure.dpi)
    return ("image/png", Image(buffer.getvalue(), 2 * figure.dpi / 100))


class Image(bytes):
    """A PNG that is to be shown smaller than its dots say."""

    def __new__(cls, data, scale):
        image = super().__new__(cls, data)
        # Width and height stand at this place in every PNG.
        image.size = {
            "width": round(int.from_bytes(data[16:20], "big") / scale),
            "height": round(int.from_bytes(data[20:24], "big") / scale),
        }
        return image


def close_all():
    """Every cell begins without figures."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    pyplot = sys.modules.get("matplotlib.pyplot")
    if helpers is not None and pyplot is not None and helpers.Gcf.get_all_fig_managers():
        pyplot.close("all")


def display(figure):
    """Shows a figure in the running cell, and closes it."""
    _display([image_of(figure)])
    sys.modules["matplotlib.pyplot"].close(figure)
