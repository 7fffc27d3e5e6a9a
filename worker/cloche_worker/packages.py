"""Which notable packages the notebook imported, and in which version."""

import sys

# The module's name, and the package's where that is another one.
_NOTABLE = {
    "altair": None,
    "anywidget": None,
    "bokeh": None,
    "cv2": "opencv-python",
    "dask": None,
    "duckdb": None,
    "geopandas": None,
    "holoviews": None,
    "ibis": "ibis-framework",
    "jax": None,
    "keras": None,
    "lightgbm": None,
    "marimo": None,
    "matplotlib": None,
    "networkx": None,
    "numba": None,
    "numpy": None,
    "openai": None,
    "pandas": None,
    "PIL": "pillow",
    "plotly": None,
    "polars": None,
    "pyarrow": None,
    "pydantic": None,
    "pyspark": None,
    "requests": None,
    "scipy": None,
    "seaborn": None,
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "sqlalchemy": "SQLAlchemy",
    "sqlglot": None,
    "statsmodels": None,
    "sympy": None,
    "tensorflow": None,
    "torch": None,
    "transformers": None,
    "xarray": None,
    "xgboost": None,
}


def imported():
    """Pairs of name and version, by name."""
    found = []
    for module_name, package in _NOTABLE.items():
        module = sys.modules.get(module_name)
        try:
            version = getattr(module, "__version__", None)
        except Exception:
            continue
        if isinstance(version, str):
            found.append([package or module_name, version])
    return sorted(found, key=lambda pair: pair[0].lower())
