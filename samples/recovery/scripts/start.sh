#!/usr/bin/env bash
# Starts the server unless it runs, and returns when it answers.
set -eu
: "${directory:?}" "${port:?}" "${PLANBUILDER_OUTPUTS:?}"
cd "$directory/pages"

# The number in a pid file may be another process by now; ours works in this directory.
running() { [ "/proc/$(cat ../server.pid 2>/dev/null)/cwd" -ef . ]; }
answers() { curl --silent --noproxy '*' --max-time 60 --output /dev/null "http://127.0.0.1:$port/"; }

# In a session of its own, so that it outlives this script and the terminal.
if ! running; then
  setsid python3 -m http.server --bind 127.0.0.1 "$port" </dev/null >>../server.log 2>&1 &
  started=$!
  echo "$started" >../server.pid.new
  mv ../server.pid.new ../server.pid
fi
for _ in {1..3000}; do
  if running && answers; then
    echo "failure_level=0" >"$PLANBUILDER_OUTPUTS"
    exit
  fi
  kill -0 "${started:-$$}" 2>/dev/null || break # it has given up
  sleep 0.1
done
echo "The server does not answer on port $port; its last words:" >&2
tail -n 3 ../server.log >&2
exit 1
