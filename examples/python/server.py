"""An API that accepts Portico's access tokens.

ISSUER=https://portal.example.com AUDIENCE=urn:portico:acme:application:billing python3 server.py
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

from verify import Verifier

verifier = Verifier(os.environ["ISSUER"], os.environ["AUDIENCE"])

# Each path, and the role that opens it.
PAGES = {"/invoices": "clerk", "/approvals": "approver"}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        role = PAGES.get(self.path)
        if role is None:
            return self.answer(404, {"error": "not_found"})
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            return self.answer(401, {"error": "invalid_request"}, "Bearer")
        try:
            sender = verifier.verify(token)
        except jwt.PyJWTError as error:
            print(f"refused: {type(error).__name__} {error}", file=sys.stderr)
            return self.answer(401, {"error": "invalid_token"}, 'Bearer error="invalid_token"')
        if role not in sender["roles"]:
            return self.answer(403, {"error": "insufficient_scope"})
        self.answer(200, sender)

    def answer(self, status, body, challenge=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode() + b"\n")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
