"""What phones in the hotspot get whatever they ask for: the way to the page on which a network is chosen."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

WAIT_S = 5.0
"""Seconds that a phone is given to ask."""


class CaptivePortal:
    """Answers any address with the way to one page, until it is closed."""

    def __init__(self, host: str, port: int, page: str) -> None:
        """Listens on a host's port (0: any free one). Raises OSError if it cannot be had."""

        class Pointing(BaseHTTPRequestHandler):
            timeout = WAIT_S

            def do_GET(self) -> None:
                self.send_response(302)
                self.send_header("Location", page)
                self.send_header("Cache-Control", "no-store")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                """Nobody needs to know what phones look for."""

        self._server = ThreadingHTTPServer((host, port), Pointing)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, name="captive", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)
