"""Serves an application on loopback until the program that started it closes its standard input."""

import os
import sys
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def address():
    """By this name the application has its own cookies, and http addresses can be registered."""
    return f"http://localhost:{os.environ['PORT']}"


def serve(application):
    server = make_server("127.0.0.1", int(os.environ["PORT"]), application, Server, Quiet)
    print(f"listening on {address()}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
