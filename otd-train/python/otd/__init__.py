# SPDX-License-Identifier: Apache-2.0
"""Optimal Transport Dropout in scikit-learn's manner.

The work is done by the command line ``otd``, which this package starts; see :class:`OTDRegressor`.
"""

from otd.regressor import OTDRegressor
from otd.session import OtdError, close

__all__ = ["OTDRegressor", "OtdError", "close"]
