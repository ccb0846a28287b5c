"""How the invoker is called, and calls back: HTTP, within limits. Whatever is wrong with a request is answered by a SOAP fault."""
import contextlib
import hmac
import http.client
import http.server
import ipaddress
import os
import re
import secrets
import socket
import sys
import threading
import time
import urllib.parse

from invoker_messages import BadMessage, Call, response, soap_fault

MOST_CONNECTIONS = 256
LARGEST_MESSAGE = 16 << 20
LARGEST_MESSAGES = 32 << 20  # of all that are read at the same time
IDLE = 30                    # seconds that a connection may be silent
LONGEST_MESSAGE = 120        # seconds that a message may take to arrive
PATIENCE = 5                 # seconds that a call waits for its place


def log(sentence):
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


def is_loopback(host):
    try:
        return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in socket.getaddrinfo(host, None))
    except (OSError, ValueError):
        return False


def read_token(path):
    """What is in the file; a new one is made for a file that is not there."""
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            token = file.read().strip()
    except FileNotFoundError:
        token = secrets.token_urlsafe(32)
        os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(token + "\n")
    if not re.fullmatch(r"[A-Za-z0-9._~-]{16,}", token):
        sys.exit(f"{path}: a token has 16 letters, digits, or . _ ~ - at least")
    return token


class Refused(BadMessage):
    """A request that gets another status than 400."""

    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


class Room:
    """Bytes for messages that are being read."""

    def __init__(self, size):
        self.left = size
        self.changed = threading.Condition()

    @contextlib.contextmanager
    def of(self, size):
        with self.changed:
            if not self.changed.wait_for(lambda: self.left >= size, PATIENCE):
                raise Refused(503, "too many large messages at the same time")
            self.left -= size
        try:
            yield
        finally:
            with self.changed:
                self.left += size
                self.changed.notify_all()


