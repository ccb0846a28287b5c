#!/usr/bin/env bash
# Asks the store what the shop is to show.
set -eu
: "${directory:?}" "${store_port:?}"

said=$(curl --silent --show-error --fail --noproxy '*' --max-time 60 "http://127.0.0.1:$store_port/")
echo "The shop says: $said" >"$directory/pages/index.html.new"
mv "$directory/pages/index.html.new" "$directory/pages/index.html"
