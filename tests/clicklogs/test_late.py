"""Late clicks: in any order as in order, and no policy learns from them what it must not."""

import json
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.clickbandits.test_player import in_labels, leaves, new
from tests.clickbandits.test_policies import every_policy, policies, problem

from clickbandits import PBM_TS, PBM_UCB, pbm, replicate, simulate
from clickbandits.core import Policy, kernel
from clicklogs import Player, fit_log, from_frame, late
from clicklogs.late import law_of
from clicklogs.player import _leaves

COUNTING = [key for key, policy in policies().items() if law_of(policy).absorb]
RNG = np.random.default_rng


def click(model, shown, page, rng):
    """Clicks on one page, by the model's law."""
    seen = np.zeros(model.clicks_size(shown), dtype=np.int64)
    model.draw.py_func(*shown, in_labels(page), 1, 1, rng, seen)
    return seen


def close(one, other):
    """Whether two states are the same but for roundings, work space and what is not yet known."""
    for (name, a), (_, b) in zip(_leaves(one, ""), _leaves(other, ""), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12, err_msg=name)


@every_policy
def test_a_hundred_pages_may_wait_and_come_in_any_order_some_never(paper, id, tmp_path):
    policy, shown, rng = policies()[paper, id], problem(paper), RNG(1)
    player, waiting = new(paper, policy, shown, horizon=3000), []
    for visitor in range(1000):
        waiting.append(player.choose())
        if len(waiting) == 100:
            rng.shuffle(waiting)
            for page in waiting[:50]:
                page = json.loads(json.dumps(page))  # as a data base has it
                player.update(page, click(player.model, shown, player_page(page), rng))
            waiting = waiting[50:]
        if visitor == 500:
            player.save(tmp_path / "p")
            player = new(paper, policy, shown, horizon=3000)
            player.load(tmp_path / "p")
    assert player.pages[2] == len(waiting)
    assert player.give_up(pages=0) == len(waiting) and player.pages[2] == 0
    for page in waiting:
        with pytest.raises(ValueError, match="does not wait"):
            player.update(page, click(player.model, shown, page, rng))
    law = law_of(policy)
    if law.kind in ("any order", "epochs") and law.void is None:
        assert player.pages[1] >= (900 if law.kind == "any order" else 700)
    for _ in range(20):
        page = player.choose()
        player.update(page, click(player.model, shown, page, rng))


def player_page(page):
    return SimpleNamespace(items=page[2], position=page[3])


@pytest.mark.parametrize(("paper", "id"), COUNTING)
def test_order_does_not_matter_where_counts_are_all(paper, id):
    shown, states = problem(paper), []
    for order in (1, 2):
        player, rng = new(paper, policies()[paper, id], shown), RNG(5)
        pages = [(page := player.choose(), click(player.model, shown, page, rng)) for _ in range(200)]
        for place in RNG(order).permutation(200):
            player.update(*pages[place])
        states.append(player)
    one, other = states
    if id not in ("PBM-TS",):  # whose point of expansion depends on the way
        close(one._state, other._state)
    for name, counts in one._known.items():
        assert (counts == other._known[name]).all()
    assert sum(counts[1].sum() for counts in one._known.values()) == 200 * len(pages[0][0].items)


@pytest.mark.parametrize(("paper", "id"), COUNTING)
def test_counts_put_a_policy_in_the_state_that_pages_lead_to(paper, id):
    shown, policy = problem(paper), policies()[paper, id]
    player, rng = new(paper, policy, shown), RNG(7)
    for _ in range(300):
        page = player.choose()
        player.update(page, click(player.model, shown, page, rng))
    prior = SimpleNamespace(
        clicks=np.array([player._known[item][0] for item in player.items]),
        plays=np.array([player._known[item][1] for item in player.items]),
        examination=shown.examination,
    )
    started = new(paper, policy, shown, prior=prior)
    own = {
        name: value
        for name, value in started._state._asdict().items()
        if name in ("clicks", "plays", "views", "plays_at", "estimate", "width", "total_clicks")
    }
    for name, value in own.items():
        np.testing.assert_allclose(value, getattr(player._state, name), rtol=1e-12)
    if id == "PBM-TS":
        ours, theirs = started._state.posterior, player._state.posterior
        assert (ours.clicks == theirs.clicks).all() and (ours.failures == theirs.failures).all()
        mean = (ours.clicks + 1) / ours.rate
        np.testing.assert_allclose(ours.point, mean, rtol=0.2)
    assert (started._first == -1).all(), "the first rounds were played"


def regret(player, shown, n_pages, rng):
    model, total = player.model, 0.0
    for _ in range(n_pages):
        page = player.choose()
        player.update(page, click(model, shown, page, rng))
        total += model.optimal_reward(shown) - model.reward(*shown, in_labels(page))
    return total