class ReplyTo:
    """Where an answer is posted."""

    def __init__(self, address, only_loopback):
        try:
            where = urllib.parse.urlsplit(address)
            self.host, self.port = where.hostname, where.port or 80
        except ValueError:
            raise BadMessage("ReplyTo is no address") from None
        if where.scheme != "http" or not self.host or where.username is not None or where.fragment or where.netloc.endswith(":"):
            raise BadMessage("ReplyTo is no http address")
        self.path = (where.path or "/") + (f"?{where.query}" if where.query else "")
        if not re.fullmatch(r"/[!-~]*", self.path):
            raise BadMessage("ReplyTo has characters that no address has")
        try:
            socket.getaddrinfo(self.host, self.port)
        except (OSError, UnicodeError):
            raise BadMessage("ReplyTo is a host that nobody knows") from None
        if only_loopback and not is_loopback(self.host):
            raise BadMessage("ReplyTo is not on this machine")

    def post(self, content):
        """The engine may be busy for a moment."""
        for pause in (0.1, 0.5, 2, 5, None):
            connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
            try:
                connection.request("POST", self.path, content, {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '"callback"'})
                status = connection.getresponse().status
                if status >= 300:
                    log(f"{self.host}:{self.port} answered a callback with HTTP {status}")
                return
            except (OSError, http.client.HTTPException) as problem:
                if pause is None:
                    log(f"{self.host}:{self.port} cannot be called back: {problem}")
                else:
                    time.sleep(pause)
            finally:
                connection.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # 40 ms per call otherwise
    timeout = IDLE

    def do_POST(self):
        try:
            self.check_caller()
            call = self.read_call()
            if call.reply_to is None:
                parameters, _ = self.server.invoker.answer(call)
                self.send(200, response(parameters))
            else:
                self.accept(call)
        except BadMessage as problem:
            self.send_error(getattr(problem, "status", 400), str(problem))

    def check_caller(self):
        """Before anything of the message is read. A web page can make a browser post here, but not so."""
        where = urllib.parse.urlsplit(self.path)
        if where.path != "/invoker":
            raise BadMessage("the invoker is at /invoker")
        if self.headers.get("Origin") or self.headers.get_content_type() not in ("text/xml", "application/xml"):
            raise BadMessage("a message is text/xml, and comes from no web page")
        if self.server.only_loopback and not self.is_own_name(self.headers.get("Host", "")):
            raise BadMessage("Host is not this machine")
        if self.server.token and not self.knows_token(where.query):
            raise Refused(401, "the token of the invoker is missing, or another one")

    def is_own_name(self, host):
        """A name that somebody else chose can lead to this machine, too, and a browser follows it."""
        name = re.sub(r":[0-9]*$", "", host).strip("[]").lower()
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return name in ("localhost", self.server.name)

    def knows_token(self, query):
        """In a header, or, for engines that know an address only, in that."""
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            given = urllib.parse.parse_qs(query).get("token", [""])[0]
        return hmac.compare_digest(given.strip().encode(), self.server.token.encode())

    def read_call(self):
        chunked = self.headers.get("Transfer-Encoding", "").lower() == "chunked"
        length = self.headers.get("Content-Length", "")
        if not chunked and (not length.isdecimal() or int(length) > LARGEST_MESSAGE):
            raise BadMessage("Content-Length is missing, or too large")
        self.deadline = time.monotonic() + LONGEST_MESSAGE
        with self.server.room.of(LARGEST_MESSAGE if chunked else int(length)):
            try:
                return Call(self.read_chunks() if chunked else self.read_bytes(int(length)))
            except TimeoutError:
                raise Refused(408, "the message does not arrive") from None

    def read_bytes(self, size):
        parts = []
        while size > 0:
            part = self.rfile.read1(min(size, 1 << 16))
            if not part:
                raise BadMessage("this is no XML: the message is cut off")
            if time.monotonic() > self.deadline:
                raise TimeoutError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def read_chunks(self):
        parts, left = [], LARGEST_MESSAGE
        while True:
            try:
                size = int(self.rfile.readline(100).split(b";")[0], 16)
            except ValueError:
                raise BadMessage("a chunk has no size") from None
            if size < 0 or size > left:
                raise BadMessage("the message is too large")
            left -= max(size, 16)  # of what is kept for a chunk
            parts.append(self.read_bytes(size))
            while self.rfile.readline(1000) not in (b"\r\n", b"\n", b""):  # after the last one there may be headers
                if time.monotonic() > self.deadline:
                    raise TimeoutError
            if size == 0:
                return b"".join(parts)

    def accept(self, call):
        reply_to = ReplyTo(call.reply_to, self.server.only_loopback)

        def work():
            parameters, first = self.server.invoker.answer(call)
            if first or not call.message_id:
                reply_to.post(response(parameters, call.message_id))

        threading.Thread(target=work, daemon=True).start()
        self.send(202, b"")

    def send(self, status, content):
        self.send_response(status)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True  # what follows may be the rest of it
        self.send(code, soap_fault("Client", message or explain or "this is no call of the invoker"))
        self.lose_rest()

    def lose_rest(self):
        """Who closes a connection while somebody sends takes back the answer, too."""
        end, left = time.monotonic() + PATIENCE, LARGEST_MESSAGE
        with contextlib.suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(PATIENCE)
            while left > 0 and time.monotonic() < end and (part := self.rfile.read1(1 << 16)):
                left -= len(part)

    def log_message(self, *_):
        """Calls are logged by what they ask for."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, address, invoker, only_loopback, token):
        self.invoker, self.only_loopback, self.token, self.name = invoker, only_loopback, token, address[0].lower()
        self.places = threading.Semaphore(MOST_CONNECTIONS)
        self.room = Room(LARGEST_MESSAGES)
        super().__init__(address, Handler)

    def process_request(self, request, client_address):
        if self.places.acquire(timeout=PATIENCE):
            super().process_request(request, client_address)
            return
        with contextlib.suppress(OSError):
            request.settimeout(PATIENCE)
            content = soap_fault("Server", "there are too many connections")
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\n"
                            + f"Content-Length: {len(content)}\r\n\r\n".encode() + content)
        self.shutdown_request(request)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()

    def handle_error(self, request, client_address):
        log(f"a connection broke: {sys.exc_info()[0].__name__}")
