"""The figures of the chapter on the scaling lemma."""

from compendium.rank1.kl_scaling import figures


def test_dimming_orders_the_bounds():
    data = figures.dimming(0.5, 0.8).data
    assert (data["divergence"] >= data["sharp"]).all()
    assert (data["sharp"] >= data["printed"] * (1 - 1e-12)).all()
    assert (data["printed"] >= data["Pinsker"]).all()
