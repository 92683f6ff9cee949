# SPDX-License-Identifier: Apache-2.0
# Sourced by the other scripts, which set $here, $otd, $seconds, $warm and $python.
work=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  server=
}
trap 'stop; rm -rf "$work"' EXIT
rest=28501
grpc=28500
url=http://127.0.0.1:$rest/v1/models/bench:predict

# ready URL: waits for an answer and prints how long it took; ends where the server does.
ready() {
  from=$(date +%s%N)
  while ! curl -fs -o "$work/answer" "$@"; do
    kill -0 "$server" 2>/dev/null || { cat "$work"/*.log >&2; exit 1; }
    sleep 0.05
  done
  printf '%-28s ready after %d ms\n' "$name" "$((($(date +%s%N) - from) / 1000000))"
}

# rest CONNECTIONS [SECONDS]: closed loop, one request at a time per connection.
rest() {
  wrk -t1 -c"$1" -d"${2:-$seconds}s" --latency -s "$here/one_row.lua" "$url" >"$work/wrk"
  ! grep -q Non-2xx "$work/wrk" || { cat "$work/wrk"; exit 1; }
  awk -v name="$name, REST" -v c="$1" '
    /50%/ { p50 = $2 } /99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 }
    END { printf "%-28s %3d connections  %8.0f requests/s  p50 %9s  p99 %9s\n", name, c, rate, p50, p99 }
  ' "$work/wrk"
}

# rpc CONNECTIONS [SECONDS]: closed loop, one request at a time per connection.
rpc() {
  rm -f "$work/log"
  h2load -t1 -c"$1" -m1 -D"${2:-$seconds}" -d "$work/row" --log-file="$work/log" \
    -H 'content-type: application/grpc' -H 'te: trailers' \
    "http://127.0.0.1:$grpc/tensorflow.serving.PredictionService/Predict" >"$work/h2load"
  sort -n -k3 "$work/log" | awk -v name="$name, gRPC" -v c="$1" -v s="${2:-$seconds}" '
    { t[NR] = $3 / 1000 }
    END { printf "%-28s %3d connections  %8.0f requests/s  p50 %7.2fms  p99 %7.2fms\n",
          name, c, NR / s, t[int(NR * .5) + 1], t[int(NR * .99) + 1] }'
}

# The JVM compiles hot code during the calls. Warm up first: the figures are those of a running server.
warm_up() {
  rest 64 "$warm" >/dev/null
  rpc 64 "$warm" >/dev/null
}

serve() {
  "$otd" serve --model bench="$work/models/256" --rest-port $rest --grpc-port $grpc "$@" \
    >"$work/server.log" 2>&1 &
  server=$!
  ready "http://127.0.0.1:$rest/health/ready"
}

"$here/../jmh/model.sh" "$work/models/256"
"$python" "$here/grpc_row.py" "$work/row"
cat >"$work/batching" <<'P'
max_batch_size { value: 64 }
allowed_batch_sizes: [ 1, 2, 4, 8, 16, 32, 64 ]
P
