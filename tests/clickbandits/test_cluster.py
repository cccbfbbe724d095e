"""A Dask cluster that loses a worker during a run gives the same bytes."""

import hashlib
import os
import signal
import threading
import time

import pytest

from clickbandits import pbm, store
from clickbandits.experiments import Experiment, run
from clickbandits.pbm.ucb import PBM_UCB

distributed = pytest.importorskip("distributed", reason="this test needs the extra `cluster`")

pytestmark = pytest.mark.usefixtures("own_store")

PROBLEM = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
EXPERIMENT = Experiment("pbm:dask", pbm.MODEL, PROBLEM, (PBM_UCB,), 20_000, 120, 5, chunk=4)


def digest(regret) -> str:
    return hashlib.sha256(regret.values["PBM-UCB"].tobytes()).hexdigest()


@pytest.mark.filterwarnings("ignore")  # the messages of distributed about a killed worker
def test_a_cluster_that_loses_a_worker_gives_the_same_bytes():
    here = digest(run(EXPERIMENT))
    for path in store.folder().rglob("*.npz"):
        path.unlink()
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
    assert killed and found == here
