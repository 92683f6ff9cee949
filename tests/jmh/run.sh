#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures with JMH: the predictors side by side (microseconds a request, percentiles, bytes allocated), and reading a
# CSV file. Requests have 1, 16 and 256 rows of 8 columns; the model has two layers of 64 and 256 draws.
#   tests/jmh/run.sh [JMH OPTIONS]      such as: PredictorBenchmark -p rows=1 -p engine=LIGHT,TENSORFLOW
#                                                TableBenchmark -p rows=100000 -p texts=5
#   DRAWS       draws of the model
#   XLA_FLAGS   such as --xla_cpu_prefer_vector_width=512, as otd serve sets it, for the engine COMPILED
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
model=$(mktemp -d)
trap 'rm -rf "$model"' EXIT
"$here/model.sh" "$model/model" "${DRAWS:-256}"
java -cp "$here/target/classes:$(cat "$here/target/runtime-classpath.txt")" \
  -Dorg.bytedeco.javacpp.maxphysicalbytes=0 org.openjdk.jmh.Main -prof gc -p "model=$model/model" "$@"