@pytest.mark.parametrize("policy", [PBM_TS, PBM_UCB])
def test_a_fit_is_worth_its_pages(policy):
    """Twenty games each; the difference was 7 and 17 standard errors (seeds are fixed)."""
    shown, cold, warm = problem("pbm"), [], []
    for seed in range(20):
        rng = RNG(seed)
        plays = np.full((5, 3), 200)  # a log of 1,000 random lists
        clicks = rng.binomial(plays, np.outer(*shown))
        prior = SimpleNamespace(clicks=clicks, plays=plays, examination=shown.examination)
        cold.append(regret(new("pbm", policy, shown, None, seed), shown, 500, rng))
        warm.append(regret(Player(policy, prior=prior, seed=seed), shown, 500, rng))
    gain = np.array(cold) - warm
    assert gain.mean() > 4 * gain.std(ddof=1) / np.sqrt(20) and np.mean(warm) < np.mean(cold) / 2


def test_a_fit_of_a_log_is_a_start():
    shown = pd.DataFrame(
        {
            "item_id": list("ttccjj"),
            "position": [1, 2] * 3,
            "click": [60, 30, 20, 8, 10, 6],
            "plays": [100] * 6,
            "query": "q",
        }
    )
    fit = fit_log(from_frame(shown, plays="plays", query="query"))
    player = Player("PBM_UCB", prior=fit)
    assert player.items == ["t", "c", "j"] and player.choose().items[0] == "t"
    assert player.examination == pytest.approx(fit.examination)
    assert player._state.plays.tolist() == [200] * 3 and player._state.clicks.sum() == 134
    assert Player("PBM_UCB", items=["j", "new", "t"], prior=fit).items == ["j", "new", "t"]
    both = pd.concat([shown, shown.assign(query="r", item_id=list("uuvvww"))])
    fit = fit_log(from_frame(both, plays="plays", query="query"))
    with pytest.raises(ValueError, match=r"2 queries, .*prior=fit.counts_of\(query\)"):
        Player("PBM_UCB", prior=fit)
    assert Player("PBM_UCB", prior=fit.counts_of("r")).items == ["u", "v", "w"]


def test_what_no_log_tells_is_refused_in_words():
    prior = SimpleNamespace(clicks=np.ones((3, 2)), plays=np.ones((3, 2)), examination=[1.0, 0.5])
    for name in ("RBA_KL_UCB", "EPOCH_UCB", "TOP_RANK", "RANK1_ELIM"):
        with pytest.raises(ValueError, match="cannot start from a log"):
            Player(name, prior=prior, horizon=1000)
    for change, message in (
        ({"plays": np.zeros((3, 2))}, "clicks must lie between 0 and plays"),
        ({"plays": np.ones((3, 1))}, "must have one shape"),
        ({"items": ["tea", "jam"]}, "2 names for 3 items"),
        ({"examination": [1.0, np.nan]}, "examination must lie in"),
        ({"examination": [1.0, 0.5, 0.2]}, "the counts have 2 positions"),
    ):
        with pytest.raises(ValueError, match=message):
            Player("PBM_TS", prior=SimpleNamespace(**vars(prior) | change))


def test_epochs_are_counted_in_the_order_of_display_not_of_reports():
    """Pages with a click are told at once, the others much later, and there is no bias."""
    shown, policy = problem("mnl"), policies()["mnl", "Epoch-UCB"]
    player, rng, silent = new("mnl", policy, shown, None), RNG(2), []
    for _ in range(6000):
        page = player.choose()
        seen = click(player.model, shown, page, rng)
        if seen.any():
            player.update(page, seen)
        else:
            silent.append((page, seen))
        if len(silent) == 300:
            for each in silent:
                player.update(*each)
            silent = []
    state = player._state
    estimate = state.clicks / state.exposure
    error = np.sqrt((estimate + estimate**2) / state.exposure)
    # False-alarm rate 1e-4 for each of five, were the seed not fixed.
    assert (np.abs(estimate - shown.attraction) < 3.9 * error).all()


