#!/usr/bin/env bash
# Writes Redis's configuration. Its paths are relative to the directory it is started in.
set -eu
: "${directory:?}" "${address:?}" "${port:?}"

cat >"$directory/redis.conf" <<END
bind $address
port $port
pidfile redis.pid
logfile redis.log
save ""
END
