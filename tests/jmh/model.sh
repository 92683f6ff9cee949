#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks, and exports the model that they measure: 8 columns, two layers of 64.
#   tests/jmh/model.sh DIRECTORY [DRAWS]      default: 256 draws
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
top=$here/../..
mvn=$(command -v mvn) || mvn=$top/mvnw
"$mvn" -q -B -Dstyle.color=never -f "$top/pom.xml" -Pjmh -Dquick -DskipTests -pl tests/jmh -am package
java -cp "$here/target/classes:$(cat "$here/target/runtime-classpath.txt")" \
  -Dorg.bytedeco.javacpp.maxphysicalbytes=0 io.otd.jmh.ExampleModel "$1" "${2:-256}"
