#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Loads the model server, then a peer in Python, and prints requests per second and latencies.
# One row of 8 columns, two layers of 64, 256 draws.
#   tests/load/run.sh [SECONDS [WARM]]
#     SECONDS  for each figure; default 10
#     WARM     seconds of warm-up for each protocol; default 20
# Latencies come from a closed loop, which hides waiting.
# Needs wrk and h2load (nghttp2-client). The peer needs PYTHON with the packages listed in peer_server.py.
set -eu
here=$(cd -P "$(dirname "$0")" && pwd)
otd=$here/../../otd
seconds=${1:-10}
warm=${2:-20}
python=${PYTHON:-python3}
. "$here/common.sh"

name="first start of a build"
serve
stop
name="otd serve"
serve
warm_up
for c in 1 16 64; do rest $c; done
for c in 1 16 64; do rpc $c; done
stop

name="with batching"
serve --enable-batching --batching-parameters-file "$work/batching"
warm_up
for c in 1 16 64; do rest $c; done
for c in 1 16 64; do rpc $c; done
stop

name="and compiled"
serve --enable-batching --batching-parameters-file "$work/batching" --compile 1,2,4,8,16,32,64
warm_up
for c in 1 16 64; do rest $c; done
for c in 1 16 64; do rpc $c; done
stop

if "$python" -c 'import fastapi, uvicorn, tensorflow' 2>/dev/null; then
  name="peer in Python"
  TF_CPP_MIN_LOG_LEVEL=2 "$python" "$here/peer_server.py" "$work/models/256/1" $rest >"$work/peer.log" 2>&1 &
  server=$!
  ready -X POST -H 'Content-Type: application/json' -d '{"instances": [[1, 2, 3, 4, 5, 6, 7, 8]]}' "$url"
  rest 64 "$warm" >/dev/null
  for c in 1 16 64; do rest $c; done
  stop
else
  echo "peer in Python: $python lacks tensorflow, fastapi or uvicorn"
fi
