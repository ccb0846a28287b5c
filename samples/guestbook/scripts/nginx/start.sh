#!/usr/bin/env bash
# Starts nginx unless it runs, and returns when it answers.
set -eu
: "${directory:?}" "${address:?}" "${port:?}" "${PLANBUILDER_OUTPUTS:?}"
cd "$directory"

# The number in a pid file may be another process by now; ours works in this directory.
running() { [ "/proc/$(cat nginx.pid 2>/dev/null)/cwd" -ef . ]; }
answers() { curl --silent --noproxy '*' --max-time 60 --output /dev/null "http://$address:$port/worker"; }

PATH=$PATH:/usr/sbin
running || nginx -p "$directory/" -c nginx.conf -e error.log
for _ in {1..3000}; do
  if running && answers; then
    echo "endpoint=$address:$port" >"$PLANBUILDER_OUTPUTS"
    exit
  fi
  sleep 0.1
done
echo "nginx does not answer on $address:$port; its last words:" >&2
tail -n 3 error.log >&2
exit 1
