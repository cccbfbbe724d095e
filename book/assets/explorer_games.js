/* Games in the position-based model, with the policies of the package: a game here and one of the
 * package that is fed the same random numbers show the same lists, round by round (a test compares
 * them). Needs explorer_formulas.js. */
"use strict";

const games = (() => {
  const { kl } = formulas;
  const EPSILON = 0.01; // of PBM-UCB and PBM-PIE, as in the package
  const NEXT_TO_ONE = 1 - 1e-6;

  /* A well-mixed word of 32 bits. */
  function mixed(word) {
    let z = word | 0;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  }

  /* The random numbers of a game: xoshiro128++ (Blackman and Vigna), 53 bits a number. */
  function generator(seed, game) {
    const begin = mixed(seed + 1) + game;
    let [a, b, c, d] = [1, 2, 3, 4].map((i) => mixed(begin + Math.imul(i, 0x9e3779b9)));
    const turned = (x, by) => (x << by) | (x >>> (32 - by));
    const word = () => {
      const out = turned((a + d) | 0, 7) + a;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = turned(d, 11);
      return out >>> 0;
    };
    const random = () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53;
    const exponential = () => -Math.log(1 - random());
    const normal = () => Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * random());
    const permutation = (size) => {
      const order = Array.from({ length: size }, (_, i) => i);
      for (let i = size - 1; i > 0; i -= 1) {
        const j = Math.floor((i + 1) * random());
        [order[i], order[j]] = [order[j], order[i]];
      }
      return order;
    };
    return { random, exponential, normal, permutation };
  }

  /* Fill `ranked` with the places of the largest values, in decreasing order; ties to the lowest. */
  function rank(index, ranked) {
    let filled = 0;
    for (let place = 0; place < index.length; place += 1) {
      const value = index[place];
      if (filled === ranked.length) {
        if (value <= index[ranked[filled - 1]]) continue;
        filled -= 1;
      }
      let slot = filled;
      while (slot > 0 && index[ranked[slot - 1]] < value) {
        ranked[slot] = ranked[slot - 1];
        slot -= 1;
      }
      ranked[slot] = place;
      filled += 1;
    }
    return ranked;
  }

  const zeros = (size) => new Array(size).fill(0);
  const table = (rows, columns) => Array.from({ length: rows }, () => zeros(columns));
  const byExamination = (examination) => rank(examination, zeros(examination.length));

  /* Show the items of largest index, the largest at the most examined position. */
  function showBest(index, positions, action) {
    const ranked = rank(index, zeros(positions.length));
    for (let i = 0; i < ranked.length; i += 1) action[positions[i]] = ranked[i];
  }

  /* As many lists as items, that show every item once at every position. */
  const cyclicLists = (order, positions) =>
    order.map((_, t) => {
      const list = zeros(positions.length);
      positions.forEach((position, i) => (list[position] = order[(t + i) % order.length]));
      return list;
    });

  /* Copy the list of a first round; whether there was one. */
  function first(lists, t, action) {
    if (t >= lists.length) return false;
    for (let l = 0; l < action.length; l += 1) action[l] = lists[t][l];
    return true;
  }

  /* S / Ñ and what belongs to it, counted by item and position. */
  function counts(nItems, examination) {
    const size = examination.length;
    const known = {
      clicks: table(nItems, size),
      plays: table(nItems, size),
      totalClicks: zeros(nItems),
      totalPlays: zeros(nItems),
      views: zeros(nItems),
      estimate: zeros(nItems),
    };
    known.count = (item, position, clicked) => {
      known.clicks[item][position] += clicked;
      known.plays[item][position] += 1;
      known.totalClicks[item] += clicked;
      known.totalPlays[item] += 1;
      let views = 0;
      for (let l = 0; l < size; l += 1) views += known.plays[item][l] * examination[l];
      known.views[item] = views;
      known.estimate[item] = known.totalClicks[item] / views;
    };
    return known;
  }

  /* PBM-UCB; with ε = -1 nothing is added to the estimates, and it is greedy. */
  const ucb = (epsilon) => (nItems, examination, horizon, rng) => {
    const positions = byExamination(examination);
    const firstLists = cyclicLists(rng.permutation(nItems), positions);
    const known = counts(nItems, examination);
    const [width, index] = [zeros(nItems), zeros(nItems)];
    return {
      choose(t, action) {
        if (first(firstLists, t, action)) return;
        const root = Math.sqrt((1 + epsilon) * Math.log(t + 1));
        for (let k = 0; k < nItems; k += 1) index[k] = known.estimate[k] + width[k] * root;
        showBest(index, positions, action);
      },
      update(action, clicks) {
        for (let l = 0; l < action.length; l += 1) {
          const item = action[l];
          known.count(item, l, clicks[l]);
          width[item] = Math.sqrt(0.5 * known.totalPlays[item]) / known.views[item];
        }
      },
    };
  };

  /* Whether the index (7) at level δ reaches q. */
  function reaches(q, clicks, plays, examination, delta) {
    if (q > 1) return false;
    if (q === 0) return true;
    let value = 0;
    let slope = 0;
    for (let l = 0; l < examination.length; l += 1) {
      if (plays[l] > 0) {
        const chance = examination[l] * q;
        value += plays[l] * kl(clicks[l] / plays[l], chance);
        slope -= clicks[l] / q;
        if (clicks[l] < plays[l])
          slope +=
            chance < 1 ? (examination[l] * (plays[l] - clicks[l])) / (1 - chance) : Infinity;
      }
    }
    return slope <= 0 || value <= delta;
  }

  /* PBM-PIE: the leaders, and half of the time one of the items that may be as good, last. */
  function pie(nItems, examination, horizon, rng) {
    const positions = byExamination(examination);
    const firstLists = cyclicLists(rng.permutation(nItems), positions);
    const known = counts(nItems, examination);
    const [ranked, candidates] = [zeros(nItems), zeros(nItems)];
    const last = positions.length - 1;
    const delta = (1 + EPSILON) * Math.log(horizon);
    return {
      choose(t, action) {
        if (first(firstLists, t, action)) return;
        rank(known.estimate, ranked);
        for (let i = 0; i <= last; i += 1) action[positions[i]] = ranked[i];
        const bar = known.estimate[ranked[last]];
        let found = 0;
        for (let i = last + 1; i < nItems; i += 1) {
          const item = ranked[i];
          if (reaches(bar, known.clicks[item], known.plays[item], examination, delta)) {
            candidates[found] = item;
            found += 1;
          }
        }
        if (found === 0) return;
        const drawn = Math.floor(2 * found * rng.random());
        if (drawn < found) action[positions[last]] = candidates[drawn];
      },
      update(action, clicks) {
        for (let l = 0; l < action.length; l += 1) known.count(action[l], l, clicks[l]);
      },
    };
  }

  const REACH = 5; // these seven as in the package's sampler
  const MOST_LOSS = 0.4;
  const LEAST_CLICKS = 50;
  const DECAY = 0.5 * (1 - MOST_LOSS) * REACH - 0.3;
  const TAIL = 1 / 512;
  const GROWTH = 1 + 1 / 16;
  const NEAR = 3;

  /* The posterior of one item's attraction, and draws from it, as in the package's sampler, where
   * the mathematics is: rejected from a Gamma law where clicks are few, else from a Normal law with
   * exponential tails. */
  function posterior(examination) {
    const failures = zeros(examination.length);
    let [clicks, x, rate, curvature, steepest, most] = [0, 0.5, 0, 0, 0, 0];
    const slopeAt = (seen) => seen / (1 - seen * x);
    const slopes = examination.map(slopeAt);
    let [scale, variance, deviation, square, cube] = zeros(5);

    function learn(position, clicked) {
      clicks += clicked;
      failures[position] += 1 - clicked;
      const slope = slopes[position];
      rate += (1 - clicked) * slope;
      curvature += (1 - clicked) * slope * slope;
      const excess = x * rate - clicks - 1;
      if (
        excess * excess > 0.02 * (clicks + 1) ||
        clicks / (x * x) + curvature > most ||
        slope > steepest
      )
        renew();
    }

    /* Move x to about the mean of the Gamma law. */
    function renew() {
      for (;;) {
        [rate, curvature, steepest] = [0, 0, 0];
        for (let l = 0; l < failures.length; l += 1) {
          slopes[l] = slopeAt(examination[l]);
          if (failures[l] > 0) {
            rate += failures[l] * slopes[l];
            curvature += failures[l] * slopes[l] * slopes[l];
            steepest = Math.max(steepest, slopes[l]);
          }
        }
        const excess = x * rate - (clicks + 1);
        if (excess * excess <= 0.02 * (clicks + 1) || (excess < 0 && x === NEXT_TO_ONE)) break;
        x = rate > 0 ? Math.min(x - excess / (rate + x * curvature), NEXT_TO_ONE) : NEXT_TO_ONE;
      }
      bound();
    }

    /* Find the Normal law at x, unless the counts are few. */
    function bound() {
      const h = clicks / (x * x) + curvature;
      most = GROWTH * h;
      scale = 0;
      if (clicks < LEAST_CLICKS || x === NEXT_TO_ONE) return;
      const s = 1 / Math.sqrt(h);
      const cubic = (s * s * s * Math.max(clicks / (x * x * x), steepest * curvature)) / 3;
      const pole = s * Math.max(1 / x, steepest);
      const loss = 2 * cubic * REACH;
      if (loss > MOST_LOSS || pole * REACH > 1) return;
      scale = s;
      variance = (s * s) / (1 - loss);
      deviation = Math.sqrt(variance);
      square = 0.5 * (GROWTH - 1 + loss);
      cube = (cubic + ((GROWTH - 1) * pole) / 3) / (1 - pole * NEAR);
    }

    /* log π(q) - log π(x) */
    function rise(q) {
      let sum = clicks * Math.log1p((q - x) / x);
      for (let l = 0; l < failures.length; l += 1)
        if (failures[l] > 0) sum += failures[l] * Math.log1p(-slopes[l] * (q - x));
      return sum;
    }

    function drawOfMany(rng) {
      const g = clicks / x - rate;
      for (;;) {
        const patience = rng.random();
        if (patience >= 1 - TAIL) {
          const q = drawOfTail(g, rng);
          if (q > 0) return q;
          continue;
        }
        const left = patience / (1 - TAIL);
        const move = g * variance + deviation * rng.normal();
        const [q, y] = [x + move, Math.abs(move / scale)];
        if (q < 1 && y <= REACH) {
          if (y <= NEAR && left <= 1 - y * y * (square + cube * y)) return q;
          if (left <= Math.exp(rise(q) - (g * move - (0.5 * move * move) / variance))) return q;
        }
      }
    }

    /* A draw below one of the tails, or 0 where it is not kept. */
    function drawOfTail(g, rng) {
      const y = REACH + rng.exponential() / DECAY;
      const q = rng.random() < 0.5 ? x + scale * y : x - scale * y;
      if (!(q > 0 && q < 1)) return 0;
      const middle =
        (Math.sqrt(2 * Math.PI * variance) / scale) * Math.exp(0.5 * g * g * variance);
      const height =
        ((middle * TAIL) / (1 - TAIL)) * 0.5 * DECAY * Math.exp(DECAY * (REACH - y));
      return rng.random() * height <= Math.exp(rise(q)) ? q : 0;
    }

    /* By how much the tangents' logarithm exceeds that of what they replace. */
    function shortfall(q) {
      let sum = 0;
      for (let l = 0; l < failures.length; l += 1) {
        if (failures[l] > 0) {
          const y = slopeAt(examination[l]) * (q - x);
          sum -= failures[l] * (Math.log1p(-y) + y);
        }
      }
      return sum;
    }

    function drawOfFew(rng) {
      if (rate === 0) return rng.random() ** (1 / (clicks + 1));
      if (x === NEXT_TO_ONE && (clicks - rate) ** 2 > clicks + 1 && clicks > rate)
        return nearOne(rng);
      const size = clicks + 2 / 3;
      const width = 1 / (3 * Math.sqrt(size));
      for (;;) {
        const z = rng.normal();
        const v = (1 + width * z) ** 3;
        const q = (size * v) / rate;
        if (q > 0 && q < 1) {
          const patience = rng.random();
          const least = 0.5 * curvature * (q - x) ** 2;
          const other = least / Math.max(1 - steepest * (q - x), 1e-16);
          const high = Math.max(least, other);
          if (patience <= 1 - 0.0331 * z ** 4 - high) return q;
          const left = 0.5 * z * z + size * (1 - v + Math.log(v)) - Math.log(patience);
          if (left >= high) return q;
          if (left >= Math.min(least, other) && left >= shortfall(q)) return q;
        }
      }
    }

    function nearOne(rng) {
      const slope = clicks / x - rate;
      for (;;) {
        const q = 1 - rng.exponential() / slope;
        if (q > 0) {
          const y = (q - x) / x;
          const lost = shortfall(q) - clicks * (Math.log1p(y) - y);
          if (rng.exponential() >= lost) return q;
        }
      }
    }

    return { learn, draw: (rng) => (scale > 0 ? drawOfMany(rng) : drawOfFew(rng)) };
  }

  /* PBM-TS: the items of largest draw from the posterior. */
  function thompson(nItems, examination) {
    const positions = byExamination(examination);
    const beliefs = Array.from({ length: nItems }, () => posterior(examination));
    const index = zeros(nItems);
    return {
      choose(t, action, rng) {
        for (let k = 0; k < nItems; k += 1) index[k] = beliefs[k].draw(rng);
        showBest(index, positions, action);
      },
      update(action, clicks) {
        for (let l = 0; l < action.length; l += 1) beliefs[action[l]].learn(l, clicks[l]);
      },
    };
  }

  const POLICIES = {
    "PBM-UCB": ucb(EPSILON),
    "PBM-TS": thompson,
    "PBM-PIE": pie,
    greedy: ucb(-1),
  };

  /* The click models: the expected clicks of a round whose list has these weights, and the clicks. */
  const sum = (weights) => weights.reduce((total, weight) => total + weight, 0);
  const chance = (weights) => sum(weights) / (1 + sum(weights));
  const MODELS = {
    PBM: [sum, (weights, { random }) => weights.map((weight) => random() < weight)],
    MNL: [
      chance,
      (weights, { random }) => {
        let [left, rest] = [random() < chance(weights), sum(weights)];
        return weights.map((weight, l) => {
          const last = l === weights.length - 1 || weight >= rest;
          const here = left && random() < (last ? 1 : weight / rest);
          left &&= !here;
          rest -= weight;
          return here;
        });
      },
    ],
  };

  /* The weights of the best list. */
  function best(attraction, examination) {
    const falling = (values) => [...values].sort((a, b) => b - a);
    const items = falling(attraction);
    return falling(examination).map((seen, i) => seen * items[i]);
  }

  /* The rounds of a player who knows the items as `items`: the pseudo-regret after the rounds of
   * `checkpoints`, and all lists and clicks, by position, one after the other. */
  function course(player, items, attraction, examination, checkpoints, rng, clicked, model = "PBM") {
    const [horizon, size] = [checkpoints.at(-1), examination.length];
    const [expected, draw] = MODELS[model];
    const most = expected(best(attraction, examination));
    const action = zeros(size);
    const [lists, clicks] = [new Uint8Array(horizon * size), new Uint8Array(horizon * size)];
    const regret = [];
    let total = 0;
    for (let t = 0; t < horizon; t += 1) {
      player.choose(t, action, rng);
      const shown = action.map((place) => items[place]);
      const weights = shown.map((item, l) => examination[l] * attraction[item]);
      const got = (clicked ? shown.map((item, l) => clicked(t, l, item)) : draw(weights, rng)).map(Number);
      lists.set(shown, t * size);
      clicks.set(got, t * size);
      total += most - expected(weights);
      if (checkpoints[regret.length] === t + 1) regret.push(total);
      player.update(action, got);
    }
    return { regret, lists, clicks };
  }

  /* One game of a policy, which meets the items under shuffled labels, so that it cannot gain from
   * ties. Its visitors click at random, or as `clicked` tells. It may be told another examination. */
  function play(policy, attraction, examination, checkpoints, seed, game, clicked, told, model) {
    const rng = generator(seed, game);
    const items = rng.permutation(attraction.length);
    const player = POLICIES[policy](items.length, told || examination, checkpoints.at(-1), rng);
    return course(player, items, attraction, examination, checkpoints, rng, clicked, model);
  }

  /* Visitors: where each looks and what each likes is drawn before anything is shown. Whether
   * visitor t clicks on an item at position l. */
  function visitors(attraction, examination, count, seed, game) {
    const { random } = generator(seed, game);
    const drawn = (chances) => chances.map((chance) => random() < chance);
    const each = Array.from({ length: count }, () => [drawn(examination), drawn(attraction)]);
    return (t, l, item) => each[t][0][l] && each[t][1][item];
  }

  return { policies: Object.keys(POLICIES), generator, play, course, visitors };
})();
