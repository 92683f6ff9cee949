#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Figures and golden tests on a machine with a GPU that need not have a network.
#
#   tests/gpu/gpu.sh pack DIR        here: all that is needed, in pieces of at most 60 MiB, into DIR
#   DIR/gpu.sh run DIR OUT           there: the figures of docs/gpu.md, into OUT; Java is among the pieces
#
# OTD_GPU_NATIVE  TensorFlow's library; default: linux-x86_64-gpu. With linux-x86_64 all runs on the CPU, as a trial
# OTD_GPU_ROWS    rows of a step; default: 8192,65536
# OTD_GPU_CALLS   timed calls of each measurement; default: 10
# OTD_GPU_SECONDS after which a measurement is given up; default: 100, so that all five take 10 minutes at most
set -euo pipefail
golden='io.otd.core.internal.(flow.Flow|network.MaskedMlp|program.Objective|loss.EnergyScore|mask.ConcreteReference)Test'

pack() {
  local to=$1 home native all console jdk
  home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  native=${OTD_GPU_NATIVE:-linux-x86_64-gpu}
  console=org.junit.platform:junit-platform-console-standalone:$(sed -n 's:.*<junit.version>5\(.*\)</junit.version>.*:1\1:p' "$home/pom.xml")
  all=$(mktemp -d)
  trap "rm -rf '$all'" EXIT
  mkdir -p "$to" "$all/bin" "$all/lib" "$all/tests"
  cd "$home"
  mvn -q -B "-Dtensorflow.native=$native" -Dquick -DskipTests -pl otd-train/app,otd-core/model -am package \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath "-Dmdep.outputFile=target/all.classpath"
  tr ':' '\n' <otd-train/app/target/otd.classpath | xargs cp -t "$all/lib"
  cp otd-train/app/target/otd-app-*[0-9T].jar "$all/lib" 2>/dev/null || cp otd-train/app/target/otd-app-*.jar "$all/lib"
  tr ':' '\n' <otd-core/model/target/all.classpath | grep -E '/(junit|opentest4j|apiguardian|assertj|byte-buddy)[^/]*$|-tests[.]jar$' | xargs -r cp -t "$all/tests"
  cp otd-core/schema/target/otd-schema-*-tests.jar otd-core/model/target/otd-core-*-tests.jar "$all/tests"
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy "-Dartifact=$console" "-DoutputDirectory=$all/tests"
  rm -f "$all"/tests/junit-{jupiter,platform-engine,platform-commons,platform-launcher}*.jar
  jdk=${JAVA_HOME:-$(dirname "$(dirname "$(realpath "$(command -v javac)")")")}
  "$jdk/bin/jlink" --add-modules java.se,jdk.jfr,jdk.management,jdk.unsupported,jdk.zipfs --strip-java-debug-attributes \
    --no-header-files --no-man-pages --output "$all/java"
  echo "$native" >"$all/native"
  cp otd "$all/bin/otd"
  rm -f "$to"/piece-* "$to"/SHA256SUMS
  tar -C "$all" -czf - bin java lib native tests | split -b 60M -d -a 3 - "$to/piece-"
  cp tests/gpu/gpu.sh "$to/gpu.sh"
  (cd "$to" && sha256sum piece-* >SHA256SUMS)
  du -shc "$to"/piece-* | tail -n 1
}

# measure FILE COMMAND...: its answer in OUT/FILE; a failure is kept, and the rest goes on.
measure() {
  local name=$1
  shift
  echo "== $name"
  timeout -k 5 "${OTD_GPU_SECONDS:-100}" "$@" >"$out/$name" 2>"$out/${name%.*}.log" || {
    echo "failed with $?:"
    tail -n 5 "$out/${name%.*}.log"
    failed=1
  }
}

run() {
  local from=$1 rows=${OTD_GPU_ROWS:-8192,65536} calls=${OTD_GPU_CALLS:-10} work
  local -a bench
  out=$2
  failed=0
  mkdir -p "$out"
  (cd "$from" && sha256sum -c --quiet SHA256SUMS)
  work=$(mktemp -d)
  trap "rm -rf '$work'" EXIT
  cat "$from"/piece-* | tar -C "$work" -xzf -
  export JAVA_HOME=$work/java JDK_JAVA_OPTIONS="-Dorg.bytedeco.javacpp.cachedir=$work/cache"
  { nvidia-smi || echo "no nvidia-smi"; } >"$out/machine.txt" 2>&1
  measure doctor.json "$work/bin/otd" doctor --json
  if [[ $(<"$work/native") == *-gpu ]] && ! grep -q 'GPU:0' "$out/doctor.json"; then
    echo "no GPU:0 among the devices: nothing is measured" >&2
    cat "$out/machine.txt" "$out/doctor.json" >&2
    exit 1
  fi
  bench=("$work/bin/otd" bench train --shape gl --rows "$rows" --calls "$calls" --json)
  measure float32.json "${bench[@]}"
  measure mixed.json "${bench[@]}" --precision mixed
  # By default TensorFlow rounds the factors of float32 products to 10 bits where the card can (TF32).
  export NVIDIA_TF32_OVERRIDE=0
  measure exact.json "${bench[@]}"
  measure golden.txt "$work/java/bin/java" -jar "$work"/tests/junit-platform-console-standalone-*.jar execute \
    --class-path "$(printf '%s:' "$work"/tests/otd-*.jar "$work"/lib/*.jar "$work"/tests/*.jar)" \
    --scan-class-path "$(printf '%s:' "$work"/tests/otd-core-*.jar)" --include-classname "$golden" --details summary
  tail -n 20 "$out/golden.txt"
  return "$failed"
}

case ${1-} in
  pack) pack "$(realpath -m "${2:?the directory of the pieces}")" ;;
  run) run "$(realpath "${2:?the directory of the pieces}")" "$(realpath -m "${3:?the directory of the figures}")" ;;
  *) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
