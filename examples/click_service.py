"""A small web service that learns which list to show, as one process with a player and a journal.

    python examples/click_service.py shop --port 8000

    GET  /page     the list for the next visitor
    POST /report   {"page": the page as it was given, "clicked": ["tea"]}, at any later time
    GET  /counts   the numbers of pages shown, learnt from, waiting and given up; clicks and plays

A report is answered with 200 when it is on the disk, so no kill can lose it. A client should send a
report without an answer again. Then 200 means that it counts now, and 409 that it counted before or that
its page was given up. A report that cannot be understood is answered with 400 and never counts. The folder
`shop` contains the player's file and the journal, which has the reports since the file was written.
"""

import argparse
import json
import os
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from clicklogs import Player
from clicklogs.player import NotWaiting

GAME = {"policy": "PBM_TS", "items": ["tea", "coffee", "cocoa", "milk"], "examination": [0.9, 0.5, 0.2]}
MOST = 100_000  # the largest size of a report in bytes


class Shop:
    """A player with its file and a journal of the reports since the file was written."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.file, self.journal, self.order = folder / "shop.player", folder / "reports", threading.Lock()
        self.player = Player(**GAME)
        self.player.update(self.player.choose(), [])  # compiles before the first visitor comes
        self.player = Player(**GAME)
        start = self.player.load if self.file.exists() else self.player.save
        start(self.file)  # locks the file; ValueError if another process has it
        self.replay(self.player.pages.learnt)
        self.save()

    def replay(self, in_file):
        """Learn again from the reports that are not in the file, which has learnt from `in_file` pages."""
        journal = self.journal.read_bytes() if self.journal.exists() else b""
        for line in journal.split(b"\n")[:-1]:  # text after the last line end was not answered
            report = json.loads(line)
            if report.pop("learnt") > in_file:
                self.player.update(**report)

    def report(self, given):
        """Learn from a report and write it into the journal; ValueError if it is impossible."""
        report = {name: given.get(name) for name in ("page", "clicks", "clicked", "pages")}
        with self.order:  # so the journal has the order in which the player learns
            self.player.update(**report)
            line = json.dumps(report | {"learnt": self.player.pages.learnt}) + "\n"
            try:
                with open(self.journal, "ab") as journal:
                    journal.write(line.encode())
                    journal.flush()
                    os.fsync(journal.fileno())
            except OSError as why:  # the player knows more than the disk, so restart
                print(f"the journal cannot be written: {why}", file=sys.stderr, flush=True)
                os._exit(1)

    def save(self):
        """Write the file and empty the journal. A kill between the two is harmless (see `replay`)."""
        with self.order:
            self.player.save(self.file)
            self.journal.write_bytes(b"")

    def look_after(self, every, patience):
        """Give up pages that have waited too long and save, again and again."""
        while True:
            time.sleep(every)
            self.player.give_up(seconds=patience)
            try:
                self.save()
            except OSError as why:  # the journal still has the reports that the file lacks
                print(f"the player cannot be saved: {why}", file=sys.stderr, flush=True)


class Visit(BaseHTTPRequestHandler):
    """One connection, in its own thread."""

    protocol_version = "HTTP/1.1"
    timeout = 60  # closes a connection after this many seconds without a request
    disable_nagle_algorithm = True  # otherwise every answer waits for a confirmation

    def do_GET(self):
        player = self.server.shop.player
        if self.path == "/page":
            page = player.choose()
            self.answer(200, {"items": page.items, "page": page})
        elif self.path == "/counts":
            counts = {item: clicks_and_plays.tolist() for item, clicks_and_plays in player.counts.items()}
            self.answer(200, {"pages": player.pages._asdict(), "counts": counts})
        else:
            self.answer(404, {"error": "ask for /page or /counts"})

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/report" or not length.isdecimal() or int(length) > MOST:
            self.close_connection = True  # the rest of the request is not read
            self.answer(404, {"error": f"send a report of at most {MOST:,} bytes to /report"})
            return
        try:
            given = json.loads(self.rfile.read(int(length)))
            if not isinstance(given, dict):
                raise ValueError("a report is an object with a page and what was clicked")
        except ValueError as why:
            self.answer(400, {"error": str(why)})
            return
        try:
            self.server.shop.report(given)
        except NotWaiting as why:
            self.answer(409, {"error": str(why)})
        except ValueError as why:
            self.answer(400, {"error": str(why)})
        else:
            self.answer(200, {})

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Print nothing for a request."""


class Server(ThreadingHTTPServer):
    request_queue_size = 100


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the player's file and the journal are")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--every", type=float, default=60, help="seconds between two saves")
    parser.add_argument("--patience", type=float, default=3600, help="seconds until a page is given up")
    options = parser.parse_args()
    try:
        shop = Shop(options.folder)
    except ValueError as why:  # another process has locked the file, or it is damaged
        sys.exit(f"error: {why}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    threading.Thread(target=shop.look_after, args=(options.every, options.patience), daemon=True).start()
    with Server(("127.0.0.1", options.port), Visit) as server:
        server.shop = shop
        print(f"serving at http://127.0.0.1:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except (KeyboardInterrupt, SystemExit):
            shop.save()


if __name__ == "__main__":
    main()
