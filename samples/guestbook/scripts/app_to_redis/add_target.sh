#!/usr/bin/env bash
# Tells the application where its database is; it looks there with every request.
set -eu
: "${directory:?}" "${endpoint:?}"

echo "$endpoint" >"$directory/database.new"
mv "$directory/database.new" "$directory/database" # in one go: no request sees half a line
