"""The first picture of the chapter on policies, one round as two policies see it."""

from compendium.pbm.policies import figures


def test_the_traced_round_tells_the_two_policies_apart():
    data = figures.traced_round(
        [[62, 12], [22, 21], [8, 10], [5, 3]],
        [[110, 40], [50, 85], [20, 45], [30, 40]],
        (0.9, 0.5),
        210,
    ).data
    assert data["bound of PBM-UCB"].nlargest(2).index.tolist() == [0, 2]
    assert data["estimate"].nlargest(2).index.tolist() == [0, 1]
    assert (data["index of PBM-PIE"] < data["bound of PBM-UCB"]).all()
    reached = data["index of PBM-PIE"] >= data["estimate"][1]
    assert reached.tolist() == [True, True, True, False]
