# SPDX-License-Identifier: Apache-2.0
"""Exported models of OTD as transformers of PySpark.

Needs the jar ``otd-spark`` and its dependencies on the class path of Spark. To load a pipeline with such a
model, import this module first: PySpark looks for a Python class by the name of the Java class.
"""

import sys

from pyspark import keyword_only
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaModel

__all__ = ["OtdModel"]

_JAVA_CLASS = "io.otd.spark.OtdModel"


class _Reader(JavaMLReader):
    @classmethod
    def _java_loader_class(cls, clazz):
        return _JAVA_CLASS

    def load(self, path):
        return OtdModel._from_java(self._jread.load(path))


class OtdModel(JavaModel, JavaMLReadable, JavaMLWritable):
    """Adds the predictions of an exported model to a data frame; see ``io.otd.spark.OtdModel``."""

    outputCol = Param(Params._dummy(), "outputCol", "name of the column of predictions", TypeConverters.toString)
    quantiles = Param(Params._dummy(), "quantiles", "probabilities of quantiles, in (0, 1)", TypeConverters.toListFloat)
    thresholds = Param(
        Params._dummy(),
        "thresholds",
        "for the probability that a target is at or below each",
        TypeConverters.toListFloat,
    )
    samples = Param(Params._dummy(), "samples", "how many of the first draws are kept, >= 0", TypeConverters.toInt)
    badRows = Param(
        Params._dummy(),
        "badRows",
        "what is done with rows that cannot be predicted: fail, skip or flag",
        TypeConverters.toString,
    )
    engine = Param(Params._dummy(), "engine", "what computes: light or tensorflow", TypeConverters.toString)

    def __init__(self, java_model=None):
        super().__init__(java_model)
        self._setDefault(
            outputCol="prediction",
            quantiles=[0.05, 0.25, 0.5, 0.75, 0.95],
            thresholds=[],
            samples=0,
            badRows="fail",
            engine="light",
        )

    @classmethod
    def read(cls):
        return _Reader(cls)

    @classmethod
    def load(cls, path):
        """Opens an exported model, or one that was saved; the path as in Java."""
        return cls.read().load(path)

    @keyword_only
    def setParams(self, *, outputCol=None, quantiles=None, thresholds=None, samples=None, badRows=None, engine=None):
        """Sets those that are given; returns this model."""
        return self._set(**self._input_kwargs)


# The module of the Java class, by which PySpark imports the Python class of a stage.
sys.modules.setdefault("io.otd.spark", sys.modules[__name__])
