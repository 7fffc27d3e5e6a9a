import marimo

app = marimo.App()


@app.cell
def _():
    squares = [number**2 for number in range(1000)]
    return (squares,)


@app.cell
def _(squares):
    total = sum(squares)
    print(total)
    return (total,)


@app.cell
def _(total):
    {"total": total, "even": total % 2 == 0}
    return


if __name__ == "__main__":
    app.run()
