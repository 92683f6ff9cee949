#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts fresh JVMs and prints the milliseconds of the clock, best and median, and processor time:
# an empty program; the function of docs/examples/function with its first answer; the model server
# with either engine until it is ready, with its resident size.
# The model is that of tests/jmh: 8 columns, two layers of 64, 256 draws.
#   tests/load/start.sh [STARTS [SERVER_STARTS]]     default: 20 and 4
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
top=$here/../..
starts=${1:-20}
server_starts=${2:-4}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

# measured NAME COMMAND...: starts it again and again.
measured() {
  name=$1
  shift
  for _ in $(seq "$starts"); do
    from=$(date +%s%N)
    "$@" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
    echo "$((($(date +%s%N) - from) / 100000))"
  done >"$work/times"
  report "$name"
}

# report NAME: best and median of tenths of a millisecond.
report() {
  sort -n "$work/times" | awk -v name="$1" '
    { t[NR] = $1 / 10 }
    END { printf "%-52s best %7.1f ms  median %7.1f ms  of %d\n", name, t[1], t[int((NR + 1) / 2)], NR }'
}

"$here/../jmh/model.sh" "$work/models/256"
"$top/otd" --version >/dev/null # builds, and lists the jars
model=$work/models/256
jars=$(sed -n 2p "$top/.otd/app" | tr ':' '\n' | grep -E '/(otd-light|otd-predict-api|otd-schema|jackson-annotations|jspecify)-')
ls -l $jars | awk '{ sum += $5 } END { printf "%-52s %d jars, %d KB\n", "otd-light and what it needs", NR, sum / 1000 }'
jars=$(echo $jars | tr ' ' ':')
mkdir "$work/classes"
echo 'class Empty { public static void main(String[] a) { System.out.println(a.length); } }' >"$work/Empty.java"
javac -proc:none -cp "$jars" -d "$work/classes" "$work/Empty.java" \
  "$top"/docs/examples/function/src/main/java/com/example/function/PredictionFunction.java
jar cf "$work/function.jar" -C "$work/classes" .

options="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
program="-cp $work/function.jar:$jars com.example.function.PredictionFunction $model"
row=$(for j in 0 1 2 3 4 5 6 7; do printf ' x%d=0.%d' $j $j; done)
# shellcheck disable=SC2086 # the options are words
{
  measured "an empty program" java $options -cp "$work/function.jar" Empty
  measured "the function, JVM's defaults" java $program $row
  measured "the function" java $options $program $row
  java $options -XX:ArchiveClassesAtExit="$work/function.jsa" $program $row >/dev/null 2>&1
  measured "the function, with an archive of classes" java $options -Xshare:auto -XX:SharedArchiveFile="$work/function.jsa" $program $row
}

# served NAME OPTION...: starts the server until it answers "ready".
served() {
  name=$1
  shift
  : >"$work/times"
  for _ in $(seq 0 "$server_starts"); do
    from=$(date +%s%N)
    "$top/otd" serve --model bench="$model" --rest-port 28501 --grpc-port 28500 "$@" >"$work/log" 2>&1 &
    server=$!
    while ! curl -fs -o "$work/said" http://127.0.0.1:28501/health/ready; do
      kill -0 "$server" 2>/dev/null || { cat "$work/log"; exit 1; }
      sleep 0.02
    done
    echo "$((($(date +%s%N) - from) / 100000))" >>"$work/times"
    for _ in $(seq 200); do
      curl -fs -o "$work/said" -d '{"instances": [[1, 2, 3, 4, 5, 6, 7, 8]]}' http://127.0.0.1:28501/v1/models/bench:predict
    done
    resident=$(awk '/VmRSS/ { printf "%d", $2 / 1000 }' "/proc/$server/status")
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
  done
  printf '%-52s %7.1f ms\n' "$name, first start" "$(awk 'NR == 1 { print $1 / 10 }' "$work/times")"
  sed -i 1d "$work/times"
  report "$name, later starts"
  printf '%-52s %d MB resident after 200 requests\n' "$name" "$resident"
}

rm -f "$top"/.otd/classes-*.jsa
served "otd serve"
served "otd serve --engine light" --engine light
OTD_JAVA_OPTS="-XX:TieredStopAtLevel=1 -XX:-UseParallelGC -XX:+UseSerialGC -Xmx64m"
export OTD_JAVA_OPTS
served "the same, a small JVM" --engine light
