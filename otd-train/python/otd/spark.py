# SPDX-License-Identifier: Apache-2.0
"""Training and exported models of OTD for PySpark, classic and Spark Connect.

Spark needs the jars of ``otd-spark`` (for models) or of ``otd-train-spark`` (for both). To load a pipeline with such
a stage, import this module first: PySpark looks for a Python class by the name of the Java class.
"""

import sys

from pyspark import keyword_only
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql.utils import is_remote

__all__ = ["OtdEstimator", "OtdModel"]


def _param(name, description, converter):
    return Param(Params._dummy(), name, description, converter)


class OtdModel(JavaModel, JavaMLReadable, JavaMLWritable):
    """Adds the predictions of an exported model to a data frame; see ``io.otd.spark.OtdModel``."""

    outputCol = _param("outputCol", "name of the column of predictions", TypeConverters.toString)
    quantiles = _param("quantiles", "probabilities of quantiles, in (0, 1)", TypeConverters.toListFloat)
    thresholds = _param(
        "thresholds", "for the probability that a target is at or below each", TypeConverters.toListFloat
    )
    samples = _param("samples", "how many of the first draws are kept, >= 0", TypeConverters.toInt)
    parts = _param(
        "parts", "whether the variance is given within the networks and between them", TypeConverters.toBoolean
    )
    badRows = _param(
        "badRows", "what is done with rows that cannot be predicted: fail, skip or flag", TypeConverters.toString
    )
    engine = _param("engine", "what computes: light or tensorflow", TypeConverters.toString)

    def __init__(self, java_model=None):
        super().__init__(java_model)
        self._setDefault(
            outputCol="prediction",
            quantiles=[0.05, 0.25, 0.5, 0.75, 0.95],
            thresholds=[],
            samples=0,
            parts=False,
            badRows="fail",
            engine="light",
        )

    @classmethod
    def load(cls, path):
        """Opens an exported model, or one that was saved; the path as in Java."""
        return cls.read().load(path)

    @keyword_only
    def setParams(self, *, outputCol=None, quantiles=None, thresholds=None, samples=None, parts=None, badRows=None, engine=None):
        """Sets those that are given; returns this model."""
        return self._set(**self._input_kwargs)

    def evaluate(self, rows):
        """The scores of ``otd evaluate`` that are means over rows, by name; not with Spark Connect, which lets
        clients call only the methods of Spark's own models."""
        if is_remote():
            raise NotImplementedError("evaluate: Spark Connect (expected: a classic session, or otd evaluate)")
        self._transfer_params_to_java()
        return dict(self._java_obj.evaluate(rows._jdf))


class OtdEstimator(JavaEstimator, JavaMLReadable, JavaMLWritable):
    """Trains on a data frame of any size; see ``io.otd.cluster.OtdEstimator``."""

    targetCols = _param("targetCols", "columns to predict", TypeConverters.toListString)
    outputCol = _param("outputCol", "name of the column of predictions", TypeConverters.toString)
    settings = _param("settings", "settings of the training, path=value", TypeConverters.toListString)
    members = _param("members", "networks of each kind, each with its own rows, >= 1", TypeConverters.toInt)
    memory = _param("memory", "megabytes of a member's encoded rows, >= 1", TypeConverters.toInt)
    seed = _param("seed", "of the division of the rows and of the training", TypeConverters.toInt)
    directory = _param("directory", "that driver and executors see under this path", TypeConverters.toString)
    weightCol = _param("weightCol", "column of the weights of the rows, each >= 0", TypeConverters.toString)

    @keyword_only
    def __init__(
        self,
        *,
        targetCols=None,
        directory=None,
        settings=None,
        members=5,
        memory=1000,
        seed=0,
        outputCol="prediction",
        weightCol=None,
    ):
        super().__init__()
        self._java_obj = self._new_java_obj("io.otd.cluster.OtdEstimator", self.uid)
        self._setDefault(settings=[], members=5, memory=1000, seed=0, outputCol="prediction")
        self._set(**self._input_kwargs)

    @keyword_only
    def setParams(
        self,
        *,
        targetCols=None,
        directory=None,
        settings=None,
        members=None,
        memory=None,
        seed=None,
        outputCol=None,
        weightCol=None,
    ):
        """Sets those that are given; returns this estimator."""
        return self._set(**self._input_kwargs)

    def _create_model(self, java_model):
        return OtdModel(java_model)


# Under the names of the Java classes, by which PySpark and Spark Connect find a stage.
for _class, _module in ((OtdModel, "io.otd.spark"), (OtdEstimator, "io.otd.cluster")):
    _class.__module__ = _module
    sys.modules.setdefault(_module, sys.modules[__name__])
