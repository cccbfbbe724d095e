"""The example of a web service, under load and killed, loses no report that it acknowledged."""

import http.client
import importlib.util
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from clicklogs import saved

SERVICE = Path(__file__).resolve().parents[2] / "examples" / "click_service.py"
SPEC = importlib.util.spec_from_file_location("click_service", SERVICE)
service = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(service)


class Running:
    """The service in its own process, with the requests sent to it and the reports it acknowledged."""

    def __init__(self, folder, *options):
        command = [sys.executable, str(SERVICE), str(folder), "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def ask(self, connection, path, report=None):
        """The status and the answer; the status is None if there was no answer."""
        try:
            if report is None:
                connection.request("GET", path)
            else:
                connection.request("POST", path, json.dumps(report))
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return None, None

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def get(self, path):
        with closing(self.connection()) as connection:
            return self.ask(connection, path)

    def post(self, report):
        with closing(self.connection()) as connection:
            return self.ask(connection, "/report", report)

    def end(self, how):
        how(self.process)
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class Visitors:
    """Threads that view pages and report clicks late, with their reports by the answers they received."""

    def __init__(self):
        self.kept, self.unanswered, self.late, self.lock = [], [], [], threading.Lock()

    def visit(self, running, seed):
        """View pages and report earlier ones until the service is gone; keep the rest for after the kill."""
        rng, mine = random.Random(seed), []
        with closing(running.connection()) as connection:
            while (seen := running.ask(connection, "/page"))[0] == 200:
                clicked = [item for item in seen[1]["items"] if rng.random() < 0.3]
                mine.append({"page": seen[1]["page"], "clicked": clicked})
                if len(mine) > 5:
                    report = mine.pop(rng.randrange(len(mine)))
                    status, answer = running.ask(connection, "/report", report)
                    with self.lock:
                        (self.kept if status == 200 else self.unanswered).append(report)
                    assert status in (200, None), answer
        assert seen == (None, None)
        with self.lock:
            self.late += mine


def test_a_service_that_is_killed_under_load_loses_no_report_that_it_acknowledged(tmp_path):
    visitors = Visitors()
    running = Running(tmp_path / "shop", "--every", "0.3")
    threads = [threading.Thread(target=visitors.visit, args=(running, seed)) for seed in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(1.5)
    running.end(subprocess.Popen.kill)
    for thread in threads:
        thread.join()
    assert len(visitors.kept) > 50 and visitors.late
    running = Running(tmp_path / "shop", "--every", "1000")
    try:
        assert running.get("/counts")[1]["pages"]["learnt"] >= len(visitors.kept)
        assert {running.post(report)[0] for report in visitors.kept[-20:]} == {409}  # counted before
        for report in visitors.unanswered:  # may be counted or not, but only once
            assert running.post(report)[0] in (200, 409)
        assert {running.post(report)[0] for report in visitors.late} == {200}
        told = running.get("/counts")[1]
    finally:
        running.end(subprocess.Popen.kill)
    reports = [*visitors.kept, *visitors.unanswered, *visitors.late]
    clicks, plays = Counter(), Counter()
    for report in reports:
        for position, item in enumerate(report["page"][2]):
            plays[item, position] += 1
            clicks[item, position] += item in report["clicked"]
    assert told["pages"]["learnt"] == len(reports)
    for item, counts in told["counts"].items():
        assert counts == [[each[item, position] for position in range(3)] for each in (clicks, plays)]
    again = Running(tmp_path / "shop")  # only the journal has the events since the restart
    assert again.get("/counts")[1]["counts"] == told["counts"]
    second = subprocess.run(
        [sys.executable, str(SERVICE), str(tmp_path / "shop"), "--port", "0"], capture_output=True, text=True
    )
    assert second.returncode == 1 and second.stderr.count("\n") == 1
    assert f"is in use by process {again.process.pid} on " in second.stderr
    page = again.get("/page")[1]
    unknown, many = page | {"clicked": ["whisky"]}, page | {"clicked": [], "pages": 2}
    for report in unknown, many, {"page": 1}, {"clicked": []}, [], "":
        assert again.post(report)[0] == 400
    assert again.get("/nothing")[0] == 404
    again.end(subprocess.Popen.terminate)
    assert (tmp_path / "shop" / "reports").read_bytes() == b""  # an orderly shutdown saves


@pytest.fixture
def shop(tmp_path):
    """Starts the shop as a new process would after a kill."""

    def begin():
        path = (tmp_path / "shop.player").resolve()
        if path in saved._LOCKS:
            os.close(saved._LOCKS.pop(path))
        return service.Shop(tmp_path)

    yield begin
    os.close(saved._LOCKS.pop((tmp_path / "shop.player").resolve()))


def test_parts_of_a_batch_are_replayed_once(shop):
    first = shop()
    batch = first.player.choose(100)
    first.report({"page": batch, "clicks": [5, 4, 3], "pages": 60})
    first.save()
    first.report({"page": batch, "clicks": [1, 0, 1], "pages": 10})
    for _ in range(2):
        again = shop()
        assert again.player.pages == (100, 70, 30, 0)
        clicks = [again.player.counts[item][0].sum() for item in batch.items]
        assert clicks == [6, 4, 4]
    again.report({"page": batch, "clicks": [0, 0, 0]})
    assert shop().player.pages == (100, 100, 0, 0)


def test_a_kill_between_the_file_and_the_journal_counts_nothing_twice(shop):
    first = shop()
    batch = first.player.choose(10)
    first.report({"page": batch, "clicks": [1, 1, 1], "pages": 4})
    first.player.save(first.file)  # the journal is not emptied either
    assert shop().player.pages == (10, 4, 6, 0)


def test_a_report_that_was_cut_short_by_a_kill_is_no_report(shop, tmp_path):
    first = shop()
    first.report({"page": first.player.choose(), "clicked": []})
    with open(tmp_path / "reports", "ab") as journal:
        journal.write(b'{"page": [1, ')
    again = shop()
    assert again.player.pages == (1, 1, 0, 0)
    again.report({"page": again.player.choose(), "clicked": []})
    assert shop().player.pages == (2, 2, 0, 0)
