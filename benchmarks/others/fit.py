"""Fit a click model by another public program: `python benchmarks/others/fit.py PROGRAM MODEL`.

The code of these programs is not part of this project. PROGRAM is a folder with a clone of PyClick
(github.com/markovi/PyClick), or `clax-models`, the package of CLAX. Install CLAX together with this library,
in an environment of its own, by `pip install -e ".[logs]" clax-models==0.1.1 jax==0.7.2` in a clone; the
wheel of this library does not contain `compendium`. The flax that CLAX asks for does not work with newer
versions of jax. One of its requirements exists only as source, so pip must be allowed to build it. On Linux
PyTorch brings the libraries of CUDA, which nothing here uses, unless you first install its build for
processors, as PyTorch's own pages describe. (We did not try this.) MODEL is "position-based model",
"user browsing model" or "dependent click model". The pages are those of `compendium.others.fits`, and the
settings those of the programs' own examples. The result is a row of `src/compendium/others/fits.csv`.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from clicklogs import fit_dependent_click, fit_log, fit_user_browsing
from compendium.others import fits

OURS = dict(zip(fits.MODELS, (fit_log, fit_user_browsing, fit_dependent_click), strict=True))
SHORT = dict(zip(fits.MODELS, ("PBM", "UBM", "DCM"), strict=True))


def py_click(clone, model, learned, held_out):
    """Fit by PyClick; return the seconds, the chances given and before, and the positions' parameters."""
    sys.path.insert(0, clone)
    sessions = importlib.import_module("pyclick.search_session.SearchSession").SearchSession
    result = importlib.import_module("pyclick.search_session.SearchResult").SearchResult
    short = SHORT[model]
    fitted = getattr(importlib.import_module(f"pyclick.click_models.{short}"), short)()

    def as_sessions(pages):
        for query, items, clicks in zip(*pages, strict=True):
            session = sessions(int(query))
            session.web_results = [
                result(int(item), int(click)) for item, click in zip(items, clicks, strict=True)
            ]
            yield session

    if short == "UBM":  # it uses rank -1 as the last of these ranks, by default ten
        container = importlib.import_module("pyclick.click_models.ParamContainer")
        container = container.RankPrevClickParamContainer
        law = importlib.import_module("pyclick.click_models.UBM").UBMExamEM
        fitted.params[fitted.param_names.exam] = container(law, fits.POSITIONS)
    train, test = (list(as_sessions(pages)) for pages in (learned, held_out))
    begin = time.process_time()
    fitted.train(train)
    seconds = time.process_time() - begin
    seen = np.array([fitted.get_conditional_click_probs(session) for session in test])
    given = np.where(held_out.clicks, seen, 1 - seen)  # PyClick returns the chance of the outcome
    before = np.array([fitted.get_full_click_probs(session) for session in test])
    names = {"PBM": "exam", "UBM": "exam", "DCM": "cont"}
    container = fitted.params[fitted.param_names[names[short]]]
    where = [(rank, -1) if short == "UBM" else (rank,) for rank in range(fits.POSITIONS)]
    return seconds, given, before, np.array([container.get(*each).value() for each in where])


def clax_models(model, learned, held_out):
    """Fit by CLAX; return the same as `py_click`."""
    import clax
    import jax.numpy as jnp
    from flax import nnx
    from optax import adamw
    from torch.utils.data import DataLoader

    def batch(pages):
        query, items, clicks = pages
        return {
            "query_doc_ids": jnp.array(query[:, None] * fits.ITEMS + items),
            "positions": jnp.array(np.broadcast_to(1 + np.arange(fits.POSITIONS), items.shape)),
            "clicks": jnp.array(clicks, float),
            "mask": jnp.ones(items.shape, bool),
        }

    def loader(pages, size):
        n_pages = pages.query.size
        parts = [np.arange(n_pages)[i : i + size] for i in range(0, n_pages, size)]
        return DataLoader([batch([x[part] for x in pages]) for part in parts], batch_size=None)

    kind = "".join(word.title() for word in model.replace("-", " ").split())
    fitted = getattr(clax, kind)(
        positions=fits.POSITIONS, query_doc_pairs=fits.QUERIES * fits.ITEMS, rngs=nnx.Rngs(42)
    )
    cut = learned.query.size * 9 // 10  # the rest determines when to stop
    first, last = (fits.Pages(*(x[part] for x in learned)) for part in (np.s_[:cut], np.s_[cut:]))
    begin = time.process_time()
    trainer = clax.Trainer(optimizer=adamw(0.003), epochs=50)
    trainer.train(fitted, loader(first, 512), loader(last, 512))
    seconds = time.process_time() - begin
    test = batch(held_out)
    given, before = (
        np.exp(np.asarray(chances(test), float))
        for chances in (fitted.predict_conditional_clicks, fitted.predict_clicks)
    )
    part = fitted.continuation if model == fits.MODELS[2] else fitted.examination
    positions = {"positions": test["positions"][:2]}
    if model == fits.MODELS[1]:  # no click above
        positions = fitted._examination_parameters(positions["positions"], 0)
    return seconds, given, before, np.exp(np.asarray(part.log_prob(positions), float))[0]


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="a clone of PyClick, or clax-models")
    parser.add_argument("model", choices=fits.MODELS)
    options = parser.parse_args(arguments)
    learned, held_out = fits.drawn(options.model)
    if options.program == "clax-models":
        name, address = "CLAX", "https://github.com/philipphager/clax"
        version = importlib.metadata.version("clax-models")
        found = clax_models(options.model, learned, held_out)
    else:
        name, git = "PyClick", ["git", "-C", str(Path(options.program)), "rev-parse", "HEAD"]
        address = "https://github.com/markovi/PyClick"
        version = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
        found = py_click(options.program, options.model, learned, held_out)
    seconds, given, before, by_position = found
    likelihood, perplexity = fits.judged(given, before, held_out)
    by_position = by_position[:-1] if options.model == fits.MODELS[2] else fits.relative(by_position)
    log = fits.counted(learned)
    OURS[options.model](log)  # compiles
    begin = time.process_time()
    OURS[options.model](log)
    ours = time.process_time() - begin
    positions = " ".join(f"{x:.4f}" for x in by_position)
    numbers = f"{likelihood:.5f},{perplexity:.5f},{positions},{seconds:.2f},{ours:.3f}"
    print(options.model, name, address, version, numbers, sep=",")
    return 0


if __name__ == "__main__":
    sys.exit(main())
