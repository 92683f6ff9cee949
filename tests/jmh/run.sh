#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures the predictors side by side with JMH: microseconds a request, percentiles, bytes allocated.
# One row, 16 and 256 rows of 8 columns; two layers of 64, 256 draws.
#   tests/jmh/run.sh [JMH OPTIONS]      such as: -p rows=1 -p engine=LIGHT,TENSORFLOW
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
top=$here/../..
mvn=$(command -v mvn) || mvn=$top/mvnw
"$mvn" -q -B -Dstyle.color=never -f "$top/pom.xml" -Pjmh -Dquick -DskipTests -pl tests/jmh -am package
model=$(mktemp -d)
trap 'rm -rf "$model"' EXIT
"$top/otd" bench predict --draws 256 --rows 1 --requests 1 --engine light --keep "$model" >/dev/null
java -cp "$here/target/classes:$(cat "$here/target/runtime-classpath.txt")" \
  -Dorg.bytedeco.javacpp.maxphysicalbytes=0 org.openjdk.jmh.Main -prof gc -p "model=$model/256" "$@"
