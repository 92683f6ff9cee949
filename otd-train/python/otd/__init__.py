# SPDX-License-Identifier: Apache-2.0
"""Optimal Transport Dropout in Python.

:class:`OTDRegressor` trains and predicts in scikit-learn's manner; the command line ``otd``, which it starts, does the
work. :func:`load` opens an exported model and needs neither Java nor ``otd``. :mod:`otd.spark` is for PySpark.
"""

from importlib import import_module

_MODULES = {
    "ExportedModel": "otd.model",
    "OTDRegressor": "otd.regressor",
    "OtdError": "otd.session",
    "close": "otd.session",
    "install": "otd.archive",
    "load": "otd.model",
}

__all__ = list(_MODULES)


def __getattr__(name):
    # What is imported, only when it is used: each name needs other packages.
    if name not in _MODULES:
        raise AttributeError(f"module 'otd' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__():
    return sorted([*globals(), *__all__])
