"""The backend that matplotlib draws with: show() displays figures in the running cell.

Matplotlib imports it by its name when the notebook draws for the first time.
"""

from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import figures


class FigureManager(FigureManagerBase):
    def show(self):
        figures.display(self.canvas.figure)


class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager


def show(*, block=None):
    for manager in Gcf.get_all_fig_managers():
        figures.display(manager.canvas.figure)
