/* The formulas of the explorers, as in the package. */
"use strict";

const formulas = (() => {
  const TIE = 1e-12; // ratios that differ by less, relatively, are tied

  /* mass log(mass / left) + change, where left = mass + change; as in clickbandits.bernoulli. */
  function term(mass, left, change) {
    if (mass === 0) return change;
    if (left <= 0) return Infinity;
    if (Math.abs(change) < mass / 4) {
      const x = change / mass;
      const r = x / (2 + x);
      const s = r * r;
      let series = 0;
      for (let odd = 17; odd >= 3; odd -= 2) series = series * s + 1 / odd;
      return mass * (r * x - 2 * r * s * series);
    }
    return mass * (mass < left ? Math.log(mass / left) : -Math.log(left / mass)) + change;
  }

  /* The divergence d(p, q) of Bernoulli distributions, p and q in [0, 1]; never NaN. */
  const kl = (p, q) => term(p, q, q - p) + term(1 - p, 1 - q, p - q);

  /* Indices by decreasing value; equal values keep their order. */
  const ranked = (values) => values.map((_, i) => i).sort((a, b) => values[b] - values[a]);
  const total = (values) => values.reduce((sum, value) => sum + value, 0);

  /* Everything about a problem. `items` and `positions` are indices, best first; `rows` has an
   * entry for each suboptimal item, with its values by position, best first. */
  function exploration(attraction, examination) {
    const items = ranked(attraction);
    const positions = ranked(examination);
    const seen = positions.map((l) => examination[l]);
    const best = items.slice(0, seen.length).map((k) => attraction[k]);
    const worst = best.at(-1);
    const rows = items
      .filter((k) => attraction[k] < worst)
      .map((item) => {
        const theta = attraction[item];
        const gaps = [];
        for (let l = seen.length - 1, gap = 0; l >= 0; l -= 1) {
          gap += (seen[l] - (seen[l + 1] ?? 0)) * (best[l] - theta);
          gaps[l] = gap;
        }
        const information = seen.map((share) => kl(share * theta, share * worst));
        const ratios = gaps.map((gap, l) => gap / information[l]);
        const least = Math.min(...ratios);
        const tied = ratios.map((ratio) => ratio <= least * (1 + TIE));
        return { item, gaps, information, ratios, least, tied, position: tied.indexOf(true) };
      });
    return {
      positions,
      rows,
      constant: total(rows.map((row) => row.least)),
      last: total(rows.map((row) => row.ratios.at(-1))),
    };
  }

  /* c (1 - x) / (1 - c x), the ratio of the derivatives of d(cp, cx) and d(p, x). */
  const shrinking = (c, x) => (c < 1 ? (c * (1 - x)) / (1 - c + c * (1 - x)) : 1);
  const product = (factor, divergence) => (factor > 0 ? factor * divergence : 0);

  /* The exact constant of the quadratic bound of Katariya et al. (2017), Lemma 1, for means up to
   * `largest`. */
  function curvature(c, largest) {
    if (largest === 0) return Infinity;
    return 2 * c * largest > 1 ? c : 1 / (4 * largest * (1 - c * largest));
  }

  /* d(cp, cq) and what bounds it: [from below, from above] by the sandwich, from below by
   * the quadratic bound, as printed and sharp; as in clickbandits.rank1.bounds. */
  function scaling(c, p, q) {
    const [smaller, larger] = p < q ? [p, q] : [q, p];
    const divergence = kl(p, q);
    const square = 2 * c * (p - q) ** 2;
    return {
      divergence,
      scaled: kl(c * p, c * q),
      printed: [product(c * (1 - larger), divergence), product(c, divergence)],
      sharp: [
        product(shrinking(c, larger), divergence),
        product(shrinking(c, smaller), divergence),
      ],
      quadratic: square * Math.max(c, 1 - larger),
      sharpQuadratic: product(square, curvature(c, larger)),
    };
  }

  return { term, kl, exploration, curvature, scaling };
})();
