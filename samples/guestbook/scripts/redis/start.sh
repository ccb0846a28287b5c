#!/usr/bin/env bash
# Starts Redis unless it runs, and returns when it answers.
set -eu
: "${directory:?}" "${address:?}" "${port:?}" "${PLANBUILDER_OUTPUTS:?}"
cd "$directory"

# The number in a pid file may be another process by now; ours works in this directory.
running() { [ "/proc/$(cat redis.pid 2>/dev/null)/cwd" -ef . ]; }
answers() { [ "$(redis-cli -h "$address" -p "$port" ping 2>/dev/null)" = PONG ]; }

# In a session of its own, so that it outlives this script and the terminal.
if ! running; then
  setsid redis-server redis.conf </dev/null >/dev/null 2>&1 &
  started=$!
fi
for _ in {1..3000}; do
  if running && answers; then
    echo "endpoint=$address:$port" >"$PLANBUILDER_OUTPUTS"
    exit
  fi
  kill -0 "${started:-$$}" 2>/dev/null || break # it has given up
  sleep 0.1
done
echo "Redis does not answer on $address:$port; its last words:" >&2
tail -n 3 redis.log >&2
exit 1
