/* The fits of a table of two items and two positions, where biases are unknown: one step of
 * Algorithm 1, of EM and of Newton's method, the cell likelihood (50) and its maximiser, as in
 * clickbandits.mnl. A place is [α₁, α₂, λ₂], λ₁ = 1; tables have items as rows. */
"use strict";

const estimation = (() => {
  const CELLS = [[0, 0], [0, 1], [1, 0], [1, 1]]; // item, position
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const weights = ([first, second, bias]) => [[first, first * bias], [second, second * bias]];

  /* The log-likelihood (50) of the table. */
  function value(clicks, plays, place) {
    const gamma = weights(place);
    return sum(
      CELLS.map(([j, k]) => {
        const seen = clicks[j][k] > 0 ? clicks[j][k] * Math.log(gamma[j][k]) : 0;
        return seen - (clicks[j][k] + plays[j][k]) * Math.log1p(gamma[j][k]);
      }),
    );
  }

  /* Equation (5), then (6). */
  function algorithm1(clicks, plays, place) {
    const over = (number, by) => (number > 0 ? number / by : 0);
    const bias =
      sum([0, 1].map((j) => over(clicks[j][1], place[j]))) / (plays[0][1] + plays[1][1]);
    const items = [0, 1].map(
      (j) => (clicks[j][0] + over(clicks[j][1], bias)) / (plays[j][0] + plays[j][1]),
    );
    return [...items, bias];
  }

  /* The positions, then the items, then λ₁ back to 1. */
  function em(clicks, plays, place) {
    const hoped = (j, k, by, gamma) => (by * (clicks[j][k] + plays[j][k])) / (1 + gamma[j][k]);
    let gamma = weights(place);
    const biases = [0, 1].map(
      (k) =>
        (clicks[0][k] + clicks[1][k]) / (hoped(0, k, place[0], gamma) + hoped(1, k, place[1], gamma)),
    );
    gamma = [0, 1].map((j) => biases.map((bias) => place[j] * bias));
    const items = [0, 1].map(
      (j) => sum(clicks[j]) / (hoped(j, 0, biases[0], gamma) + hoped(j, 1, biases[1], gamma)),
    );
    return [...items.map((item) => item * biases[0]), biases[1] / biases[0]];
  }

  /* Newton's step in the logarithms, shortened where it is long. */
  function newton(clicks, plays, place) {
    const gamma = weights(place);
    const cell = (j, k) => {
      const seen = 1 / (1 + gamma[j][k]);
      return {
        score: (clicks[j][k] - gamma[j][k] * plays[j][k]) * seen,
        weight: (clicks[j][k] + plays[j][k]) * gamma[j][k] * seen * seen,
      };
    };
    const table = [0, 1].map((j) => [cell(j, 0), cell(j, 1)]);
    const diagonal = table.map(([a, b]) => a.weight + b.weight);
    const residual = table.map(([a, b]) => a.score + b.score);
    const share = table.map(([, b], j) => b.weight / diagonal[j]);
    const left = sum(table.map(([, b], j) => b.weight - share[j] * b.weight));
    const slope = sum(table.map(([, b], j) => b.score - share[j] * residual[j]));
    const bias = slope / (left > 0 ? left : 1);
    const items = table.map(([, b], j) => (residual[j] - b.weight * bias) / diagonal[j]);
    const size = Math.max(...items.flatMap((item) => [Math.abs(item), Math.abs(item + bias)]));
    const step = size <= 1 ? 1 : Math.log1p(size) / size;
    return place.map((number, i) => number * Math.exp(step * [...items, bias][i]));
  }

  const METHODS = { "Algorithm 1": algorithm1, EM: em, Newton: newton };

  /* The places that a method visits, the start included. */
  function path(method, clicks, plays, start, steps) {
    const places = [start];
    for (let i = 0; i < steps; i += 1) places.push(METHODS[method](clicks, plays, places.at(-1)));
    return places;
  }

  /* Whether (50) has a maximiser, if every item was shown at both positions. */
  const hasMaximiser = (clicks) =>
    [0, 1].every((i) => sum(clicks[i]) > 0 && clicks[0][i] + clicks[1][i] > 0);

  const maximiser = (clicks, plays) => path("Newton", clicks, plays, [0.5, 0.5, 1], 100).at(-1);

  /* The largest value of (50) at a bias: each attraction solves a quadratic equation. */
  function profile(clicks, plays, bias) {
    const items = [0, 1].map((j) => {
      const [[a, b], [m, n]] = [clicks[j], plays[j]];
      const [square, linear, rest] = [bias * (m + n), m + bias * (n - a) - b, a + b];
      const root = Math.sqrt(linear * linear + 4 * square * rest);
      return linear > 0 ? (2 * rest) / (linear + root) : (root - linear) / (2 * square);
    });
    return value(clicks, plays, [...items, bias]);
  }

  return { methods: Object.keys(METHODS), value, path, hasMaximiser, maximiser, profile };
})();
