#!/usr/bin/env bash
# Removes what create and start made.
set -eu
: "${directory:?}"

rm -rf "$directory/pages"
rm -f "$directory/server.log" "$directory/server.pid"
rmdir "$directory" 2>/dev/null || true # the monitor may still have something there
