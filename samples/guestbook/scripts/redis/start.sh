#!/usr/bin/env bash
# Starts Redis unless it runs, and returns when it answers.
set -eu
: "${directory:?}" "${address:?}" "${port:?}" "${PLANBUILDER_OUTPUTS:?}"
cd "$directory"

# The number in a pid file may be another process by now; ours works in this directory.
running() { [ "/proc/$(cat redis.pid 2>/dev/null)/cwd" -ef . ]; }
answers() { [ "$(redis-cli -h "$address" -p "$port" ping 2>/dev/null)" = PONG ]; }

running || redis-server redis.conf
for _ in {1..300}; do
  if running && answers; then
    echo "endpoint=$address:$port" >"$PLANBUILDER_OUTPUTS"
    exit
  fi
  sleep 0.1
done
echo "Redis does not answer on $address:$port; its last words:" >&2
tail -n 3 redis.log >&2
exit 1
