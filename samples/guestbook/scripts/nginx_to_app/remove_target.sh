#!/usr/bin/env bash
# Makes nginx forget this application, and returns when it has.
set -eu
: "${directory:?}" "${endpoint:?}" "${balancer:?}"
cd "$directory" 2>/dev/null || exit 0

rm -f "applications/$endpoint.conf"

# As with adding one; if nginx does not run, there is nothing to wait for.
worker=$(curl --silent --noproxy '*' --max-time 300 "http://$balancer/worker") || exit 0
kill -HUP "$(cat nginx.pid)"
for _ in {1..3000}; do
  [ -e "/proc/$worker" ] || exit 0
  sleep 0.1
done
echo "nginx does not let go of $endpoint; its last words:" >&2
tail -n 3 error.log >&2
exit 1
