#!/usr/bin/env bash
# Lets nginx balance over one more application, and returns when it does.
set -eu
: "${directory:?}" "${endpoint:?}" "${balancer:?}"
cd "$directory"

echo "server $endpoint;" >"applications/$endpoint.conf"

# nginx reads its configuration again by way of a new worker. Until the old one has ended, it
# still answers some of the requests.
worker=$(curl --silent --noproxy '*' --max-time 300 "http://$balancer/worker")
kill -HUP "$(cat nginx.pid)"
for _ in {1..3000}; do
  [ -e "/proc/$worker" ] || exit 0
  sleep 0.1
done
echo "nginx does not take $endpoint; its last words:" >&2
tail -n 3 error.log >&2
exit 1
