#!/usr/bin/env bash
# Makes the directory of the server, with what it shows.
set -eu
: "${directory:?}" "${PLANBUILDER_NODE:?}"

mkdir -p "$directory/pages"
[ -e "$directory/pages/index.html" ] || echo "This is the $PLANBUILDER_NODE." >"$directory/pages/index.html"
