"""A Dask cluster that loses a worker on the way gives the same bytes; none is asked for nothing."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from clickbandits import experiments, pbm, store
from clickbandits.experiments import Experiment, run
from clickbandits.pbm.ucb import PBM_UCB

distributed = pytest.importorskip("distributed", reason="needs clickbandits[cluster]")

pytestmark = pytest.mark.usefixtures("own_store")

PROBLEM = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
EXPERIMENT = Experiment("pbm:dask", pbm.MODEL, PROBLEM, (PBM_UCB,), 20_000, 120, 5, chunk=4)


def digest(regret) -> str:
    return hashlib.sha256(regret.values["PBM-UCB"].tobytes()).hexdigest()


RUNS = """
from test_cluster import EXPERIMENT, digest, experiments, run, store

experiments.ThreadPoolExecutor = None
found = []
for _ in range(3):
    for path in store.folder().rglob("*.npz"):
        path.unlink()
    found.append(digest(run(EXPERIMENT)))
print(f"{len(experiments._CLIENTS)} clients, {found}")
"""


@pytest.mark.filterwarnings("ignore")  # what distributed says of a killed worker
def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(monkeypatch):
    def forget():
        for path in store.folder().rglob("*.npz"):
            path.unlink()

    here = digest(run(EXPERIMENT))
    forget()
    killed = []

    def kill_a_worker(client):
        while not any(store.folder().rglob("*.npz")):
            time.sleep(0.02)
        pids = client.run(os.getpid)
        pid = next(iter(pids.values()))
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        killer = threading.Thread(target=kill_a_worker, args=(client,))
        killer.start()
        found = digest(run(EXPERIMENT, client.get_executor()))
        killer.join()
        forget()
        monkeypatch.setenv(experiments.SCHEDULER, client.scheduler.address)
        by_address = subprocess.run(
            [sys.executable, "-c", RUNS], capture_output=True, text=True, cwd=Path(__file__).parent
        )
    assert killed and found == here
    assert (by_address.stdout, by_address.stderr) == (f"1 clients, {[here] * 3}\n", "")


@pytest.mark.filterwarnings("ignore")  # what distributed says of a client that never connected
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "no-port"])
def test_a_scheduler_is_needed_only_where_there_are_games_to_play(monkeypatch, address):
    dask = pytest.importorskip("dask")
    stored = digest(run(EXPERIMENT))
    monkeypatch.setenv(experiments.SCHEDULER, address)
    assert digest(run(EXPERIMENT)) == stored
    next(store.folder().rglob("*.npz")).unlink()
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "0.2s"}),
        pytest.raises(ConnectionError) as refused,
    ):
        run(EXPERIMENT)
    for part in (address, experiments.SCHEDULER, "games to play", "dask worker", "unset"):
        assert part in str(refused.value)
