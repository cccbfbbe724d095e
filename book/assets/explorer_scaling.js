/* How much scaling two Bernoulli means by c hides their difference (Katariya et al. 2017, Lemma 1):
 * d(cp, cq) between the sandwich and above the quadratic bound, as printed and sharp. The formulas are in
 * explorer_formulas.js. */
"use strict";

explorer.scaling = (() => {
  const { number, html, box, svg, slider, table, swatch, chart, curve, fifths } = explorer;
  const POINTS = 240;
  const PRESETS = [
    ["Figure of this chapter", [0.7, 0.3, 0.8], "The line of d(cp, cq) is between the solid lines of the sandwich at every q, and all lines meet at q = p."],
    ["γ vanishes, the problem does not", [0.01, 0.5, 1], "With a small c and a mean of 1, the published quadratic bound is almost 0, whereas the sharp constant is above 1/4."],
    ["Two close means, c near 1", [0.9, 0.5, 0.6], "The ends of the published sandwich differ by more than a factor of 2, and those of the sharp one by a few percent."],
  ];
  const CURVES = [
    ["explorer-line-0 explorer-dashed", (s) => s.printed[1], "upper end of the sandwich, published: c d(p, q)"],
    ["explorer-line-0", (s) => s.sharp[1], "upper end of the sandwich, sharp"],
    ["explorer-truth", (s) => s.scaled, "d(cp, cq)"],
    ["explorer-line-0", (s) => s.sharp[0], "lower end of the sandwich, sharp"],
    ["explorer-line-0 explorer-dashed", (s) => s.printed[0], "lower end of the sandwich, published"],
    ["explorer-line-1", (s) => s.sharpQuadratic, "quadratic bound, sharp: κ"],
    ["explorer-line-1 explorer-dashed", (s) => s.quadratic, "quadratic bound, published"],
  ];

  /* How much larger one number is, in words. */
  function times(large, small) {
    if (large === small) return "the same";
    return small > 0 ? `${number(large / small)} times as much` : "positive instead of 0";
  }

  /* What there is to see, in words. */
  function summary(p, q, s) {
    if (p === q) return "The two means are equal, so the divergence and all bounds are 0.";
    const range = (ends) => ends.map(number).join(" to ");
    const sandwich =
      s.sharp[0] === s.printed[0] && s.sharp[1] === s.printed[1]
        ? "The sharp sandwich is the published one."
        : `The sharp sandwich goes from ${range(s.sharp)}, and the published one from ${range(s.printed)}.`;
    return [
      `d(cp, cq) is ${number(s.scaled)}.`,
      s.printed[1] === Infinity ? "With a mean of 1 the sandwich excludes nothing." : sandwich,
      `The published quadratic bound is ${number(s.quadratic)}, and the sharp one ${number(s.sharpQuadratic)}, which is ${times(s.sharpQuadratic, s.quadratic)}.`,
    ].join(" ");
  }

  function values(s) {
    const share = (value) => {
      if (s.scaled === 0) return "none";
      if (value === Infinity)
        return s.scaled === Infinity ? "both infinite" : "infinitely many times";
      return s.scaled === Infinity ? "0" : number(value / s.scaled);
    };
    return table(
      "The divergence and its bounds",
      ["quantity", "value", "share of d(cp, cq)"],
      CURVES.map(([look, of, name]) => [[swatch(look), ` ${name}`], number(of(s)), share(of(s))]),
    );
  }

  /* Everything over c d(p, q), against q, between the edges, where divergences may be infinite. */
  function draw(c, p, q, found) {
    const { drawing, x, y } = chart(
      "Scaled divergence and its bounds",
      { label: `q, for c = ${c} and p = ${p}`, ticks: fifths },
      { label: "over c d(p, q)", ticks: fifths },
      found,
    );
    const curves = Array.from({ length: POINTS }, (_, i) => (i + 0.5) / POINTS)
      .filter((at) => at !== p)
      .map((at) => [at, formulas.scaling(c, p, at)]);
    for (const [look, of] of CURVES) {
      curve(drawing, look, curves.map(([at, s]) => [x(at), y(of(s) / (c * s.divergence))]));
    }
    drawing.append(svg("line", { class: "explorer-here", x1: x(q), x2: x(q), y1: y(0), y2: y(1) }));
    return drawing;
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    const point = {};
    const { sentence, say } = explorer.announcer();
    const sliders = html("fieldset");
    const results = box("results");
    const show = () => {
      const { c, p, q } = point;
      const s = formulas.scaling(c, p, q);
      const found = summary(p, q, s);
      results.replaceChildren(draw(c, p, q, found), values(s));
      say(found);
    };
    const move = (name, label, smallest) =>
      slider(`scaling-${name}`, label, point[name], smallest, (moved) => {
        point[name] = moved;
        own();
      });
    const load = ([, values]) => {
      [point.c, point.p, point.q] = values;
      sliders.replaceChildren(
        html("legend", {}, "Factor and means"),
        move("c", "factor c", 0.01),
        move("p", "mean p", 0),
        move("q", "mean q", 0),
      );
    };
    const { chooser, note, own, set } = explorer.instances("scaling", "Point", PRESETS, load, show);
    set(0);
    return [chooser, note, sliders, sentence, results];
  }

  explorer.mount("scaling-explorer", build);
  return { presets: PRESETS };
})();
