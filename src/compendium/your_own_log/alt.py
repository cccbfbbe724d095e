"""The figures' findings in words, for those who cannot see them: plain text, without names."""

from __future__ import annotations

import numpy as np


def vectors(study) -> str:
    """What the estimates and their intervals show."""
    attraction, examination = study.attraction, study.examination
    widest = float((attraction.high - attraction.low).max())
    least = int(np.argmin(examination.value))
    said = (
        f"Examination of {examination.value.size} positions, smallest "
        f"({examination.value[least]:.3f}) at position {study.positions[least] + 1}; attraction "
        f"of {attraction.value.size} items from {attraction.value.min():.3f} to "
        f"{attraction.value.max():.3f}, the widest interval {widest:.3f}."
    )
    if study.truth:
        all_of = examination.value.size + attraction.value.size
        said += f" {held(study)} of {all_of} intervals hold the truth."
    return said


def held(study) -> int:
    """How many intervals hold the truth of the example; 0 where it is not known."""
    if study.truth is None:
        return 0
    attraction = study.attraction.hold(study.truth.attraction)
    return int(attraction.sum() + study.examination.hold(study.truth.examination).sum())


def rates(study, found) -> str:
    """How near the observed rates are to the fitted ones."""
    return (
        "Observed against fitted click-through rates: a rate is off the diagonal by "
        f"{found.error:.4f} on average over the displays, and would be by {found.noise:.4f} if the "
        "model were true."
    )


def regret(played) -> str:
    """Which policies lose least."""
    if played is None:
        return "No policy was played, for want of a choice."
    order = sorted(played.values, key=lambda policy: played.mean(policy)[-1])
    final = ", ".join(f"{policy} {played.mean(policy)[-1]:,.0f}" for policy in order)
    return f"Mean regret after {played.rounds[-1]:,} rounds, smallest first: {final}."
