#!/usr/bin/env python3
"""A guestbook on the web that keeps its entries in Redis.

Usage: guestbook.py ADDRESS PORT

It lives in its working directory: `database` there holds the address:port of Redis and is read with
every request, so that a database can be connected and disconnected while the guestbook runs;
`app.pid` is written as soon as it listens.
"""

import html
import os
import socket
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ENTRIES = "guestbook"  # the Redis list that holds the entries
LARGEST_FORM = 16 * 1024

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Guestbook</title>
<h1>Guestbook</h1>
<ul>
{entries}
</ul>
<form method="post" action="/"><input name="entry" required> <button>Sign</button></form>
<p>Served by instance {instance}.</p>
</html>
"""


class Unavailable(Exception):
    """There is no database to ask; the text says why."""


def redis(*words):
    """Sends one command in Redis's own protocol and returns the answer."""
    try:
        with open("database", encoding="utf-8") as file:
            address, _, port = file.read().strip().rpartition(":")
    except FileNotFoundError:
        raise Unavailable("No database is connected.") from None
    request = b"*%d\r\n" % len(words)
    for word in words:
        data = word.encode()
        request += b"$%d\r\n%s\r\n" % (len(data), data)
    try:
        with socket.create_connection((address, int(port)), timeout=60) as connection:
            connection.sendall(request)
            with connection.makefile("rb") as stream:
                return read_reply(stream)
    except (OSError, ValueError) as error:
        raise Unavailable(f"The database does not answer: {error}.") from None


def read_reply(stream):
    """Reads one reply: its first byte says what it is, the rest of the line how long or what."""
    line = stream.readline()
    kind, rest = line[:1], line[1:].strip()
    if kind == b"+":
        return rest.decode()
    if kind == b":":
        return int(rest)
    if kind == b"$":
        return stream.read(int(rest) + 2)[:-2].decode()
    if kind == b"*":
        return [read_reply(stream) for _ in range(int(rest))]
    raise ValueError(rest.decode() or "the connection was closed")


class Guestbook(BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            entries = redis("LRANGE", ENTRIES, "0", "-1")
        except Unavailable as reason:
            return self.answer(503, "text/plain", f"{reason}\n")
        items = "\n".join(f"<li>{html.escape(entry)}</li>" for entry in entries)
        self.answer(200, "text/html", PAGE.format(entries=items, instance=self.instance()))

    do_HEAD = do_GET

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= LARGEST_FORM:
            return self.answer(413, "text/plain", "This entry is too long.\n")
        form = urllib.parse.parse_qs(self.rfile.read(length).decode(errors="replace"))
        entry = form.get("entry", [""])[0].strip()
        if not entry:
            return self.answer(400, "text/plain", "The field 'entry' is missing or empty.\n")
        try:
            redis("RPUSH", ENTRIES, entry)
        except Unavailable as reason:
            return self.answer(503, "text/plain", f"{reason}\n")
        self.answer(303, "text/plain", "Thank you.\n", Location="/")

    def answer(self, status, kind, text, **headers):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Instance", self.instance())
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def instance(self):
        """Instances differ by their port."""
        return str(self.server.server_port)


def main():
    address, port = sys.argv[1], int(sys.argv[2])
    server = ThreadingHTTPServer((address, port), Guestbook)
    with open("app.pid", "w", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    server.serve_forever()


if __name__ == "__main__":
    main()
