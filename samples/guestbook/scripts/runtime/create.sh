#!/usr/bin/env bash
# Puts the program where an instance of the application finds it, and says where that is.
set -eu
: "${directory:?}" "${PLANBUILDER_OUTPUTS:?}"

python3 -c 'import http.server' || { echo "Python 3 is not installed" >&2; exit 1; }
mkdir -p "$directory"
cp "$(dirname -- "$0")/../app/guestbook.py" "$directory/"
echo "program=$directory/guestbook.py" >"$PLANBUILDER_OUTPUTS"
