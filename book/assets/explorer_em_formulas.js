/* Expectation-maximisation for the position-based model on the log of the chapter on its convergence, as in
 * clickbandits.pbm.fitting. */
"use strict";

const em = (() => {
  const PLAYS = [
    [100, 2000],
    [2000, 100],
  ];
  const TRUTH = [
    [0.8, 0.1],
    [0.9, 0.5],
  ];
  const SHOWN = 2100; // displays of each item, and of each position
  const CLICKS = PLAYS.map((row, k) => row.map((n, l) => n * TRUTH[0][k] * TRUTH[1][l]));

  /* The log-likelihood, in nats; -Infinity where the point excludes what was seen. */
  function logLikelihood([theta, kappa]) {
    let sum = 0;
    CLICKS.forEach((row, k) =>
      row.forEach((clicks, l) => {
        const chance = theta[k] * kappa[l];
        sum += clicks * Math.log(chance) + (PLAYS[k][l] - clicks) * Math.log1p(-chance);
      }),
    );
    return sum;
  }

  /* One step: every vector becomes a share of its displays. */
  function step([theta, kappa]) {
    const attracted = [0, 0];
    const examined = [0, 0];
    CLICKS.forEach((row, k) =>
      row.forEach((clicks, l) => {
        const rest = (PLAYS[k][l] - clicks) / (1 - theta[k] * kappa[l]);
        attracted[k] += clicks + rest * theta[k] * (1 - kappa[l]);
        examined[l] += clicks + rest * kappa[l] * (1 - theta[k]);
      }),
    );
    return [attracted, examined].map((sums) => sums.map((sum) => sum / SHOWN));
  }

  /* How far below the maximum each of some steps is, and where the last one ends. */
  function course(start, steps) {
    const best = logLikelihood(TRUTH);
    let point = start;
    const gaps = [best - logLikelihood(point)];
    for (let n = 0; n < steps && gaps[0] < Infinity; n += 1) {
      point = step(point);
      gaps.push(Math.max(0, best - logLikelihood(point)));
    }
    return { gaps, point };
  }

  return { logLikelihood, step, course };
})();
