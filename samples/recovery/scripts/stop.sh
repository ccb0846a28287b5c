#!/usr/bin/env bash
# Ends the server if it runs, and returns when it is gone. The pid file goes first: so nobody takes this for a failure.
set -eu
: "${directory:?}"
cd "$directory/pages" 2>/dev/null || exit 0

pid=$(cat ../server.pid 2>/dev/null) || exit 0
running() { [ "/proc/$pid/cwd" -ef . ]; }

rm -f ../server.pid
if running; then kill "$pid" || true; fi # it may just have ended by itself
for _ in {1..3000}; do
  running || exit 0
  sleep 0.1
done
echo "The server (process $pid) does not end" >&2
exit 1
