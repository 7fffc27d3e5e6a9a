# Plain Python, no packages: this one runs wherever there is a Python.

import marimo

__generated_with = "0.24.0"
app = marimo.App()


@app.cell
def _():
    import statistics

    strikes = [0.91, 0.88, 0.95, 0.90, 0.93, 0.89]
    return statistics, strikes


@app.cell
def _(statistics, strikes):
    mean = statistics.mean(strikes)
    spread = statistics.stdev(strikes)
    print(f"{len(strikes)} strikes, {mean:.2f} s apart")
    return mean, spread


@app.cell
def _(mean, spread):
    {"mean": round(mean, 3), "spread": round(spread, 3), "steady": spread < 0.05}
    return


if __name__ == "__main__":
    app.run()
