#!/usr/bin/env bash
# Ends the application if it runs, and returns when it is gone.
set -eu
: "${directory:?}"
cd "$directory" 2>/dev/null || exit 0

# The number in a pid file may be another process by now; ours works in this directory.
pid=$(cat app.pid 2>/dev/null) || exit 0
running() { [ "/proc/$pid/cwd" -ef . ]; }

if running; then kill "$pid" || true; fi # it may just have ended by itself
for _ in {1..3000}; do
  if ! running; then
    rm -f app.pid
    exit
  fi
  sleep 0.1
done
echo "The application (process $pid) does not end" >&2
exit 1
