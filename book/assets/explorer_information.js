/* What a log of the position-based model tells of the examination: its expected counts, the parts
 * that can be compared, and the standard errors from the Fisher information, as in
 * clickbandits.pbm.fitting and clicklogs.report. */
"use strict";

const information = (() => {
  const NORMAL = 1.959963984540054; // the 0.975 quantile of the normal law
  const total = (values) => values.reduce((sum, value) => sum + value, 0);

  /* Which two positions may change places, as pairs; null for a new order in every list. */
  const EXCHANGES = {
    pairs: (size) => every(size).filter(([l, m]) => m === l + 1 && l % 2 === 0),
    neighbours: (size) => every(size).filter(([l, m]) => m === l + 1),
    top: (size) => every(Math.min(size, 3)),
    any: (size) => every(size),
    order: () => null,
  };
  function every(size) {
    const pairs = [];
    for (let l = 0; l < size; l += 1) for (let m = l + 1; m < size; m += 1) pairs.push([l, m]);
    return pairs;
  }

  /* How often an item is shown at a position, where item i stands at position i but in a share of
   * the lists. There one of the pairs changes places (of "pairs" all), or all come in any order. */
  function placement(kind, share, size) {
    const pairs = EXCHANGES[kind](size);
    const matrix = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, l) =>
        pairs ? Number(i === l) : (1 - share) * (i === l) + share / size,
      ),
    );
    if (!pairs || !pairs.length) return matrix;
    const moved = kind === "pairs" ? share : share / pairs.length;
    for (const [l, m] of pairs) {
      matrix[l][l] -= moved;
      matrix[m][m] -= moved;
      matrix[l][m] += moved;
      matrix[m][l] += moved;
    }
    return matrix.map((row) => row.map((value) => (value < 1e-12 ? 0 : value)));
  }

  /* The expected clicks and displays of so many lists, by item and position. */
  function counts(lists, shares, attraction, examination) {
    const plays = shares.map((row) => row.map((share) => lists * share));
    const clicks = plays.map((row, i) => row.map((n, l) => n * attraction[i] * examination[l]));
    return { clicks, plays };
  }

  /* The connected parts: {items, positions}, joined by displays of what has clicks at all. */
  function parts(clicks, plays) {
    const itemLives = clicks.map((row) => total(row) > 0);
    const positionLives = plays[0].map((_, l) => total(clicks.map((row) => row[l])) > 0);
    const left = new Set(positionLives.flatMap((lives, l) => (lives ? [l] : [])));
    const found = [];
    while (left.size) {
      const part = { items: [], positions: [Math.min(...left)] };
      left.delete(part.positions[0]);
      for (const l of part.positions) {
        itemLives.forEach((lives, i) => {
          if (!lives || part.items.includes(i) || plays[i][l] === 0) return;
          part.items.push(i);
          for (const m of left) {
            if (plays[i][m] > 0) {
              part.positions.push(m);
              left.delete(m);
            }
          }
        });
      }
      part.items.sort((a, b) => a - b);
      part.positions.sort((a, b) => a - b);
      found.push(part);
    }
    return found;
  }

  /* The inverse of a positive definite matrix (Gauss and Jordan); null where it is singular. */
  function inverse(matrix) {
    const size = matrix.length;
    const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
    for (let i = 0; i < size; i += 1) {
      const pivot = rows[i][i];
      if (!(pivot > 1e-12 * matrix[i][i])) return null;
      rows[i] = rows[i].map((value) => value / pivot);
      for (let k = 0; k < size; k += 1) {
        const factor = rows[k][i];
        if (k !== i) rows[k] = rows[k].map((value, j) => value - factor * rows[i][j]);
      }
    }
    return rows.map((row) => row.slice(size));
  }

  /* The interval of 95 % around a value in (0, 1), normal on the scale of log(p / (1 - p)). */
  function interval(value, error) {
    const spread = (NORMAL * error) / (value * (1 - value));
    const middle = Math.log(value / (1 - value));
    return [-1, 1].map((sign) => 1 / (1 + Math.exp(-(middle + sign * spread))));
  }

  /* The examination and the attraction of every part, on its own scale: its largest examination
   * is 1. Errors, of the examination, are 0 there, and infinite where there is none. */
  function told(lists, shares, attraction, examination) {
    const { clicks, plays } = counts(lists, shares, attraction, examination);
    return parts(clicks, plays).map(({ items, positions }) => {
      const unit = Math.max(...positions.map((l) => examination[l]));
      const kappa = positions.map((l) => examination[l] / unit);
      const theta = items.map((i) => attraction[i] * unit);
      const free = positions.map((_, j) => j).filter((j) => kappa[j] < 1);
      const weights = items.map((i, k) =>
        positions.map((l, j) => {
          const chance = theta[k] * kappa[j];
          return (plays[i][l] * chance) / (1 - chance);
        }),
      );
      const rows = weights.map(total);
      const reduced = free.map((j) =>
        free.map((m) => {
          const own = j === m ? total(weights.map((row) => row[j])) : 0;
          return own - total(weights.map((row, k) => (row[j] * row[m]) / rows[k]));
        }),
      );
      const known = inverse(reduced);
      const error = (variance) => (known ? Math.sqrt(variance) : Infinity);
      const logs = kappa.map((_, j) =>
        free.includes(j) ? error(known?.[free.indexOf(j)][free.indexOf(j)]) : 0,
      );
      return {
        items,
        positions,
        reference: positions[kappa.indexOf(1)],
        examination: kappa,
        attraction: theta,
        logErrors: logs,
        intervals: kappa.map((value, j) =>
          free.includes(j) ? interval(value, logs[j] * value) : [1, 1],
        ),
        clicks: positions.map((l) => total(items.map((i) => clicks[i][l]))),
      };
    });
  }

  return { NORMAL, exchanges: Object.keys(EXCHANGES), placement, counts, parts, told };
})();
