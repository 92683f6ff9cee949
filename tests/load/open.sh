#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Loads the model server in an open loop: requests over REST, then over gRPC, at the times of a Poisson process, one row of
# 8 columns, two layers of 64, 256 draws. Prints latencies from the intended start and the server's processor time a request,
# at shares of the highest rate that 64 connections get in a closed loop. gRPC's calls share a connection in the open loop.
#   tests/load/open.sh [SECONDS [WARM [FLAG...]]]
#     SECONDS  for each rate; default 10
#     WARM     seconds of warm-up; default 20
#     FLAG     of otd serve; "batched" stands for batching with compiled signatures
# Needs wrk, h2load (nghttp2-client) and java. Server and load share the cores.
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
otd=$here/../../otd
seconds=${1:-10}
warm=${2:-20}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift
python=${PYTHON:-python3}
. "$here/common.sh"

# ticks: processor time of the server so far, in hundredths of a second.
ticks() {
  awk '{ print $14 + $15 }' "/proc/$server/stat"
}

name="otd serve $*"
if [ "${1:-}" = batched ]; then
  serve --enable-batching --batching-parameters-file "$work/batching" --compile 1,2,4,8,16,32,64
else
  serve "$@"
fi
# shares HIGHEST COMMAND...: the open loop, by a command that takes the rate and the seconds at the end.
shares() {
  highest=$1
  shift
  for share in 10 30 50 70 80 90; do
    rate=$((highest * share / 100))
    before=$(ticks)
    "$@" "$rate" "$seconds" ${connections:-} >"$work/open" || { cat "$work/open"; exit 1; }
    awk -v share=$share -v ticks=$(($(ticks) - before)) '{
      printf "%3d %%  %6d requests/s  p50 %8.2f ms  p99 %8.2f ms  p99.9 %8.2f ms  processor %.3f ms a request\n",
        share, $2, $3, $4, $5, 10 * ticks / (NF > 6 ? $7 : $1) }' "$work/open"
  done
}

warm_up
row='{"instances": [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]]}'
rest 64
connections=64
shares "$(awk '/Requests\/sec/ { printf "%d", $2 }' "$work/wrk")" \
  java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$here/OpenLoop.java" "$url" "$row"
rpc 64
echo "<configuration/>" >"$work/quiet.xml"
connections=
shares "$(($(wc -l <"$work/log") / seconds))" \
  java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Dlogback.configurationFile=$work/quiet.xml" \
  -cp "$(cat "$here/../../otd-train/app/target/otd.classpath")" "$here/GrpcOpenLoop.java" \
  "http://127.0.0.1:$grpc/tensorflow.serving.PredictionService/Predict" "$work/row"
stop
