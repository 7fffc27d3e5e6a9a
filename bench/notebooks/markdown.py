import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    return (mo,)


@app.cell
def _():
    squares = [number**2 for number in range(1000)]
    return (squares,)


@app.cell
def _(mo, squares):
    mo.md(f"The sum is **{sum(squares)}**.")
    return


if __name__ == "__main__":
    app.run()
