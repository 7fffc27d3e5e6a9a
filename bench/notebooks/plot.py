import marimo

app = marimo.App()


@app.cell
def _():
    import matplotlib.pyplot as plt
    import pandas as pd

    return pd, plt


@app.cell
def _(pd):
    table = pd.DataFrame({"x": range(100), "y": [x**2 for x in range(100)]})
    table
    return (table,)


@app.cell
def _(plt, table):
    plt.plot(table["x"], table["y"])
    plt.gca()
    return


if __name__ == "__main__":
    app.run()
