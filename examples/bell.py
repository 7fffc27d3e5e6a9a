# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "marimo",
#     "matplotlib",
#     "numpy",
#     "pandas",
# ]
# ///

import marimo

__generated_with = "0.24.0"
app = marimo.App(app_title="The sound of a bell")

with app.setup(hide_code=True):
    import asyncio
    import itertools

    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import pandas as pd


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    # The sound of a bell

    Strike a church bell and you hear one note, yet no part of the bell sounds that note alone. The metal
    swings in several *partials* at once, each with a frequency of its own, and each dies away at its own
    pace. The founder's art is to tune five of them so that the ear agrees on a pitch.

    Written as a sum of damped oscillations, the sound at time $t$ is

    $$
    s(t) = \sum_{k=1}^{n} a_k \, e^{-t/\tau_k} \sin(2 \pi f_k t)
    $$

    with an amplitude $a_k$, a frequency $f_k$ and a decay time $\tau_k$ for every partial.
    """)
    return


@app.cell
def _():
    nominal = mo.ui.slider(400, 1600, step=50, value=900, label="Nominal (Hz)")
    clapper = mo.ui.dropdown(["wood", "iron", "leather"], value="iron", label="Clapper")
    mo.hstack([nominal, clapper], justify="start", gap=2)
    return clapper, nominal


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## Five partials

    The *nominal* is the loudest at the strike. All others are given as a share of it. The *tierce*, a minor
    third above the prime, is what makes a bell sound like a bell.
    """)
    return


@app.cell
def _(clapper, nominal):
    hardness = {"wood": 0.6, "iron": 1.0, "leather": 0.35}[clapper.value]
    partials = pd.DataFrame(
        {
            "partial": ["hum", "prime", "tierce", "quint", "nominal"],
            "ratio": [0.25, 0.5, 0.6, 0.75, 1.0],
            "amplitude": [0.35, 0.55, 0.70, 0.25, 1.0],
            "decay": [9.0, 4.2, 3.1, 1.4, 0.9],
        }
    )
    partials["frequency"] = (partials["ratio"] * nominal.value).round(1)
    # A soft clapper wakes the high partials less.
    partials["amplitude"] = (partials["amplitude"] * hardness ** partials["ratio"]).round(3)
    partials
    return (partials,)


@app.cell(hide_code=True)
def _(partials):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), constrained_layout=True)
    seconds = np.linspace(0, 6, 400)
    for row in partials.itertuples():
        left.plot(seconds, row.amplitude * np.exp(-seconds / row.decay), label=row.partial)
    left.set(title="How each partial dies away", xlabel="seconds", ylabel="amplitude")
    left.legend(frameon=False)

    moment = np.linspace(0, 0.03, 1200)
    sound = sum(row.amplitude * np.sin(2 * np.pi * row.frequency * moment) for row in partials.itertuples())
    right.plot(moment * 1000, sound, linewidth=0.8)
    right.set(title="The first 30 milliseconds", xlabel="milliseconds")
    figure
    return


@app.cell
def _(partials):
    loudest = partials.loc[partials["amplitude"].idxmax()]
    last = partials.loc[partials["decay"].idxmax()]
    mo.callout(
        mo.md(
            f"The **{loudest.partial}** is heard first, at {loudest.frequency:.0f} Hz. "
            f"After {4 * loudest.decay:.0f} seconds only the **{last.partial}** is left."
        ),
        kind="info",
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## A peal

    Ringers do not play melodies. They ring every bell once a *change*, and from change to change a bell may
    move by one place only. Below, six bells *plain hunt*: after twelve changes they are back in rounds. Each
    change is awaited, as ringers wait for each other.
    """)
    return


@app.function
def hunt(change, lead):
    """The next change: pairs swap, from the first bell or from the second one."""
    following = list(change)
    for place in range(0 if lead else 1, len(change) - 1, 2):
        following[place], following[place + 1] = following[place + 1], following[place]
    return following


@app.cell
async def _():
    changes = [[1, 2, 3, 4, 5, 6]]
    for lead in itertools.cycle([True, False]):
        await asyncio.sleep(0.01)
        changes.append(hunt(changes[-1], lead))
        print(" ".join(map(str, changes[-1])))
        if changes[-1] == changes[0]:
            break
    return (changes,)


@app.cell(hide_code=True)
def _(changes):
    blue_line = [change.index(2) for change in changes]
    _figure, _axes = plt.subplots(figsize=(9, 1.8), constrained_layout=True)
    for bell in range(1, 7):
        _axes.plot([change.index(bell) + 1 for change in changes], color="lightgrey")
    _axes.plot([place + 1 for place in blue_line], color="tab:blue", linewidth=2)
    _axes.set(title="The path of bell 2", xlabel="change", ylabel="place", yticks=range(1, 7))
    _figure
    return


@app.cell
def _():
    mo.accordion(
        {
            "Why the sum of the partials has a pitch at all": mo.md(
                r"The strike note is not in the spectrum: the ear takes nominal, twelfth and octave "
                r"nominal for harmonics $2f, 3f, 4f$ and supplies the missing $f$."
            ),
            "How a bell is tuned": mo.md(
                "On a lathe, mouth up. Metal is taken from the inside, at a height that lowers one partial "
                "more than the others. It can never be put back."
            ),
        }
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## What goes wrong

    There is no recording beside this notebook, so the next cell fails, and the one that needs its result
    cannot run. The rest of the page is not affected.
    """)
    return


@app.cell
def _():
    with open("recording-of-1887.wav", "rb") as recording:
        samples = np.frombuffer(recording.read()[44:], dtype=np.int16)
    return (samples,)


@app.cell
def _(samples):
    spectrum = np.abs(np.fft.rfft(samples))
    spectrum.argmax()
    return


if __name__ == "__main__":
    app.run()