def test_the_sum_of_an_epoch_s_pages_has_the_law_of_the_pages():
    shown, policy = problem("mnl"), policies()["mnl", "Epoch-UCB"]
    found = {pages: [] for pages in (1, 20)}
    for pages, ended in found.items():
        for seed in range(150):
            player, rng = new("mnl", policy, shown, None, seed), RNG(1000 + seed)
            for _ in range(20 // pages):
                page = player.choose(pages)
                assert page.pages == pages
                player.update(page, sum(click(player.model, shown, page, rng) for _ in range(pages)))
            ended.append(player._state.epochs[0])
    # The lists differ after the first epoch; both are of like size. 1e-3, were seeds not fixed.
    assert stats.ks_2samp(*found.values()).pvalue > 1e-3


@pytest.mark.parametrize("id", ["Rank1Elim", "Rank1ElimKL", "UCB1Elim"])
def test_elimination_learns_the_same_blocks_when_a_stage_is_shown_ahead(id):
    """Delayed within a stage, the policy's state at its end is that of the same clicks in turn."""
    policy, shown = policies()["rank1", id], problem("rank1")
    ahead, turn = (new("rank1", policy, shown, 10**6) for _ in range(2))
    pages, rng = [ahead.choose() for _ in range(3000)], RNG(4)
    seen = [click(ahead.model, shown, page, rng) for page in pages]
    spare = [page for page in pages if ahead._waiting[f"{page.life}:{page.page}"]["block"] < 0]
    learnt = [(p, s) for p, s in zip(pages, seen, strict=True) if p not in spare]
    for place in RNG(0).permutation(len(learnt)):
        ahead.update(*learnt[place])
    for page, clicks in learnt:
        mine = turn.choose()
        assert (mine.items, mine.position) == (page.items, page.position)
        turn.update(mine, clicks)
    assert ahead._turned == turn._turned > 0
    if not spare:  # the stage goes on
        assert leaves(ahead._state) == leaves(turn._state)
    before = leaves(ahead._state)
    for page in spare:
        ahead.update(page, [1])
    assert leaves(ahead._state) == before


def test_a_click_on_strata_that_are_no_more_is_not_learnt():
    player, shown = new("mnl", policies()["mnl", "TopRank"], problem("mnl"), 10**6), problem("mnl")
    rng, old = RNG(0), player.choose()
    while not player._state.below.any():
        page = player.choose()
        player.update(page, click(player.model, shown, page, rng))
    before = leaves(player._state)
    player.update(old, [1, 0, 0])
    assert leaves(player._state) == before


def test_the_first_rounds_go_round_until_each_was_told():
    player = Player("PBM_UCB", items=5, examination=[0.9, 0.5, 0.2])
    pages = [player.choose() for _ in range(10)]
    assert [page.items for page in pages[:5]] == [page.items for page in pages[5:]]
    for page in pages[:4]:
        player.update(page, [1, 1, 1])
    assert player.choose().items == pages[4].items
    assert player.give_up(pages=1) == 6  # they were never shown: once more
    assert player.choose().items == pages[4].items


@pytest.mark.parametrize("policy", [PBM_TS, PBM_UCB])
def test_without_delay_the_games_are_those_of_replicate(policy):
    rounds = [100, 700]
    given = pbm.MODEL, problem("pbm"), policy, rounds, 3, 3
    np.testing.assert_allclose(late.replicate(*given), replicate(*given), rtol=1e-12)


@pytest.mark.parametrize(("paper", "id"), COUNTING)
def test_compiled_games_are_those_of_a_player(paper, id, monkeypatch):
    policy = policies()[paper, id]
    shown, law = problem(paper), simulate.generator
    model = new(paper, policy, shown).model
    for delay, batch in ((30, 1), (0, 20), (7, 5)):
        given = model, shown, policy, [50, 300], 3, 2, delay, batch
        compiled = late.replicate(*given)
        with monkeypatch.context() as patch:
            patch.setattr(late, "_compiled_game", late._player_game)
            np.testing.assert_array_equal(compiled, late.replicate(*given))
    assert law is simulate.generator


def test_delay_costs_more_the_longer_it_is():
    means = [
        late.replicate(pbm.MODEL, problem("pbm"), PBM_TS, [2000], 1, 60, d).mean() for d in (0, 200, 1000)
    ]
    assert all(a < b for a, b in pairwise(means))
    # No more than the pages of the delay at the loss of a list that knows nothing.
    shown, rng = problem("pbm"), RNG(0)
    blind = pbm.MODEL.optimal_reward(shown) - np.mean(
        [pbm.MODEL.reward(*shown, rng.permutation(5)[:3]) for _ in range(2000)]
    )
    assert means[2] - means[0] < 1.1 * 1000 * blind


@pytest.mark.parametrize(("change", "message"), [({"delay": -1}, "delay"), ({"batch": 0}, "batch")])
def test_a_delay_that_cannot_be_is_refused(change, message):
    with pytest.raises(ValueError, match=f"{message} must be a whole number"):
        late.replicate(pbm.MODEL, problem("pbm"), PBM_TS, [10], 1, 1, **change)


def test_a_policy_of_ones_own_may_say_that_it_only_adds_up():
    @kernel
    def choose(state, t, action, rng):
        for place in range(action.size):
            action[place] = place
        return 1

    @kernel
    def update(state, t, action, clicks, n_rounds, rng):
        state[0][0] += n_rounds

    def start(n_items, n_positions, examination, horizon, rng):
        return (np.zeros(1, dtype=np.int64),)

    for each in (choose.py_func, update.py_func, start):
        each.__module__ = "__main__"
    mine = Policy("mine", start, choose, update, False)
    for law, learnt in (("any order", 1), (None, 0)):
        player = Player(mine, 3, 2, law=law)
        player.choose()
        player.update(player.choose(), [0, 1])
        assert player._state[0][0] == learnt
