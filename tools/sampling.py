"""Play a random sample of the games again that a build takes from its store.

A build that is begun with `environment` notes of each *curve*, that is of each policy in each
experiment for which anything asks, from which files its games came; it plays some of these games
again, by the code that played them the first time, and compares every bit of their regret.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import numpy as np

from clickbandits import experiments, store
from clickbandits.simulate import play_range

FOLDER = "CLICKBANDITS_SAMPLING"
"""The variable of the environment that names, in such a build, the folder of settings and notes."""
SHARE = 0.01
"""The share of each curve's games that is played again; at least one of each is."""
_SETTINGS = "settings"


def environment(given, folder, seed, share):
    """The variables of a build, such that every process of it samples the games of its store."""
    folder.mkdir(parents=True)
    settings = {"store": given["CLICKBANDITS_CACHE"], "seed": seed, "share": share}
    (folder / _SETTINGS).write_text(json.dumps(settings), "utf-8")
    path = [str(Path(__file__).resolve().with_name("at_start")), given["PYTHONPATH"]]
    return given | {FOLDER: str(folder), "PYTHONPATH": os.pathsep.join(path)}


def begin():
    """Have this process sample what it takes from the store of the build."""
    folder = Path(os.environ[FOLDER])
    settings = json.loads((folder / _SETTINGS).read_text("utf-8"))

    def sample_all(regret, executor):
        if store.folder() == Path(settings["store"]):  # a page may keep games in one of its own
            for policy in regret.experiment.policies:
                sample(folder, settings, regret, policy, executor)

    experiments.ON_END.append(sample_all)


def sample(folder, settings, regret, policy, executor):
    """Play some games of a curve again and note what they gave, once in a build."""
    experiment, key = regret.experiment, regret.experiment.key(policy)
    name = f"{key[:32]}-{experiment.replications}-{experiment.chunk}.json"
    try:
        note = (folder / name).open("x", encoding="utf-8")
    except FileExistsError:
        return
    number = max(1, math.ceil(settings["share"] * experiment.replications))
    rng = np.random.default_rng([settings["seed"], int(key[:32], 16)])
    chosen = sorted(rng.choice(experiment.replications, number, replace=False).tolist())
    again = [
        executor.submit(
            play_range, experiment.model, experiment.problems, policy, regret.rounds,
            experiment.seed, range(which, which + 1),
        )
        for which in chosen
    ]  # fmt: skip
    differ = []
    for which, played in zip(chosen, again, strict=True):
        place = first_difference(regret.values[policy.id][which], played.result()[0])
        if place is not None:
            differ.append([which, int(regret.rounds[place])])
    content = {
        "experiment": experiment.id,
        "policy": policy.id,
        "rounds": int(experiment.horizon),
        "games": int(experiment.replications),
        "files": [
            f"{key[:32]}/{which.start:07d}-{which.stop:07d}.npz" for which in experiment.chunks()
        ],
        "played again": chosen,
        "differ": differ,
    }
    with note:
        json.dump(content, note)


def first_difference(one, other):
    """The first place at which two float64 arrays differ in a bit; None where they are equal."""
    places = np.flatnonzero(one.view(np.uint64) != other.view(np.uint64))
    return int(places[0]) if places.size else None


def notes(folder):
    """What was noted of each curve, by experiment and policy.

    Raises
    ------
    ValueError
        Where a note was begun and not finished: the build was stopped while it played.
    """
    found = []
    for path in folder.glob("*.json"):
        try:
            found.append(json.loads(path.read_text("utf-8")))
        except ValueError:
            raise ValueError(f"the games of {path.stem} were not played to their end") from None
    return sorted(found, key=lambda note: (note["experiment"], note["policy"], note["rounds"]))


def chance(games, played, forged):
    """The chance that a sample without replacement has at least one of some forged games.

    At least 1 - (1 - f)^k where k games are played and the share f of all is forged.
    """
    return 1 - math.comb(games - forged, played) / math.comb(games, played)
