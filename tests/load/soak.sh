#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Keeps the model server at full load, half over REST and half over gRPC. Prints for each minute
# requests per second, latencies, the server's resident size, and errors. Then kills the server,
# restarts it, and compares its answer with the one before. Exits with 1 if anything went wrong.
#   tests/load/soak.sh [MINUTES]     default 30
# Needs wrk and h2load (nghttp2-client).
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
otd=$here/../../otd
minutes=${1:-30}
seconds=60
warm=20
python=${PYTHON:-python3}
. "$here/common.sh"

ask() {
  curl -fs -d '{"instances": [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]]}' "$url" >"$1"
}

resident() {
  # The launcher execs the JVM, so its process id is the server's.
  awk '/VmRSS/ { printf "%.0f", $2 / 1024 }' "/proc/$server/status"
}

name="soak"
serve --enable-batching --batching-parameters-file "$work/batching" --compile 1,2,4,8,16,32,64
warm_up
ask "$work/before"
failed=0
minute=1
while [ "$minute" -le "$minutes" ]; do
  rpc 32 >"$work/rpc" &
  asking=$!
  rest 32 || failed=1
  wait "$asking" || failed=1
  cat "$work/rpc"
  bad=$(awk '$2 != 200 { bad++ } END { print bad + 0 }' "$work/log")
  lost=$(sed -n 's/.* \([0-9]*\) failed, \([0-9]*\) errored, \([0-9]*\) timeout.*/\1 + \2 + \3/p' "$work/h2load")
  sockets=$(grep 'Socket errors' "$work/wrk" || true)
  printf 'minute %d: resident %s MB, gRPC: %s not 200, %s lost%s\n' \
    "$minute" "$(resident)" "$bad" "$(($lost))" "${sockets:+, REST:$sockets}"
  [ "$bad" = 0 ] && [ "$(($lost))" = 0 ] && [ -z "$sockets" ] || failed=1
  minute=$((minute + 1))
done
ask "$work/after"
cmp "$work/before" "$work/after" || failed=1
kill -9 "$server"
wait "$server" 2>/dev/null || true
serve --enable-batching --batching-parameters-file "$work/batching" --compile 1,2,4,8,16,32,64
warm_up # The version is compiled meanwhile, as before.
ask "$work/again"
cmp "$work/before" "$work/again" || failed=1
[ "$failed" = 0 ] && echo "nothing went wrong" || echo "SOMETHING WENT WRONG"
exit "$failed"
