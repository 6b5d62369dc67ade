"""Receives webhooks of Portico: refuses messages that are not genuine, and stores each audit row and notice once.

WEBHOOK_SECRET=whsec_… FILE=audit.jsonl python3 webhook.py
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = os.environ.get("FILE", "audit.jsonl")
TOLERANCE_SECS = 300
BODY_MAX_BYTES = 4_000_000

KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
if len(KEY) < 24:
    sys.exit("Set WEBHOOK_SECRET to the secret that `portico webhook create` made.")


def is_genuine(headers, body):
    """Standard Webhooks: a recent time, and a signature of id, time and unchanged body."""
    sent, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", at) or abs(time.time() - int(at)) > TOLERANCE_SECS:
        return False
    digest = hmac.new(KEY, f"{sent}.{at}.".encode() + body, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    # Several signatures while a secret is being replaced.
    return any(hmac.compare_digest(one.encode(), wanted) for one in headers.get("webhook-signature", "").split())


class Store:
    """A message is repeated until it is answered with 2xx, and may be replayed by others within the tolerance: the ids of its
    rows tell what is stored already. With a database, make them a unique key."""

    def __init__(self):
        self.lock = threading.Lock()
        with open(FILE, "a+", encoding="utf-8") as file:
            file.seek(0)
            self.ids = {json.loads(line)["id"] for line in file}

    def add(self, rows):
        """Returns how many of the rows were new."""
        with self.lock, open(FILE, "a", encoding="utf-8") as file:
            new = [row for row in rows if row["id"] not in self.ids]
            file.write("".join(json.dumps(row) + "\n" for row in new))
            file.flush()
            os.fsync(file.fileno())
            self.ids.update(row["id"] for row in new)
            return len(new)


class Handler(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,12}", length) or int(length) > BODY_MAX_BYTES:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        message = json.loads(body)
        new = store.add(message["data"].get("rows") or message["data"].get("notices") or [])
        print(f"{message['type']}: {new} new", flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


store = Store()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
