"""How figures are shown: one line each, with the target where there is one."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
PYTHON = ROOT / "build" / "python" / "bin" / "python"


class Report:
    def __init__(self):
        self.all_met = True

    def heading(self, title, *columns):
        print(f"\n{title:44}" + "".join(f" {column:>11}" for column in columns), flush=True)

    def line(self, title, *values, target="", met=None):
        text = f"{title:44}" + "".join(f" {value:>11}" for value in values)
        if met is not None:
            self.all_met &= met
            text += f" {target:>16} {'met' if met else 'MISSED'}"
        print(text, flush=True)

    def note(self, text):
        print(f"  ({text})", flush=True)
